/** A credential as a second factor: WebAuthn §7.2, beside a password. */

import { type Lies, prove } from "@countersign/dev/test-authenticator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addedPasskey, site } from "../../../testing/factors/passkeys.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { checkSecurityKey } from "./passkey.ts";

const from = {
  browser: "browser",
  place: "handle",
  address: "192.0.2.1",
  source: "192.0.2.1",
  network: "192.0.2.0/24",
};
let service: Service;
beforeAll(async () => {
  service = await startService();
  service.pass(60);
});
afterAll(() => service.close());

async function proved(use: "sign-in" | "second-factor", userId: string, lies: Lies = {}) {
  const { deps, alice } = service;
  const key = await addedPasskey(service, alice, { use });
  const challenge = deps.challenges.issue({ purpose: "second-factor", userId, ...from });
  const response = JSON.stringify(prove(site, challenge, key, lies));
  return checkSecurityKey({ response, userId, ...from }, deps);
}

describe("a credential is a second factor of its person", () => {
  it.each(["second-factor", "sign-in"] as const)("made for %s, with only the presence of the person", async (use) => {
    const lies = { userVerified: false, userHandle: null };
    expect(await proved(use, service.alice, lies)).toMatchObject({
      userId: service.alice,
      proof: { factor: "security-key", at: service.clock.now },
    });
  });

  it("but not of another person, and not without presence", async () => {
    expect(await proved("second-factor", service.mallory)).toMatchObject({ refused: true });
    expect(await proved("second-factor", service.alice, { userPresent: false })).toMatchObject({ refused: true });
  });
});
