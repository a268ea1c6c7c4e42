import { ApiProblem } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import type { CodedMember } from "../../api/reasons.ts";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole, unbroken } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const scopes = ["clients:read", "clients:write"];
const CLIENT = "/clients/00000000-0000-4000-8000-000000000001";

const refusal =
  (...errors: readonly CodedMember[]) =>
  () => {
    const words = { type: "urn:countersign:problem:invalid", title: "No", status: 400 };
    throw new ApiProblem({ ...words, errors: [...errors] }, null);
  };
const refusing = (operation: string, ...errors: readonly CodedMember[]) =>
  startConsole({ scopes, answers: { ...answersWith("x"), [operation]: refusal(...errors) } });
const HTTPS = { pointer: "#/redirect_uris/1", detail: "must be https", code: "https" } as const;
const TYPED = { act: "add", client_name: "Shop", redirect_uris: "https://a.example/cb\nhttp://b.example/cb" };

describe("newcomer F13: a refused member of an application", () => {
  it("35: is marked at its field, which says what is wrong with which line", async () => {
    console = await refusing("addClient", HTTPS);
    const answer = await console.post("/clients/new", TYPED);
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain('<p class="wrong error" id="add-redirect_uris-wrong"><span><bdi>Entry 2:</bdi> The address');
    const [field = ""] = /<textarea id="add-redirect_uris"[^>]*>/.exec(html) ?? [];
    expect(field).toContain('aria-describedby="add-redirect_uris-wrong add-redirect_uris-hint" aria-invalid="true"');
    expect(html.match(/aria-invalid/g)).toHaveLength(1);
    expect(html).not.toContain("redirect_uris/1");
  });

  it.each([
    [1, "Enter at most 1 entry."],
    [2, "Enter at most 2 entries."],
  ])("a limit of %i is said as one, or as several", async (limit, words) => {
    console = await refusing("addClient", { pointer: "#/redirect_uris", detail: "too many", code: "too_many", limit });
    expect(await (await console.post("/clients/new", TYPED)).text()).toContain(words);
  });

  it.each([
    ["en", "Redirect URIs", "The address must begin with https://."],
    ["de", "Redirect-URIs", "Die Adresse muss mit https:// beginnen."],
    ["es", "URI de redirección", "La dirección debe empezar por https://."],
    ["fr", "URI de redirection", "L’adresse doit commencer par https://."],
    ["zh", "重定向 URI", "地址必须以 https:// 开头。"],
  ])("35: in %s, the summary has the focus, leads to the field and says it", async (language, label, words) => {
    console = await refusing("addClient", HTTPS);
    const answer = await console.post("/clients/new", TYPED, { "accept-language": language });
    const html = await answer.text();
    const [summary = ""] = /<div class="problem" id="problem".*?<\/ul>/s.exec(html) ?? [];
    expect(summary).toContain('role="alert" tabindex="-1" autofocus');
    expect(summary).toContain(`<a href="#add-redirect_uris">${label}</a>`);
    expect(summary).toContain(words);
    expect(html).not.toContain("must be https");
  });

  it.each([
    ["a bound", { code: "too_long", limit: 200 }, "Use at most 200 characters."],
    ["a code that says less than the API", { code: "invalid" }, 'This value is not valid. <span lang="en">'],
    ["a code of a newer API", { code: "of_tomorrow" as "invalid" }, "This value is not valid."],
  ] as const)("%s: %j", async (_, reason, words) => {
    console = await refusing("addClient", { pointer: "#/client_name", detail: "is <not> fit", ...reason });
    const html = await (await console.post("/clients/new", { act: "add", client_name: "Shop" })).text();
    const [said = ""] = /<p class="wrong error" id="add-client_name-wrong">.*?<\/p>/s.exec(html) ?? [];
    expect(said).toContain(words);
    expect(said.includes("is &lt;not&gt; fit")).toBe(reason.code !== "too_long");
  });

  it("without a field is named above the form", async () => {
    const member = { pointer: "#/grant~1types/0", detail: "is <not> known", code: "invalid" } as const;
    console = await refusing("addClient", member);
    const html = await (await console.post("/clients/new", { act: "add", client_name: "Shop" })).text();
    expect(html).toContain("<li><code>grant/types</code>: <bdi>Entry 1:</bdi> This value is not valid.");
    expect(html).toContain("is &lt;not&gt; known");
    expect(html).not.toContain("aria-invalid");
  });

  it("that is chosen by cards is marked at their group", async () => {
    console = await refusing("addClient", { pointer: "#/kind", detail: "is missing", code: "missing" });
    const html = await (await console.post("/clients/new", { act: "add", client_name: "Shop" })).text();
    const [group = ""] = /<fieldset id="add-kind"[^>]*>/.exec(html) ?? [];
    expect(group).toContain('role="radiogroup" aria-describedby="add-kind-wrong');
    expect(group).toContain('aria-invalid="true"');
  });
});

