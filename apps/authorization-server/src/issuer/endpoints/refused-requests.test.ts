import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Fields, openBrowser } from "../../../testing/browser.ts";
import { clientSecret } from "../../../testing/clients/clients.ts";
import { post } from "../../../testing/clients/tokens.ts";
import { authorizationOf, basic } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { noon } from "../../../testing/world.ts";
import { refusedRequestsOf } from "../../platform/records/refused-requests.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.deps.refusedRequests.flush();
  await service.rows("DELETE FROM refused_request");
});

async function kept(id: string) {
  await service.deps.refusedRequests.flush();
  return refusedRequestsOf(service.database, id, noon);
}
const sent = (path: string, fields: Fields, headers = basic("webClient")) =>
  post(service.origin, path, fields, headers);
const visit = (changes: Fields) => openBrowser(service.origin).get(authorizationOf("webClient", changes));

describe("decision 260: the page says what to change", () => {
  it("an address that is not registered, in the language of the browser, and nothing that was sent", async () => {
    const { status, body } = await visit({ redirect_uri: "https://rp.example/other?x=1" });
    expect([status, body]).toEqual([
      400,
      expect.stringContaining("Add the address of the request to the redirect URIs"),
    ]);
    expect(body).not.toContain("rp.example");
  });

  it("and nothing where no setting helps", async () => {
    const { status, body } = await visit({ client_id: "unknown" });
    expect([status, body]).toEqual([400, expect.not.stringContaining("What to change")]);
  });
});

describe("field.md I6: the reason is found at the client that was refused", () => {
  const SECRET = "s3cr3t-value-of-a-request";
  it.each<[string, string, () => Promise<unknown>, object]>([
    [
      "an address that is not registered",
      "authorization",
      () => visit({ redirect_uri: "https://rp.example/other?x=1" }),
      {
        error: "invalid_request",
        description: "redirect_uri is not registered",
        detail: "https://rp.example/other?…",
        remedy: expect.stringContaining("add the address that it sent to redirect_uris"),
        values: expect.objectContaining({ redirect_uri: "https://rp.example/other?…" }),
      },
    ],
    [
      "a request without PKCE",
      "authorization",
      () => visit({ code_challenge: undefined, code_challenge_method: undefined }),
      { error: "invalid_request", remedy: expect.stringContaining("PKCE") },
    ],
    [
      "a response type",
      "authorization",
      () => visit({ response_type: "token" }),
      { error: "unauthorized_client", detail: "token", remedy: expect.stringContaining("response_type") },
    ],
    [
      "a wrong secret",
      "token",
      () => sent("/token", { grant_type: "x" }, basic("webClient", SECRET)),
      {
        error: "invalid_client",
        detail: "the client sent no valid credentials",
        remedy: expect.stringContaining("rotate-secret"),
        values: { grant_type: "x" },
      },
    ],
    [
      "a grant type",
      "token",
      () => sent("/token", { grant_type: "client_credentials" }),
      {
        error: "unauthorized_client",
        detail: "client_credentials",
        remedy: "add the grant type to grant_types of the client",
      },
    ],
    [
      "a code",
      "token",
      () =>
        sent("/token", {
          grant_type: "authorization_code",
          code: SECRET,
          code_verifier: "v".repeat(43),
          redirect_uri: "https://rp.example/cb",
        }),
      {
        error: "invalid_grant",
        names: ["grant_type", "code", "code_verifier", "redirect_uri"],
      },
    ],
    [
      "a repeated parameter",
      "token",
      () => sent("/token", { grant_type: ["a", "b"] }),
      {
        error: "invalid_request",
        detail: "grant_type",
      },
    ],
    [
      "a pushed request",
      "par",
      () => sent("/par", { response_type: "code" }),
      { description: "redirect_uri is required" },
    ],
    ["an introspection", "introspection", () => sent("/introspect", {}), { description: "token is missing" }],
    ["a revocation", "revocation", () => sent("/revoke", {}), { description: "token is missing" }],
  ])("%s (%s)", async (_, endpoint, send, expected) => {
    await send();
    const found = await kept("webClient");
    expect(found).toEqual([expect.objectContaining({ endpoint, times: 1, ...expected })]);
    for (const secret of [SECRET, clientSecret]) expect(JSON.stringify(found)).not.toContain(secret);
  });

  it("meta-12: no secret of an authorization request is in the table", async () => {
    const names = ["state", "nonce", "login_hint", "id_token_hint", "claims", "ui_locales", "registration", "dpop_jkt"];
    await visit(Object.fromEntries(names.map((name) => [name, `${SECRET}-${name}`])));
    await visit({
      redirect_uri: `https://rp.example/?a=${SECRET}`,
      state: SECRET,
      request: SECRET,
      request_uri: SECRET,
    });
    expect((await kept("webClient")).length).toBe(2);
    const [{ stored } = {}] = await service.rows("SELECT json_agg(r)::text AS stored FROM refused_request r");
    expect(stored).not.toContain(SECRET);
  });

  it("a client that there is not has none, and neither has one that was not refused", async () => {
    await sent("/token", { grant_type: "x" }, basic("nobody"));
    await openBrowser(service.origin).get(authorizationOf("webClient", {}));
    await openBrowser(service.origin).get("/authorization?client_id=nobody");
    await service.deps.refusedRequests.flush();
    expect(await service.rows("SELECT FROM refused_request")).toEqual([]);
  });

  it("the log has the remedy, too", async () => {
    await sent("/token", { grant_type: "client_credentials" });
    expect(service.log()).toContain("add the grant type to grant_types of the client");
  });

  it("dos-47: the response does not wait for the table, and comes without it", async () => {
    await service.rows("BEGIN; ALTER TABLE refused_request RENAME TO away; COMMIT");
    try {
      expect((await sent("/token", { grant_type: "client_credentials" })).body.error).toBe("unauthorized_client");
      await expect(service.deps.refusedRequests.flush()).rejects.toThrow();
    } finally {
      await service.rows("ALTER TABLE away RENAME TO refused_request");
    }
  });
});
