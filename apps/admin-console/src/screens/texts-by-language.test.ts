import { ApiProblem } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { startConsole, type TestConsole } from "../testing/console.ts";

const scopes = ["settings:read", "settings:write"];
const settings = answersWith("x").readSettings as object;
const held = { ...settings, sign_in_text: { en: "Welcome", "zh-Hant": "歡迎" } };

let console: TestConsole;
afterEach(() => console.close());

const start = (answers: object = {}, provider?: Parameters<typeof startConsole>[0]["provider"]) =>
  startConsole({
    scopes,
    answers: { ...answersWith("x"), readSettings: held, ...answers },
    ...(provider && { provider }),
  });
const LABEL = '<label for="[^"]*"><bdi lang="[^"]*">([^<]*)</bdi></label><div>';
const fieldsIn = (html: string, name: string) => {
  const input = `<input id="[^"]*" name="${name}\\.([^"]*)" value="([^"]*)" lang="([^"]*)"`;
  return [...html.matchAll(new RegExp(`${LABEL}\\s*${input}`, "g"))].map(([, ...parts]) => parts);
};
const refusing = (pointer: string) => () => {
  const errors = [{ pointer, detail: "must be one line of text", code: "invalid" as const }];
  throw new ApiProblem({ type: "urn:countersign:problem:invalid", title: "No", status: 400, errors }, null);
};

describe("C19: a text in several languages has a field for each language of the pages", () => {
  it("and for one that the pages do not have any more", async () => {
    console = await start();
    const html = await (await console.get("/settings/looks")).text();
    expect(fieldsIn(html, "sign_in_text")).toEqual([
      ["Deutsch", "de", "", "de"],
      ["English", "en", "Welcome", "en"],
      ["français", "fr", "", "fr"],
      ["português (Brasil)", "pt-BR", "", "pt-BR"],
      ["繁體中文", "zh-Hant", "歡迎", "zh-Hant"],
    ]);
    expect(html).toMatch(
      /<fieldset id="save-looks-sign_in_text" tabindex="-1"[^>]*>\s*<legend>Text on the sign-in page/,
    );
  });

  it("those of the console, while the authorization server does not answer", async () => {
    console = await start({}, { languages: () => Promise.reject(new Error("away")) });
    const html = await (await console.get("/settings/terms/new")).text();
    expect(fieldsIn(html, "urls").map(([, tag]) => tag)).toEqual(["de", "en", "es", "fr", "zh"]);
  });

  it("a refused one is marked at its language, and nothing that was typed is lost", async () => {
    console = await start({ changeSettings: refusing("#/sign_in_text/de") });
    const sent = { act: "save-looks", etag: '"v1"', "sign_in_text.de": "Zwei", "sign_in_text.fr": "Deux" };
    const html = await (await console.post("/settings/looks", sent)).text();
    const [field = ""] = /<input id="save-looks-sign_in_text-de"[^>]*>/.exec(html) ?? [];
    expect(field).toContain('value="Zwei"');
    expect(field).toContain('aria-describedby="save-looks-sign_in_text-de-wrong" aria-invalid="true"');
    expect(html.match(/aria-invalid/g)).toHaveLength(1);
    expect(html).toContain('id="save-looks-sign_in_text-de-wrong"><span>This value is not valid.');
    expect(html).toContain('name="sign_in_text.fr" value="Deux"');
    expect(html).toContain('<a href="#save-looks-sign_in_text">');
  });

  it("of terms, each text is a link with the name of its language", async () => {
    const one = { id: "t", name: "Terms", version: "1", required_from: null, created_at: "2030-01-01T00:00:00.000Z" };
    const terms = { ...one, urls: { de: "https://a.example/de", "zh-Hant": "https://a.example/zh" } };
    console = await start({ listTerms: { items: [terms] } });
    const html = await (await console.get("/settings/terms")).text();
    const links = html.matchAll(/<span class="tag">\s*<a href="([^"]*)">([^<]*)</g);
    expect([...links].map(([, ...parts]) => parts)).toEqual([
      ["https://a.example/de", "Deutsch"],
      ["https://a.example/zh", "繁體中文"],
    ]);
  });

  // RFC 5646 allows extensions and private parts, for which no language has a name. Clients send such tags, too.
  it.each(["de-x-team", "de-u-co-phonebk"])("a page with a text in %s is shown, and calls it so", async (tag) => {
    const one = { id: "t", name: "Terms", version: "1", required_from: null, created_at: "2030-01-01T00:00:00.000Z" };
    const client = { ...(answersWith("x").readClient as object), [`client_name#${tag}`]: "Das Team" };
    console = await startConsole({
      scopes: [...scopes, "clients:read", "clients:write"],
      answers: {
        ...answersWith("x"),
        readSettings: { ...settings, sign_in_text: { [tag]: "Hallo" } },
        listTerms: { items: [{ ...one, urls: { [tag]: "https://a.example/de" } }] },
        readClient: client,
      },
    });
    for (const page of ["/settings/terms", "/settings/looks", "/clients/x?tab=translations"]) {
      const answer = await console.get(page);
      expect([page, answer.status]).toEqual([page, 200]);
      expect(await answer.text()).toContain(`>${tag}</`);
    }
  });

  it("of terms, the addresses that were filled in are sent", async () => {
    console = await start();
    const sent = { act: "add", name: "Terms", version: "2", "urls.en": " https://a.example/en ", "urls.de": "" };
    await console.post("/settings/terms/new", sent);
    expect(console.sent.find(({ operation }) => operation === "addTerms")?.input.body).toEqual({
      ...{ name: "Terms", version: "2" },
      urls: { en: "https://a.example/en" },
    });
  });

  it("of terms, what is missing is marked at the field", async () => {
    console = await start({ addTerms: refusing("#/urls") });
    const html = await (await console.post("/settings/terms/new", { act: "add", name: "Terms" })).text();
    expect(html).toMatch(/<fieldset id="add-urls" tabindex="-1" aria-describedby="add-urls-wrong add-urls-hint">/);
    expect(html).toMatch(/<div id="add-urls-wrong"><p class="wrong error" id="add-urls-of-all">/);
  });
});
