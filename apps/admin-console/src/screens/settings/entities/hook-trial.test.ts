import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const PATH = "/settings/hooks/00000000-0000-4000-8000-000000000001";
const { testHook: tried, ...others } = answersWith("x") as Readonly<Record<string, object>>;
const start = async (changes: object = {}, scopes = ["settings:read", "settings:write"]) => {
  console = await startConsole({ scopes, answers: { ...others, testHook: { ...tried, ...changes } } });
};
const test = async (data = "") => (await console.post(PATH, { act: "test", data })).text();
const sent = () => console.sent.find(({ operation }) => operation === "testHook")?.input.body;

describe("a hook is asked a question as a test", () => {
  it("its page has a form for that, for those who may change it", async () => {
    await start();
    expect(await (await console.get(`${PATH}?tab=try`)).text()).toMatch(
      /<textarea id="[^"]*" name="data" class="code" rows="4"/,
    );
    await console.close();
    await start({}, ["settings:read"]);
    expect(await (await console.get(`${PATH}?tab=try`)).text()).not.toContain('name="data"');
  });

  it("the request and the answer are shown, to be copied, and what was asked, to be asked again", async () => {
    await start();
    const html = await test();
    expect(sent()).toEqual({});
    expect(html).toMatch(/<code id="request-code">content-type: x\nwebhook-signature: x</);
    for (const id of ["request", "body", "answer"]) expect(html).toContain(`data-copies="${id}-code"`);
    expect(html).toMatch(/HTTP 200[\s\S]*<code id="answer-code">x</);
    expect(html).toContain("{\n  &quot;user_id&quot;: &quot;x&quot;\n}</textarea>");
    expect(html).toMatch(/<dt>plan<\/dt> <dd><bdi>&quot;x&quot;/);
    expect(html).toContain("Left out");
  });

  it("typed JSON is sent as data, and the API refuses any other text", async () => {
    await start();
    await test('{"email":"bob@example.com"}');
    expect(sent()).toEqual({ data: { email: "bob@example.com" } });
    await console.close();
    await start();
    await test("{");
    expect(sent()).toEqual({ data: "{" });
  });

  it.each([
    [{ verdict: "allow" }, "Allow", undefined],
    [{ verdict: "deny", text: "region" }, "Deny", "region"],
    [{ verdict: "require", acr: "urn:countersign:acr:mfa" }, "Require a stronger sign-in", "urn:countersign:acr:mfa"],
  ])("a decision is said in words: %j", async (decision, word, more) => {
    await start({ claims: null, left_out: [], decision });
    const html = await test();
    expect(html).toMatch(new RegExp(`<dt>Decision</dt><dd>\\s*(?:<span[^>]*>)?${word}`));
    if (more !== undefined) expect(html).toContain(`<bdi>${more}</bdi>`);
  });

  it("of a response with another status, only that is shown", async () => {
    await start({ status: 503, body: null, failure: "status", claims: null, left_out: [] });
    const html = await test();
    expect(html).toContain("The status is not 200");
    expect(html).toMatch(/<code id="answer-code">503</);
  });

  it("without an answer, why and what happens then", async () => {
    await start({ status: null, body: null, failure: "no_response", claims: null, left_out: [] });
    const html = await test();
    expect(html).toContain("No response in time");
    expect(html).toContain("If the hook fails");
    expect(html).not.toContain('id="answer-code"');
  });
});
