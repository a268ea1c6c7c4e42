import { ApiProblem } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const PERSON = "/people/00000000-0000-4000-8000-000000000001";
const scopes = ["people:read", "people:write", "clients:read", "clients:write"];
const start = (answers: Readonly<Record<string, unknown>> = {}) =>
  startConsole({ scopes, answers: { ...answersWith("alice"), ...answers } }).then((started) => {
    console = started;
  });
const save = (fields = {}, headers = {}) => console.post(PERSON, { act: "save", name: "Alice", ...fields }, headers);
const isChanged = () => console.sent.some(({ operation }) => operation === "changePerson");

describe("cons-02: a form acts only from our page, in this session", () => {
  it("with its token", async () => {
    await start();
    expect((await save({ etag: '"v7"' })).headers.get("location")).toBe(`${PERSON}?done=saved`);
    expect(console.sent.find(({ operation }) => operation === "changePerson")?.input).toMatchObject({
      ifMatch: '"v7"',
      body: { claims: { name: "Alice", nickname: null } },
    });
  });

  it.each([
    ["without a token", { csrf: "" }, {}],
    ["with another token", { csrf: "x".repeat(43) }, {}],
    ["of another origin", {}, { origin: "https://evil.example" }],
    ["of a sibling site", {}, { "sec-fetch-site": "same-site" }],
  ])("not %s", async (_, fields, headers) => {
    await start();
    expect((await save(fields, headers)).status).toBe(403);
    expect(isChanged()).toBe(false);
  });

  it("not with the token of another page", async () => {
    await start();
    const html = await (await console.get("/people/new")).text();
    const [, csrf = ""] = /name="csrf" value="([\w-]{43})">\s*<input type="hidden" name="once"/.exec(html) ?? [];
    expect((await save({ csrf })).status).toBe(403);
  });

  it("not without a session: the browser signs in first", async () => {
    await start();
    const answer = await save({}, { cookie: "" });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      expect.stringContaining("https://auth.example/authorize"),
    ]);
    expect(isChanged()).toBe(false);
  });

  it.each(["", "toString", "__proto__", "remove"])("the act %o is none of the page", async (act) => {
    await start();
    expect((await save({ act })).status).toBe(400);
  });
});

