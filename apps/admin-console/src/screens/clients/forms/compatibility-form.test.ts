import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const scopes = ["clients:read", "clients:write"];
const CLIENT = "/clients/00000000-0000-4000-8000-000000000001";
const MEMBERS = [
  "profile",
  "id_token_claims",
  "redirect_uri_exceptions",
  "required_scopes",
  "token_endpoint_auth_method",
  "token_endpoint_auth_method_pinned",
];

async function startWith(held: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const answers = answersWith("x");
  console = await startConsole({ scopes, answers: { ...answers, readClient: { ...answers.readClient, ...held } } });
}

async function formIn(language: string): Promise<string> {
  const headers = { ...console.signedIn(), "accept-language": language };
  const html = await (await console.get(`${CLIENT}?tab=compatibility`, headers)).text();
  return /<section id="compatibility"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
}

const optionsIn = (html: string, name: string) =>
  [...(html.split(`id="save-compatibility-${name}"`)[1]?.split("</select>")[0] ?? "").matchAll(/value="([^"]*)"/g)].map(
    ([, value]) => value,
  );

const sentBy = async (fields: Readonly<Record<string, string>>) => {
  const answer = await console.post(CLIENT, { act: "save-compatibility", etag: '"v3"', ...fields });
  expect(answer.status).toBe(303);
  return console.sent.find(({ operation }) => operation === "changeClient")?.input;
};

describe("issue 32: software that was written for another provider", () => {
  it.each(MEMBERS)("%s says in five languages what is lost by it", async (name) => {
    await startWith();
    const hint = new RegExp(`id="save-compatibility-${name}-hint">([^<]{20,})<`);
    const said = await Promise.all(
      ["de", "en", "es", "fr", "zh"].map(async (tag) => hint.exec(await formIn(tag))?.[1]),
    );
    expect(said).not.toContain(undefined);
    expect(new Set(said).size).toBe(5);
  });

  it("shows what the application has", async () => {
    await startWith({
      profile: "oauth21",
      id_token_claims: "scopes",
      redirect_uri_exceptions: ["http_localhost"],
      required_scopes: ["email", "phone"],
      token_endpoint_auth_method: "client_secret_post",
      token_endpoint_auth_method_pinned: true,
    });
    const html = await formIn("en");
    expect(html.match(/value="[^"]*" selected/g)).toEqual([
      'value="oauth21" selected',
      'value="scopes" selected',
      'value="client_secret_post" selected',
    ]);
    expect(html.match(/value="[^"]*" checked/g)).toEqual(['value="http_localhost" checked', 'value="yes" checked']);
    expect(html).toContain('value="email phone"');
  });

  it("sends what was chosen", async () => {
    await startWith();
    const chosen = {
      profile: "oauth21",
      id_token_claims: "scopes",
      redirect_uri_exceptions: "scheme_without_dot",
      required_scopes: " email  phone ",
      token_endpoint_auth_method: "client_secret_post",
      token_endpoint_auth_method_pinned: "yes",
    };
    expect(await sentBy(chosen)).toMatchObject({
      ifMatch: '"v3"',
      body: {
        ...chosen,
        redirect_uri_exceptions: ["scheme_without_dot"],
        required_scopes: ["email", "phone"],
        token_endpoint_auth_method_pinned: true,
      },
    });
  });

  it("removes a value that was unchecked", async () => {
    await startWith({ redirect_uri_exceptions: ["http_localhost"], token_endpoint_auth_method_pinned: true });
    const { body } = await sentBy({ required_scopes: "" });
    expect(body).toMatchObject({
      redirect_uri_exceptions: [],
      required_scopes: [],
      token_endpoint_auth_method_pinned: false,
    });
    expect([body.profile, body.id_token_claims, body.token_endpoint_auth_method]).toEqual(Array(3).fill(undefined));
  });

  it.each([
    ["client_secret_basic", ["client_secret_basic", "client_secret_post"]],
    ["client_secret_post", ["client_secret_basic", "client_secret_post"]],
    ["client_secret_jwt", ["client_secret_jwt"]],
    ["none", ["private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth", "none"]],
  ])("offers to %s only methods that need no other secret", async (held, offered) => {
    await startWith({ token_endpoint_auth_method: held });
    expect(optionsIn(await formIn("en"), "token_endpoint_auth_method")).toEqual(offered);
  });
});
