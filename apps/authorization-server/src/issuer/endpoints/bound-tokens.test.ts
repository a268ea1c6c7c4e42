import { NO_SENDER, type Sender } from "@countersign/rules";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import type { ClientName } from "../../../testing/clients/clients.ts";
import { asClient, post, tokensFor } from "../../../testing/clients/tokens.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { resource } from "../../../testing/world.ts";

const secret = "userinfo-response-secret-of-these-tests-0123";
const key: Sender = { kind: "key", thumbprint: "k".repeat(43) };
const certificate: Sender = { kind: "certificate", thumbprint: "c".repeat(43) };

let service: Service;
let claims: Record<string, string>;
beforeAll(async () => {
  service = await startService({ settings: { USERINFO_RESPONSE_SECRET: secret } });
  await service.rows("UPDATE client SET resource_server = $1 WHERE id = 'queryClient'", [resource]);
  await service.rows("UPDATE client SET userinfo_signed_response_alg = 'RS256' WHERE id = 'offlineClient'");
});
afterAll(() => service.close());
beforeEach(async () => {
  const { access_token: token } = await tokensFor(
    openBrowser(service.origin),
    service.origin,
    "offlineClient",
    "openid email",
  );
  claims = decodeJwt(token);
});

/** A token like a real one, bound to a sender. */
async function issue(sender: Sender): Promise<string> {
  const { authorization_id: authorizationId = "", sub = "" } = claims;
  const grounds = {
    authorizationId,
    sub,
    clientId: "offlineClient",
    scopes: ["openid", "email"],
    resource: { identifier: resource },
  };
  return (await service.deps.tokens.issue(grounds, sender, service.clock.now)).access_token;
}

async function introspect(client: ClientName, token: string) {
  const { headers, fields } = asClient(client);
  return (await post(service.origin, "/introspect", { ...fields, token }, headers)).body;
}

const userinfoResponse = (token: string) =>
  fetch(`${service.origin}/internal/userinfo-response`, {
    method: "POST",
    body: new URLSearchParams({ token }),
    headers: { authorization: `Bearer ${secret}` },
  });

describe("RFC 9449 §6.2 and RFC 8705 §3.2: introspection returns the binding of a token", () => {
  it.each([
    ["a key", key, { token_type: "DPoP", cnf: { jkt: key.thumbprint } }],
    ["a certificate", certificate, { token_type: "Bearer", cnf: { "x5t#S256": certificate.thumbprint } }],
  ] as const)("%s, to its client and its resource server", async (_, sender, bound) => {
    const token = await issue(sender);
    expect(await introspect("offlineClient", token)).toMatchObject({ active: true, ...bound });
    expect(await introspect("queryClient", token)).toMatchObject({ active: true, ...bound });
  });

  it("has no cnf for a bearer token", async () => {
    const answer = await introspect("offlineClient", await issue(NO_SENDER));
    expect(answer).toMatchObject({ active: true, token_type: "Bearer" });
    expect(answer).not.toHaveProperty("cnf");
  });
});

describe("architecture §5: a UserInfo response is refused if the sender of a bound token is not proved", () => {
  it("succeeds for a bearer token", async () => {
    expect((await userinfoResponse(await issue(NO_SENDER))).status).toBe(200);
  });

  it.each([key, certificate])("refuses a token that is bound to a $kind", async (sender) => {
    const response = await userinfoResponse(await issue(sender));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: "invalid_token" });
  });
});
