import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { problem, startConsole, type TestConsole, unbroken } from "../../testing/console.ts";
import { freeAlias, KNOWN_PROVIDERS } from "./known-providers.ts";

let console: TestConsole;
afterEach(() => console?.close());

const PATH = "/settings/providers";
const start = async (answers: object = {}, scopes = ["settings:read", "settings:write"]) => {
  console = await startConsole({ scopes, answers: { ...answersWith("corp"), ...answers } });
};
const html = (path: string) => unbroken(console.get(path));
const added = () => console.sent.find(({ operation }) => operation === "addProvider")?.input.body;
const TOLD = { client_id: "us", secret: "s3cr3t", mode: "create" };
const names = Object.keys(KNOWN_PROVIDERS);

describe("design 38: a known provider is added with its redirect URI first", () => {
  it("the list leads to each, and shows none to a person who may only read", async () => {
    await start();
    const list = await html(PATH);
    for (const name of names) expect(list).toContain(`href="${PATH}/${name}/new"`);
    await console.close();
    await start({}, ["settings:read"]);
    expect(await html(PATH)).not.toContain("/new");
  });

  const isMarked = (html: string) => /class="avatar a\d marked thing" aria-hidden="true"><svg class="mark"/.test(html);

  it("C18: those that have a mark are shown with it, in the list and at the head of their page, too", async () => {
    await start({ listProviders: { items: [] } });
    const cards = [...(await html(PATH)).matchAll(/<a class="card pick-one" id="add-(\w+)"[\s\S]*?<\/a>/g)];
    const marked = cards.filter(([card]) => isMarked(card)).map(([, name]) => name);
    expect(marked).toEqual(["google", "microsoft", "apple", "github", "gitlab"]);
    for (const [issuer, expected] of [
      ["https://gitlab.com", true],
      ["https://git.example", false],
    ] as const) {
      const provider = { ...answersWith("x").readProvider, name: "Corp", issuer };
      await console.close();
      await start({ listProviders: { items: [provider] }, readProvider: provider });
      const [list, page] = [await html(PATH), await html(`${PATH}/x`)];
      const head = /<div class="title">[\s\S]*?<\/h1>/.exec(page)?.[0] ?? "";
      const row = /<tbody>[\s\S]*?<\/tbody>/.exec(list)?.[0] ?? "";
      expect([isMarked(row), /class="avatar a\d marked medium thing"/.test(head)]).toEqual([expected, expected]);
    }
  });

  it.each(names)("%s: the redirect URI stands before the form, and nothing is saved", async (name) => {
    await start({ listProviders: { items: [] } });
    const page = await html(`${PATH}/${name}/new`);
    const place = page.indexOf(`https://auth.example/federation/${KNOWN_PROVIDERS[name as "google"].alias}/callback`);
    expect(place).toBeGreaterThan(0);
    expect(page.indexOf('name="client_id"')).toBeGreaterThan(place);
    expect(page).toMatch(/data-copies="register-fact-0"[^>]*aria-label="Copy: Redirect URI/);
    expect(console.sent.map(({ operation }) => operation)).toEqual(["listProviders"]);
  });

  it.each([
    ["google", {}, { name: "Google", alias: "google", issuer: "https://accounts.google.com" }],
    ["microsoft", { issuer: "t-1" }, { issuer: "https://login.microsoftonline.com/t-1/v2.0" }],
    ["apple", {}, { issuer: "https://appleid.apple.com", scopes: ["openid"] }],
    ["github", {}, { name: "GitHub", preset: "github" }],
    ["gitlab", {}, { issuer: "https://gitlab.com" }],
    ["okta", { issuer: "acme.okta.com" }, { issuer: "https://acme.okta.com" }],
    ["okta", { issuer: "https://acme.okta.com/app/UserHome" }, { issuer: "https://acme.okta.com" }],
    ["auth0", { issuer: "acme.eu.auth0.com" }, { issuer: "https://acme.eu.auth0.com/" }],
    ["keycloak", { issuer: "https://k.example/realms/a" }, { issuer: "https://k.example/realms/a", name: "Keycloak" }],
    ["openid", { issuer: "https://i.example", name: "Corp" }, { issuer: "https://i.example", name: "Corp" }],
  ])("%s is added with %j", async (name, fields, expected) => {
    await start();
    const sent = await console.post(`${PATH}/${name}/new`, { act: "add", ...TOLD, ...fields });
    expect(sent.status).toBe(303);
    expect(added()).toMatchObject({ client_id: "us", secret: "s3cr3t", mode: "create", ...expected });
  });

  it("the alias is the one that the page showed, and one that no provider has", async () => {
    await start({ listProviders: { items: [{ ...answersWith("x").readProvider, alias: "google" }] } });
    expect(await html(`${PATH}/google/new`)).toContain("https://auth.example/federation/google-2/callback");
    await console.post(`${PATH}/google/new`, { act: "add", ...TOLD, alias: "google-2" });
    expect(added()).toMatchObject({ alias: "google-2" });
    expect(freeAlias("a", ["a", "a-2", "b"])).toBe("a-3");
  });

  it.each([
    ["works", { works: true, problems: [] }, "provider_works"],
    ["does not work", { works: false, problems: ["no_answer"] }, "provider_fails"],
    ["cannot be asked", problem(503), "provider_fails"],
  ])("is tried at once: it %s", async (_, testProvider, done) => {
    await start({ testProvider });
    const sent = await console.post(`${PATH}/google/new`, { act: "add", ...TOLD });
    expect(sent.headers.get("location")).toBe(`${PATH}/google?done=${done}`);
  });

  it("of any other provider the redirect URI is shown first, with the alias that is chosen", async () => {
    await start();
    const path = `${PATH}/all/settings`;
    const page = await html(path);
    expect(page).toMatch(/id="register"[\s\S]*\/federation\/provider\/callback[\s\S]*data-copies[\s\S]*id="new"/);
    expect(page).toMatch(/<form method="get"[^>]*>[\s\S]*name="alias" type="text" value="provider"/);
    expect(page).toMatch(/<details class="more" id="add-advanced"><summary>Advanced[\s\S]*name="mfa"/);
    const chosen = await html(`${path}?alias=acme`);
    expect(chosen).toContain("/federation/acme/callback");
    expect(chosen).toContain('<input type="hidden" name="alias" value="acme">');
  });

  it.each([
    ["that works", [], ["passed", "passed"], false],
    ["that does not answer", ["no_answer"], ["failed", "skipped"], false],
    ["without PKCE", ["no_pkce"], ["passed", "failed"], false],
    ["without metadata, of which only the answer is checked", [], ["passed"], true],
  ])("a trial says what came of each check: one %s", async (_, problems, expected, isPreset) => {
    const { readProvider } = answersWith("x");
    await start({
      readProvider: { ...(readProvider as object), preset: isPreset ? "github" : null },
      testProvider: { works: problems.length === 0, problems },
    });
    const tried = await (await console.post(`${PATH}/x`, { act: "try" })).text();
    const words = { passed: "Passed", failed: "Failed", skipped: "Not checked" } as Readonly<Record<string, string>>;
    const said = (title: string) =>
      new RegExp(`>${title}</span>[\\s\\S]*?<span class="badge \\w+">([^<]*)<`).exec(tried)?.[1];
    const titles = ["The provider answers", "PKCE with S256 supported"];
    expect(titles.map(said).filter(Boolean)).toEqual(expected.map((one) => words[one]));
  });

  it("a name that is not known is that of any provider", async () => {
    await start();
    for (const name of ["corp", "toString", "__proto__"]) {
      expect(await html(`${PATH}/${name}/new`)).toContain("<h1>Add OpenID provider");
    }
  });

  it("a refusal leaves what was filled in, but not the secret", async () => {
    await start({ addProvider: problem(409) });
    const answer = await console.post(`${PATH}/google/new`, { act: "add", ...TOLD });
    const page = await answer.text();
    expect([answer.status, page.includes('value="us"'), page.includes("s3cr3t")]).toEqual([409, true, false]);
  });
});
