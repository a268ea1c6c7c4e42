/** The relying party at the start of the service, and the origins that it accepts: WebAuthn §4, §5.11 and §13.4.9. */
import { randomBytes } from "node:crypto";
import { createLogger } from "@countersign/service";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { addedPasskey, passkeySignIn } from "../../../../testing/factors/passkeys.ts";
import { authorizationOf } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";
import { environment } from "../../../config.ts";
import { openDependencies } from "../../../open.ts";

const KEYS = { KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64url")}` };
const started: Service[] = [];
async function start(settings: Record<string, string> = {}): Promise<Service> {
  const service = await startService({ settings });
  started.push(service);
  service.pass(60);
  return service;
}
afterEach(async () => {
  for (const service of started.splice(0)) await service.close();
});

describe("WebAuthn §4: passkeys belong to the RP ID that they were made for", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ settings: KEYS });
    for (const use of ["sign-in", "second-factor"] as const) await addedPasskey(service, service.alice, { use });
  });
  afterAll(() => service.close());

  /** Starts another process on the database of the service, and stops it. */
  async function startWith(settings: Record<string, string>) {
    const config = environment.parse({
      ISSUER: issuer,
      DATABASE_URL: service.connectionString,
      ...KEYS,
      USERINFO_RESOURCE: "https://api.example/userinfo",
      NODE_ENV: "test",
      ...settings,
    });
    const log = createLogger({ name: "test", level: "silent", destination: { write: () => {} } });
    const { close } = await openDependencies(config, log, { now: () => service.clock.now });
    for (const each of close) await each();
  }

  it.each<[string, Record<string, string>, string]>([
    ["a parent domain", { ISSUER: "https://auth.corp.example", WEBAUTHN_RP_ID: "corp.example" }, "corp.example"],
    ["another host", { ISSUER: "https://login.example" }, "login.example"],
    ["a host where browsers allow none", { ISSUER: "http://127.0.0.1:4000" }, "browsers allow none"],
  ])("so the service does not start with %s while people have them, and says how many", async (_, settings, said) => {
    const failed = startWith(settings);
    await expect(failed).rejects.toThrow("2 passkeys were made for another RP ID");
    await expect(failed).rejects.toThrow(said);
  });

  it("and not with an RP ID of another site", async () => {
    await expect(startWith({ WEBAUTHN_RP_ID: "evil.example" })).rejects.toThrow(
      "neither the issuer's host nor a parent",
    );
  });

  it("but with the same one, or when they were removed", async () => {
    await startWith({ WEBAUTHN_RP_ID: "auth.example" });
    await service.rows("DELETE FROM passkey");
    await startWith({ ISSUER: "https://login.example" });
  });
});

describe("WebAuthn §13.4.9: browsers allow passkeys in secure contexts", () => {
  it.each(["http://127.0.0.1:4000", "https://192.0.2.1"])(
    "the start warns at %s that passkeys are off",
    async (ISSUER) => {
      const service = await start({ ISSUER });
      const line = service
        .log()
        .split("\n")
        .find((one) => one.includes("passkeys are off"));
      expect(JSON.parse(line ?? "{}")).toMatchObject({ level: "warn", issuer: ISSUER });
      expect((await fetch(`${service.origin}/.well-known/webauthn`)).status).toBe(404);
    },
  );

  it.each(["http://localhost:4000", "http://auth.localhost", "https://auth.example"])(
    "and not at %s",
    async (ISSUER) => {
      expect((await start({ ISSUER })).log()).not.toContain("passkeys are off");
    },
  );
});

describe("WebAuthn §5.11: related origins", () => {
  const RELATED = "https://app.example.net";

  it("are published with that of the issuer, for browsers to read", async () => {
    const service = await start({ RELATED_ORIGINS: RELATED });
    const answer = await fetch(`${service.origin}/.well-known/webauthn`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual({ origins: [issuer, RELATED] });
  });

  it.each<[string, string, number]>([
    ["a passkey is accepted there", RELATED, 303],
    ["pkey-04: and refused at an origin that is not named", "https://app.example.evil", 422],
    ["pkey-04: or at another port of one that is", `${RELATED}:8443`, 422],
  ])("%s", async (_, origin, status) => {
    const service = await start({ RELATED_ORIGINS: RELATED });
    const key = await addedPasskey(service, service.alice);
    const browser = openBrowser(service.origin);
    const page = await browser.follow(await browser.get(authorizationOf("webClient")));
    expect((await passkeySignIn(browser, page, key, { origin })).status).toBe(status);
  });

  it.each(["https://a.example/path", "http://a.example", Array(6).fill("https://a.example").join(",")])(
    "the setting %j is refused",
    async (RELATED_ORIGINS) => {
      await expect(startService({ settings: { RELATED_ORIGINS } })).rejects.toThrow();
    },
  );
});
