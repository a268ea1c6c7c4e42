import type { Answer } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { problem, startConsole, type TestConsole, unbroken } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const PATH = "/settings/configuration";
const scopes = ["settings:read", "settings:write"];
type Hidden = Answer<"planConfiguration">["body"]["hidden"][number];

/** Each section of a file, as the console calls it. */
const WORDS: Readonly<Record<Hidden["section"], string>> = {
  resource_servers: "APIs",
  clients: "Applications",
  roles: "Roles",
  groups: "Groups",
  exchange_policies: "Exchange policies",
  providers: "Identity providers",
  trusted_issuers: "Trusted issuers",
  terms: "Terms",
  webhooks: "Webhooks",
  blocked_addresses: "Blocked addresses",
  settings: "Settings",
};
const hidden = Object.keys(WORDS).map((section) => ({ section, scope: `${section}:read` }));
const plain = answersWith("x");
const plan = (page: { readonly configuration?: string } = {}) =>
  console.post(PATH, { act: "plan", configuration: "managed_by: shop", ...page });

describe("A21: the console says what a plan and an export do not show", () => {
  it("a plan names each section with the right that it needs", async () => {
    const answers = { ...plain, planConfiguration: { ...plain.planConfiguration, hidden } };
    console = await startConsole({ scopes, answers });
    const page = await plan();
    const html = await page.text();
    expect(page.status).toBe(200);
    for (const [section, word] of Object.entries(WORDS))
      expect(html).toMatch(new RegExp(`<span title="${section}">${word}</span>[\\s\\S]*<code>${section}:read</code>`));
    expect(html).toContain("Your roles do not let you read these sections.");
  });

  it("and nothing if everything is shown", async () => {
    console = await startConsole({ scopes, answers: plain });
    expect(await (await plan()).text()).not.toContain('id="hidden"');
  });

  it("the name of an export is a field with a button, and no search", async () => {
    console = await startConsole({ scopes, answers: plain });
    const html = await (await console.get(`${PATH}?tab=export`)).text();
    expect(html).toMatch(/id="download-name" name="name"[\s\S]*?value="download"/);
    expect(html).not.toMatch(/type="search" id="name"|id="filter"/);
    expect(console.called).not.toContain("exportConfiguration");
  });

  it("an export names them, and what else it leaves out", async () => {
    const omissions = [
      { code: "managed", section: "roles", key: "https://a.example clerk", managed_by: "other" },
      { code: "logo", section: "clients", key: "shop", managed_by: null },
    ];
    const exportConfiguration = { configuration: "managed_by: x", left_out: [], omissions, hidden };
    console = await startConsole({ scopes, answers: { ...plain, exportConfiguration } });
    const html = await unbroken(console.get(`${PATH}?tab=export&name=x`));
    const left = html.slice(html.indexOf('id="left-out"'));
    expect(left).toMatch(/>Roles<[\s\S]*https:\/\/a\.example clerk[\s\S]*Declared in the configuration other/);
    expect(left).toMatch(/>Applications<[\s\S]*shop[\s\S]*Only its logo: a file has none/);
    for (const { scope } of hidden) expect(html).toContain(`<code>${scope}</code>`);
  });

  it("a plan of such a section is refused on the same page, with the scope and what was filled in", async () => {
    const detail = "a configuration with clients needs the scope clients:read";
    console = await startConsole({ scopes, answers: { ...plain, planConfiguration: problem(403, undefined, detail) } });
    const page = await plan({ configuration: "managed_by: kept" });
    const html = await page.text();
    expect([page.status, html.includes(detail), html.includes("managed_by: kept")]).toEqual([403, true, true]);
  });
});

describe("C36: the export has a part of its own", () => {
  const exportConfiguration = { configuration: "managed_by: x <y>", left_out: [], omissions: [], hidden: [] };
  const exports = () => console.sent.filter(({ operation }) => operation === "exportConfiguration");

  it("which is no search, and shows the file that its form asks for", async () => {
    console = await startConsole({ scopes, answers: { ...plain, exportConfiguration } });
    expect(await (await console.get(PATH)).text()).toContain(`href="${PATH}?tab=export"`);
    const html = await (await console.get(`${PATH}?tab=export`)).text();
    expect([html.includes('type="search"'), html.includes('id="plan"')]).toEqual([false, false]);
    expect(exports()).toEqual([]);
    const shown = await console.post(`${PATH}?tab=export`, { act: "show-export", name: "x" });
    const to = shown.headers.get("location") ?? "";
    expect(to).toBe(`${PATH}?tab=export&name=x`);
    const page = await (await console.get(to)).text();
    expect(page).toContain("managed_by: x &lt;y&gt;");
    expect(page).toMatch(/<input[^>]*name="name"[^>]*value="x"/);
  });

  it("and is saved as a file", async () => {
    console = await startConsole({ scopes, answers: { ...plain, exportConfiguration } });
    const asked = await console.post(`${PATH}?tab=export`, { act: "download", name: "x" });
    expect(asked.headers.get("location")).toBe(`${PATH}/export?name=x`);
    const file = await console.get(`${PATH}/export?name=x`);
    expect([file.status, await file.text()]).toEqual([200, "managed_by: x <y>"]);
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="x.yaml"');
    expect(exports().at(-1)?.input).toEqual({ query: { name: "x" } });
  });

  it("for those who may read the settings", async () => {
    console = await startConsole({ scopes: ["audit:read"], answers: { ...plain, exportConfiguration } });
    expect((await console.get(`${PATH}/export?name=x`)).status).toBe(403);
    expect(exports()).toEqual([]);
  });

  it("a name that no configuration can have makes no file, and is refused beside the form", async () => {
    console = await startConsole({ scopes, answers: { ...plain, exportConfiguration: problem(400) } });
    for (const query of ["?name=x%22%0d%0aa", ""]) {
      const answer = await console.get(`${PATH}/export${query}`);
      expect([answer.status, answer.headers.get("content-disposition")]).toEqual([404, null]);
    }
    expect(exports()).toEqual([]);
    for (const act of ["show-export", "download"]) {
      const refused = await console.post(`${PATH}?tab=export`, { act, name: "x y" });
      expect([refused.status, (await refused.text()).includes('value="x y"')]).toEqual([400, true]);
    }
  });
});
