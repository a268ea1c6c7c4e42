import { REMEDIES, type Remedy, remedyOf } from "@countersign/rules";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const CLIENT = "/clients/00000000-0000-4000-8000-000000000001?tab=activity";
const NAMES = Object.keys(REMEDIES) as (keyof typeof REMEDIES)[];

/** What the page says for refused requests with these remedies, in a language. */
async function saidIn(language: string, remedies: readonly (Remedy | string | null)[]): Promise<readonly string[]> {
  const { readClient, ...answers } = answersWith("x");
  const [refusal] = readClient.included.refusals.items;
  const items = remedies.map((remedy) => ({ ...refusal, remedy }));
  const refused = { ...readClient, included: { refusals: { items } } };
  console = await startConsole({ scopes: ["clients:read"], answers: { ...answers, readClient: refused } });
  const html = await (await console.get(CLIENT, { ...console.signedIn(), "accept-language": language })).text();
  const [, table = ""] = html.split('id="refusals-table"');
  return [...(table.split("</table>")[0] ?? "").matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = ""]) => row);
}

describe("decision 160: what to set is said in the language of the page", () => {
  it.each(["de", "en", "es", "fr", "zh"])("%s, for each remedy", async (language) => {
    const rows = (
      await saidIn(
        language,
        NAMES.map((name) => remedyOf(name, "private_key_jwt")),
      )
    ).slice(1);
    expect(rows).toHaveLength(NAMES.length);
    for (const [index, name] of NAMES.entries()) {
      expect(rows[index]).not.toContain(`remedy.${name}`);
      if (language !== "en") expect(rows[index]).not.toContain(REMEDIES[name].split("{")[0]);
    }
    expect(new Set(rows).size).toBe(NAMES.length);
    expect(rows[NAMES.indexOf("use_method")]).toContain("private_key_jwt");
  });

  it("what another version says is shown as it is, and none where there is none", async () => {
    const rows = await saidIn("de", ["turn the <b>knob</b>", null]);
    expect(rows[1]).toContain("turn the &lt;b&gt;knob&lt;/b&gt;");
    expect(rows[2]).toContain('class="faint dash"');
  });
});
