import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { initialAccessToken, metadata, send } from "../../../../testing/clients/registration.ts";
import { advance, authorizationOf, codeFor, redeem } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { noon } from "../../../../testing/world.ts";
import { purgeClients } from "../../../platform/jobs/purge/purge-clients.ts";

const redirectUri = "http://localhost:3334/oauth/callback";
const program = { client_name: "Tool", redirect_uris: [redirectUri] };

let service: Service;
let addresses = 0;
beforeAll(async () => {
  service = await startService({ settings: { OPEN_REGISTRATION: "native", OPEN_REGISTRATION_CLIENTS: "2" } });
});
afterAll(() => service.close());
beforeEach(() => service.rows("DELETE FROM client WHERE registered_openly"));

const register = (body: unknown, token?: string) => {
  addresses += 1;
  return send(service, { token, body, headers: { "x-forwarded-for": `10.8.0.${addresses}` } });
};
/** A request of such a client. */
const asked = (client_id: string) => ({ client_id, redirect_uri: redirectUri });
/** Signs a person in to the client, and agrees. */
const use = (client_id: string) => codeFor(openBrowser(service.origin), "publicClient", asked(client_id));
const openClients = async () =>
  (await service.rows("SELECT id FROM client WHERE registered_openly ORDER BY created_at")).map(({ id }) => id);

describe("RFC 7591 §3: a program registers itself without a token", () => {
  it("as a public native client, and is told no address at which it could change that", async () => {
    const { status, headers, body } = await register({ ...program, token_endpoint_auth_method: "client_secret_post" });
    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(body).toMatchObject({
      client_id: expect.any(String),
      client_id_issued_at: noon.getTime() / 1000,
      client_name: "Tool",
      profile: "oauth21",
      application_type: "native",
      token_endpoint_auth_method: "none",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
    });
    for (const name of ["client_secret", "registration_access_token", "registration_client_uri"])
      expect(body).not.toHaveProperty(name);
  });

  it("signs a person in, and asks for consent at each sign-in", async () => {
    const { client_id } = (await register(program)).body;
    const browser = openBrowser(service.origin);
    const given = await codeFor(browser, "publicClient", asked(client_id));
    const { status, body } = await redeem(service.origin, given, asked(client_id), {});
    expect([status, body.token_type]).toEqual([200, "Bearer"]);
    // Decision 8: another program could listen at the address.
    const silent = await advance(browser, authorizationOf("publicClient", { ...asked(client_id), prompt: "none" }));
    expect(silent.get("error")).toBe("consent_required");
  });

  it("dcr-32: cannot change itself", async () => {
    const { client_id } = (await register(program)).body;
    const path = `/openid/register/${client_id}`;
    for (const [method, body] of [["GET"], ["PUT", { ...program, client_id }], ["DELETE"]] as const)
      expect((await send(service, { method, path, body, token: client_id })).status).toBe(401);
  });

  it("dcr-30: gets nothing of what an initial access token would allow", async () => {
    expect(await register(metadata)).toMatchObject({ status: 400, body: { error: "invalid_redirect_uri" } });
    expect(await register(program, "unknown")).toMatchObject({ status: 401, body: { error: "invalid_token" } });
    expect((await register(metadata, await initialAccessToken(service))).status).toBe(201);
    expect(await openClients()).toEqual([]);
  });

  it("dcr-31: the oldest to which no person agreed goes for a new one, and none that people use", async () => {
    const used = (await register(program)).body.client_id;
    await use(used);
    service.pass(1);
    await register(program);
    service.pass(1);
    const next = (await register(program)).body.client_id;
    expect(await openClients()).toEqual([used, next]);
    await use(next);
    expect(await register(program)).toMatchObject({ status: 503, body: { error: "temporarily_unavailable" } });
    expect(await openClients()).toEqual([used, next]);
  });

  it("is deleted after a day if no person agreed to it", async () => {
    const used = (await register(program)).body.client_id;
    await use(used);
    await register(program);
    const purging = (hours: number) =>
      purgeClients({
        ...service.deps,
        database: service.database,
        at: new Date(service.clock.now.getTime() + hours * 3_600_000),
        unusedDays: 90,
      });
    await purging(23);
    expect(await openClients()).toHaveLength(2);
    await purging(25);
    expect(await openClients()).toEqual([used]);
  });
});

describe("RFC 7591 §3: a deployment that does not open registrations", () => {
  it("says what is missing, and nothing of the request", async () => {
    const closed = await startService();
    try {
      const { status, body } = await send(closed, { body: { ...program, logo_uri: "https://evil.example" } });
      expect([status, body.error]).toEqual([401, "invalid_token"]);
      expect(body.error_description).toContain("initial access token");
    } finally {
      await closed.close();
    }
  });
});
