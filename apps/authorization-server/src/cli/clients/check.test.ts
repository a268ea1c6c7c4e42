import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let id: string;
beforeAll(async () => {
  cli = await openCommandLine();
  const options = ["--redirect-uri", "https://app.example/cb", "--scope", "openid email orders"];
  id = (await cli.json("clients", "add", "--name", "App", ...options)).client_id;
  await cli.json("resources", "add", "https://api.example", "--name", "API", "--scope", "orders");
});
afterAll(() => cli.close());

const request = (changes: Readonly<Record<string, string | undefined>> = {}) => {
  const all = {
    client_id: id,
    redirect_uri: "https://app.example/cb",
    response_type: "code",
    scope: "openid orders",
    state: "secret of the app",
    code_challenge: "A".repeat(43),
    code_challenge_method: "S256",
    ...changes,
  };
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `http://localhost:4000/authorization?${new URLSearchParams(given)}`;
};
const check = (...argv: string[]) => cli.run(["clients", "check", id, ...argv]);

describe("clients check", () => {
  it("says what the registration refuses", async () => {
    const { exitCode, stdout } = await check();
    expect(exitCode).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "authentication: its secret in the header (client_secret_basic) or in the body (client_secret_post)",
      "grant types: authorization_code; any other is refused with unauthorized_client",
      "redirect URI: https://app.example/cb: compared byte by byte",
      "requests: must have a response_type of code",
      expect.stringMatching(/^PKCE: a request without code_challenge.*register it with profile oidc$/),
      "refresh tokens: it gets none: add refresh_token to grant_types, and offline_access to scope",
      "consent: people are asked on the consent page (consent_policy explicit)",
      expect.stringMatching(/^ID tokens: have sub and no more/),
      "scopes: openid email of /userinfo",
      "scopes: orders of https://api.example",
      "scopes: a defined scope that is not among these is refused with invalid_scope",
    ]);
  });

  it("accepts a request that the endpoint accepts", async () => {
    const { exitCode, stdout } = await check("--request", request());
    expect([exitCode, stdout.split("\n").at(-1)]).toEqual([0, "The request would be accepted."]);
  });

  it("says each refusal of a request and what to do, and nothing of its secrets", async () => {
    const wrong = request({
      redirect_uri: "https://app.example/cb/",
      scope: "openid profile",
      code_challenge: undefined,
      code_challenge_method: undefined,
      request: "a.b.c",
    });
    const { exitCode, stdout, stderr } = await check("--request", wrong);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("the request would be refused")]);
    expect(stdout.slice(stdout.indexOf("The request would be refused:"))).toMatch(
      new RegExp(
        [
          "^The request would be refused:",
          "  invalid_request: redirect_uri is not registered .https://app.example/cb/.",
          "    to do: add the address that it sent to redirect_uris: .*",
          "  invalid_request: code_challenge is required: .*",
          "    to do: turn PKCE on in the client's software, or register the client with profile oidc.*",
          "  invalid_scope: scope is not allowed for this client .profile.",
          "    to do: add the scope to scope of the client.*",
          "  not checked: request$",
        ].join("\n"),
      ),
    );
    expect(stdout).not.toContain("secret of the app");
  });

  it("prints the same as JSON", async () => {
    const { stdout } = await check("--request", request({ response_type: "token" }), "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      client_id: id,
      findings: expect.arrayContaining([{ about: "grant types", says: expect.any(String) }]),
      request: {
        refusals: [{ error: "unauthorized_client", detail: "token", remedy: expect.any(String) }],
        not_checked: [],
      },
    });
  });

  it("knows what the deployment demands", async () => {
    const environment = { PUSHED_REQUESTS: "required" };
    const { stdout } = await cli.run(["clients", "check", id, "--request", request()], { environment });
    expect(stdout).toContain("requests: must be pushed (RFC 9126)");
    expect(stdout).toContain("invalid_request: the request must be pushed");
  });

  it.each([["no address"], ["https://auth.example/authorization"]])("refuses %s as a request", async (text) => {
    expect(await check("--request", text)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--request") });
  });

  it("checks a disabled client as well, and refuses an unknown one", async () => {
    const { client_id } = await cli.json("clients", "add", "--name", "Other", "--redirect-uri", "https://b.example/");
    await cli.json("clients", "disable", client_id);
    const { stdout } = await cli.run(["clients", "check", client_id]);
    expect(stdout).toMatch(/^state: it is disabled/);
    expect(await cli.run(["clients", "check", "unknown-client"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("there is no client unknown-client"),
    });
  });
});
