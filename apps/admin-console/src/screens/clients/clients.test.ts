import { ApiProblem } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const scopes = ["clients:read", "clients:write"];
const CLIENT = "/clients/00000000-0000-4000-8000-000000000001";

const refusal =
  (...errors: { pointer: string; detail: string }[]) =>
  () => {
    const words = { type: "urn:countersign:problem:invalid", title: "No", status: 400, detail: "it cannot be used" };
    throw new ApiProblem({ ...words, errors }, null);
  };
const refusing = (operation: string, ...errors: { pointer: string; detail: string }[]) =>
  startConsole({ scopes, answers: { ...answersWith("x"), [operation]: refusal(...errors) } });

describe("newcomer F13: a refused member of an application", () => {
  it("is marked at its field, which says what is wrong with which line", async () => {
    console = await refusing("addClient", { pointer: "#/redirect_uris/1", detail: "must be https" });
    const fields = { act: "add", client_name: "Shop", redirect_uris: "https://a.example/cb\nhttp://b.example/cb" };
    const answer = await console.post("/clients/new", fields);
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain(
      '<p class="wrong error" id="add-redirect_uris-wrong" lang="en"><bdi>no. 2: must be https</bdi> </p>',
    );
    const [field = ""] = /<textarea id="add-redirect_uris"[^>]*>/.exec(html) ?? [];
    expect(field).toContain('aria-describedby="add-redirect_uris-wrong add-redirect_uris-hint" aria-invalid="true"');
    expect(html.match(/aria-invalid/g)).toHaveLength(1);
    expect(html).not.toContain("redirect_uris/1");
  });

  it("without a field is named above the form", async () => {
    console = await refusing("addClient", { pointer: "#/grant_types/0", detail: "is <not> known" });
    const html = await (await console.post("/clients/new", { act: "add", client_name: "Shop" })).text();
    expect(html).toContain('<p lang="en"><code>grant_types</code> no. 1: is &lt;not&gt; known</p>');
    expect(html).not.toContain("aria-invalid");
  });
});

describe("newcomer F13: the page of an application", () => {
  it("says the issuer and where its discovery document is", async () => {
    console = await startConsole({ scopes, answers: answersWith("x") });
    const html = await (await console.get(CLIENT)).text();
    expect(html).toContain("https://auth.example/.well-known/openid-configuration");
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
