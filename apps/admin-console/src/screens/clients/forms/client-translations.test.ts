import { ApiProblem } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const sample = answersWith("Shop");
const readClient = { ...sample.readClient, "client_name#de": "Laden", "client_name#nl": "Loja", "other#de": "x" };
const start = async (answers: object = {}, scopes = ["clients:read", "clients:write"]) => {
  console = await startConsole({ scopes, answers: { ...sample, readClient, ...answers } });
};
const TRANSLATIONS = "/clients/shop?tab=translations";
const page = async () => (await console.get(TRANSLATIONS)).text();
const input = (html: string, name: string) => new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";

describe("RFC 7591 §2.2: the name and the links of an application in several languages", () => {
  it("have a field in each language of the pages, and in those that they are held in", async () => {
    await start();
    const html = await page();
    expect(input(html, "client_name.de")).toContain('value="Laden" lang="de"');
    expect(input(html, "client_name.nl")).toContain('value="Loja"');
    expect(input(html, "policy_uri.fr")).toContain('value=""');
    expect(input(html, "tos_uri.nl")).toBe("");
    expect(html).not.toContain('name="other.de"');
  });

  it("are saved, and an empty field removes its value", async () => {
    await start();
    const fields = { "client_name.de": " Markt ", "client_name.nl": " ", "policy_uri.fr": "https://a.example/fr" };
    const answer = await console.post(TRANSLATIONS, { act: "save-translations", etag: '"v3"', ...fields });
    expect(answer.headers.get("location")).toBe("/clients/shop?tab=translations&done=saved");
    expect(console.sent.at(-1)).toEqual({
      operation: "changeClient",
      input: {
        path: { id: "shop" },
        ifMatch: '"v3"',
        body: { "client_name#de": "Markt", "client_name#nl": null, "policy_uri#fr": "https://a.example/fr" },
      },
    });
  });

  it("one that is refused is marked in its language", async () => {
    const errors = [{ pointer: "#/localized/policy_uri/fr", detail: "must be https", code: "https" as const }];
    await start({
      changeClient() {
        throw new ApiProblem({ type: "urn:countersign:problem:invalid", title: "No", status: 400, errors }, null);
      },
    });
    const answer = await console.post(TRANSLATIONS, { act: "save-translations", "policy_uri.fr": "http://a.example" });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(input(html, "policy_uri.fr")).toContain('value="http://a.example"');
    expect(input(html, "policy_uri.fr")).toContain('aria-invalid="true"');
    expect(html.match(/aria-invalid/g)).toHaveLength(1);
  });

  it.each([
    ["who may only read", {}, ["clients:read"]],
    [
      "of an application that a configuration declares",
      { readClient: { ...readClient, managed_by: "main" } },
      undefined,
    ],
    [
      "of a program, which no one sees",
      { readClient: { ...readClient, grant_types: ["client_credentials"] } },
      undefined,
    ],
  ])("%s: there is no such part", async (_, answers, scopes) => {
    await start(answers, scopes);
    expect(await page()).not.toContain('<a href="/clients/shop?tab=translations"');
  });
});
