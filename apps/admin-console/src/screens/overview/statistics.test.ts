import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

describe("36: tiles with comparison", () => {
  it.each([
    ["2030-01-02T03:04:05Z", 1],
    [null, 0],
  ])("what a job counts says when it did so: %s", async (counted_at, count) => {
    const { readStatistics } = answersWith("x");
    const people = { ...readStatistics.people, counted_at };
    const answers = { readStatistics: { ...readStatistics, people } };
    console = await startConsole({ scopes: ["statistics:read"], answers });
    const html = await (await console.get("/")).text();
    expect(html.match(/class="card stat"/g)).toHaveLength(4);
    expect(html.match(/<dd class="change">Not counted yet</g) ?? []).toHaveLength(count === 0 ? 4 : 0);
    expect(html.match(/<dd class="change">Updated: <time datetime="2030-01-02T03:04:05Z"/g) ?? []).toHaveLength(count);
  });

  const DAY = {
    ...{ sign_ins: { passkey: 2, password_and_second_factor: 0, password: 1, provider: 0, other: 0 } },
    ...{ active_people: 4, failed_sign_ins: 1, limited_sign_ins: 1, new_people: 50, deleted_people: 0 },
  };
  const shown = async (path: string, scopes = ["statistics:read"]) => {
    const { readStatistics } = answersWith("x");
    const people = { ...readStatistics.people, total: 8, with_passkey: 2, counted_at: "2030-01-02T03:04:05Z" };
    const answer = ({ query }: { readonly query: { readonly since: string } }) => {
      const first = Date.parse(query.since);
      const count = Math.floor((console.clock.now.getTime() - first) / 86_400_000) + 1;
      const dayAt = (index: number) => new Date(first + index * 86_400_000).toISOString().slice(0, 10);
      return { people, days: Array.from({ length: count }, (_, index) => ({ ...DAY, day: dayAt(index) })) };
    };
    console = await startConsole({ scopes, answers: { ...answersWith("x"), readStatistics: answer } });
    return (await console.get(path)).text();
  };
  const changesIn = (html: string) =>
    [...html.matchAll(/<dd class="change[^"]*">([^<]*\d[^<]*)</g)].map(([, text]) => text);

  it.each([
    ["/", "30"],
    ["/?days=7", "7"],
    ["/?days=90", "90"],
    ["/?days=8", "30"],
  ])("each tile has the number of the period before: %s", async (path, days) => {
    const html = await shown(path);
    const n = Number(days);
    const written = (count: number) => count.toLocaleString("en");
    expect(changesIn(html)).toEqual([
      `${written(n * 50)} new in ${days} days, ${written(n * 50)} in the ${days} before`,
      `on average in ${days} days, 4 in the ${days} before`,
      `in ${days} days, ${n * 3} in the ${days} before`,
      `40\u00a0% of attempts; ${n * 2} in the ${days} days before`,
    ]);
    expect(html).toContain("25\u00a0% of users have a passkey.");
    expect(html).toContain(`<a href="/?days=${days}" aria-current="page">`);
  });

  const tilesOf = (html: string) =>
    [...html.matchAll(/class="card stat"><dt>[\s\S]*?<\/dt>/g)].map(([tile]) => /href="([^"]*)"/.exec(tile)?.[1]);

  it.each([
    ["/", "2029-12-03"],
    ["/?days=7", "2029-12-26"],
  ])("C6: each tile leads to what it counts, of the same days: %s", async (path, since) => {
    const html = await shown(path, ["statistics:read", "audit:read", "people:read"]);
    const signIns = `/audit?type=sign_in&amp;since=${since}`;
    const failures = `/audit?type=failed_sign_ins&amp;since=${since}`;
    expect(tilesOf(html)).toEqual(["/people", signIns, signIns, failures]);
  });

  it("C6: a tile leads to no list that the person may not read", async () => {
    expect(tilesOf(await shown("/"))).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("the chart begins with the strongest method, and each bar says its day, method and number", async () => {
    const [chart = "", failures = ""] = (await shown("/")).match(/<figure class="chart[\s\S]*?<\/figure>/g) ?? [];
    const keys = [...chart.matchAll(/class="key series-(\d)">([^<]*)</g)].map(([, color, label]) => [color, label]);
    expect(keys.slice(0, 3)).toEqual([
      ["0", "Passkey"],
      ["1", "Password + second step"],
      ["2", "Password"],
    ]);
    expect(chart.match(/<title>[^<]+ · Passkey · 2<\/title>/g)).toHaveLength(30);
    expect(chart.match(/<span>(?:4|2|0)<\/span>/g)).toHaveLength(3);
    expect(/class="ends">[\s\S]*?<\/p>/.exec(chart)?.[0].match(/<time/g)).toHaveLength(4);
    expect(failures).toContain("Rate limited");
  });

  it("the chart of failures has a line where a fifth of the attempts of a day fail", async () => {
    const html = await shown("/?days=7");
    const [chart = "", failures = ""] = html.match(/<figure class="chart[\s\S]*?<\/figure>/g) ?? [];
    expect([chart, failures].map((one) => /<path class="limit" d="M0 /.test(one))).toEqual([false, true]);
    expect(failures).toContain('class="key limit">20\u00a0% of attempts<');
    // Beside three sign-ins, a fifth of the attempts is 0.75 failures: one, rounded.
    expect(failures).toMatch(/<td>1<\/td><td>1<\/td><td>1<\/td><\/tr>/);
  });
});
