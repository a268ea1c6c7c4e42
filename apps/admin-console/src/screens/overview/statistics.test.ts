import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

describe("36: tiles with comparison", () => {
  it.each([
    ["2030-01-02T03:04:05Z", 2],
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
});
