import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith, emptied } from "../testing/answers.ts";
import { startConsole, type TestConsole } from "../testing/console.ts";
import { DOCUMENTED } from "./documents.ts";

const HERE = import.meta.dirname;
const texts = Object.assign(
  {},
  ...globSync("messages/*/en.json", { cwd: HERE }).map((file) => JSON.parse(readFileSync(join(HERE, file), "utf8"))),
) as Readonly<Record<string, string>>;

let console: TestConsole;
afterEach(() => console?.close());

describe("4.9: an empty list leads to what the documents say of it", () => {
  it.each(DOCUMENTED)("%s is the title of one, and %s is a document", (title, page) => {
    expect(texts[title]).toEqual(expect.any(String));
    expect(existsSync(join(HERE, "../../../../docs", `${page}.md`))).toBe(true);
  });

  const linkOn = async (path: string, documents?: string) => {
    console = await startConsole({
      scopes: ["settings:read", "settings:write"],
      answers: emptied(answersWith("x")),
      ...(documents !== undefined && { config: { DOCUMENTATION_URL: documents } }),
    });
    const html = await (await console.get(path)).text();
    return /<a class="button ghost" href="([^"]*)" target="_blank" rel="noopener noreferrer">Learn more/.exec(
      html,
    )?.[1];
  };

  it.each([
    ["https://docs.example", "https://docs.example/webhooks.html"],
    ["https://docs.example/site/?a=1", "https://docs.example/site/webhooks.html"],
  ])("below the address that the deployment names: %s", async (documents, href) => {
    expect(await linkOn("/settings/webhooks", documents)).toBe(href);
  });

  it("unless it names none, or a filter finds nothing", async () => {
    expect(await linkOn("/settings/webhooks")).toBeUndefined();
    await console.close();
    expect(await linkOn("/settings/webhooks?q=none", "https://docs.example")).toBeUndefined();
  });
});
