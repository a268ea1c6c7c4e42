import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const PATH = "/settings/configuration";
const scopes = ["settings:read", "settings:write"];
const hidden = [
  { section: "clients", scope: "clients:read" },
  { section: "roles", scope: "roles:read" },
];
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
    for (const { section, scope } of hidden)
      expect(html).toMatch(new RegExp(`${section}[\\s\\S]*<code>${scope}</code>`));
    expect(html).toContain("Your roles do not let you read these sections.");
  });

  it("and nothing if everything is shown", async () => {
    console = await startConsole({ scopes, answers: plain });
    expect(await (await plan()).text()).not.toContain('id="hidden"');
  });

  it("an export names them, and what else it leaves out", async () => {
    const exportConfiguration = { configuration: "managed_by: x", left_out: ["role a, which other manages"], hidden };
    console = await startConsole({ scopes, answers: { ...plain, exportConfiguration } });
    const html = await (await console.get(`${PATH}?name=x`)).text();
    expect(html).toContain("role a, which other manages");
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