describe("what the API refuses", () => {
  it.each([
    [400, "Fix the highlighted fields"],
    [409, "not possible now"],
    [412, "Someone else changed it"],
    [429, "too many requests"],
  ])("a problem with status %i is shown on the page of the form", async (status, words) => {
    await start({ changePerson: problem(status) });
    const answer = await save();
    expect(answer.status).toBe(status);
    const html = await answer.text();
    expect(html).toContain(words);
    expect(html).toContain("because");
    expect(html).toContain('id="save"');
  });

  it.each([
    ["en", "have sent as many invitations"],
    ["de", "so viele Einladungen"],
    ["fr", "autant d’invitations"],
    ["es", "tantas invitaciones"],
    ["zh-Hans", "邀请已达到上限"],
  ])("C7: a budget of mails that is used up is said in %s, with whose it is", async (language, words) => {
    const type = "urn:countersign:problem:too-many-invitations";
    const told = { type, title: "No", status: 429, detail: "an administrator may mail 20 an hour" };
    await start({ changePerson: new ApiProblem(told, null) });
    const fields = { act: "save", name: "x", etag: "*" };
    const answer = await console.post(PERSON, fields, { "accept-language": language });
    const html = await answer.text();
    expect([answer.status, html.includes(words), html.includes(told.detail)]).toEqual([429, true, true]);
  });

  it("a refused form keeps what was typed", async () => {
    await start({ changePerson: problem(409) });
    expect(await (await save({ name: "Typed name" })).text()).toContain('value="Typed name"');
  });

  it("ad.2: a grave act sends the person to sign in more strongly, and back to the page", async () => {
    const challenge = 'Bearer error="insufficient_user_authentication", acr_values="mfa phr", max_age="900"';
    await start({ deletePerson: problem(401, challenge) });
    const answer = await console.post(`${PERSON}/delete`, { act: "delete", username: "alice" });
    const location = new URL(answer.headers.get("location") ?? "");
    expect([answer.status, location.searchParams.get("acr"), location.searchParams.get("age")]).toEqual([
      303,
      "mfa phr",
      "900",
    ]);
  });

  it("co.4: a deletion needs the username", async () => {
    await start();
    const answer = await console.post(`${PERSON}/delete`, { act: "delete", username: "bob" });
    expect(answer.status).toBe(400);
    expect(console.sent.some(({ operation }) => operation === "deletePerson")).toBe(false);
  });

  it("a person without a role is told so", async () => {
    await start({ readCaller: problem(403) });
    const answer = await console.get("/");
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("You have no role here")]);
  });

  it("a token that ended leads to a new sign-in", async () => {
    await start({ readCaller: problem(401) });
    expect((await console.get("/people")).headers.get("location")).toContain("https://auth.example/authorize");
  });

  it("an unexpected error shows a reference, and nothing else", async () => {
    await start({ listPeople: new Error("secret detail") });
    const answer = await console.get("/people");
    expect(answer.status).toBe(500);
    const html = await answer.text();
    expect(html).not.toContain("secret detail");
    expect(html).toContain(`${answer.headers.get("x-request-id")}</code>`);
  });

  it("decision 254: an address that takes no GET is a page with a reference, too", async () => {
    await start();
    const answer = await console.get("/sign-out");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    expect(await answer.text()).toContain(`${answer.headers.get("x-request-id")}</code>`);
  });

  it.each([
    [400, false],
    [403, true],
    [404, true],
    [409, false],
    [412, false],
    [429, true],
  ])("decision 254: a form that the API refuses with %i shows the reference of its answer: %s", async (status, is) => {
    const reference = "29yEVkYSCwdG";
    await start({ changePerson: new ApiProblem({ type: "urn:test", title: "No", status, reference }, null) });
    expect((await (await save()).text()).includes(`${reference}</code>`)).toBe(is);
  });

  it("an error of the API shows the reference of its answer, which its log has", async () => {
    const reference = "29yEVkYSCwdG";
    const refused = new ApiProblem({ type: "urn:test", title: "No", status: 503, reference }, null);
    await start({ listPeople: refused, changePerson: refused });
    for (const answer of [await console.get("/people"), await save()]) {
      const html = await answer.text();
      expect([answer.status, html.includes(`${reference}</code>`)]).toEqual([503, true]);
    }
    await expect
      .poll(() => console.log().find(({ error }) => error === "api_unavailable"))
      .toMatchObject({ reference, requestId: expect.stringMatching(/^[\w-]{12}$/) });
  });
});

describe("I4: what a person registers decides whether PKCE is demanded", () => {
  it.each([
    ["web", undefined],
    ["existing", "oidc"],
    ["native", undefined],
    ["nonsense", undefined],
  ])("%s: profile %s", async (kind, profile) => {
    await start();
    await console.post("/clients/new", { act: "add", client_name: "App", kind, once: "k1" });
    const registered = { id_token_claims: "scopes", ...(profile && { profile }) };
    expect(console.sent.at(-1)?.input).toMatchObject({ body: registered });
    if (profile === undefined) expect(console.sent.at(-1)?.input).not.toHaveProperty("body.profile");
  });
});

describe("a secret is shown once", () => {
  it("31: on the page that the form leads to, also when it is loaded again, and not after another page", async () => {
    await start();
    const answer = await console.post("/clients/new", { act: "add", client_name: "App", kind: "web", once: "k1" });
    const to = answer.headers.get("location") ?? "";
    expect([answer.status, to]).toEqual([303, expect.stringMatching(/^\/clients\/\w+\?done=client_added$/)]);
    expect(console.sent.at(-1)?.input).toMatchObject({ idempotencyKey: "k1" });
    const textOf = async (path: string) => (await console.get(path)).text();
    expect(await textOf(to)).toContain("s3cr3t");
    expect(await textOf(to)).toContain("s3cr3t");
    await textOf("/clients");
    expect(await textOf(to)).not.toContain("s3cr3t");
  });
});