describe("newcomer F13: the page of an application", () => {
  it("says the issuer and where its discovery document is", async () => {
    console = await startConsole({ scopes, answers: answersWith("x") });
    const html = await unbroken(console.get(CLIENT));
    expect(html).toContain("https://auth.example/.well-known/openid-configuration");
  });

  it("4.5: its colors say their contrast", async () => {
    const client = { ...answersWith("x").readClient, accent_light: "#0b6b3a", accent_dark: "#000000" };
    console = await startConsole({ scopes, answers: { ...answersWith("x"), readClient: client } });
    const html = await (await console.get(`${CLIENT}?tab=settings`)).text();
    const said = [...html.matchAll(/id="save-accent_(\w+)-contrast"><span class="badge (\w+)">([^<]+)</g)];
    expect(said.map(([, ...parts]) => parts)).toEqual([
      ["light", "good", "6.11:1, AA"],
      ["dark", "bad", "1.09:1, too low"],
    ]);
  });
});

describe("the list of applications says when someone last signed in to each", () => {
  const listOf = async (members: object) => {
    const [item] = answersWith("x").listClients.items;
    const listClients = { items: [{ ...(item as object), ...members }] };
    console = await startConsole({ scopes, answers: { ...answersWith("x"), listClients } });
    return (await console.get("/clients")).text();
  };
  const row = (html: string) => /<tbody>[\s\S]*<\/tbody>/.exec(html)?.[0] ?? "";

  it("as a time", async () => {
    const html = await listOf({ last_sign_in_at: "2029-12-24T10:00:00.000Z" });
    expect(html).toContain("Last sign-in");
    expect(row(html)).toContain('datetime="2029-12-24T10:00:00.000Z"');
  });

  it("as never if none is known", async () => {
    expect(row(await listOf({ last_sign_in_at: null }))).toContain(">Never<");
  });

  it("and nothing of a program, in which no one signs in", async () => {
    const html = await listOf({ last_sign_in_at: null, grant_types: ["client_credentials"] });
    expect(row(html)).not.toContain(">Never<");
  });
});

describe("newcomer F3: who agrees to what an application asks for", () => {
  it.each([
    ["implicit", "implicit"],
    ["explicit", "explicit"],
    ["anybody", "explicit"],
    ["", "explicit"],
  ])("%j is sent as %s", async (chosen, expected) => {
    console = await startConsole({ scopes, answers: answersWith("x") });
    await console.post(CLIENT, { act: "save", etag: '"v3"', consent_policy: chosen });
    const sent = console.sent.find(({ operation }) => operation === "changeClient");
    expect(sent?.input.body.consent_policy).toBe(expected);
  });
});

it("24: the list of applications is filtered by state and kind, and leaves out what the API would refuse", async () => {
  console = await startConsole({ scopes: ["clients:read"], answers: answersWith("x") });
  const asked = () => console.sent.findLast(({ operation }) => operation === "listClients")?.input.query;
  const html = await (await console.get("/clients?status=disabled&kind=machine")).text();
  expect(asked()).toMatchObject({ status: "disabled", kind: "machine" });
  expect(html.match(/class="chip on"/g)).toHaveLength(2);
  await console.get("/clients?status=x&kind=workload");
  expect(Object.keys(asked() ?? {})).toEqual(["limit", "with_total"]);
});
