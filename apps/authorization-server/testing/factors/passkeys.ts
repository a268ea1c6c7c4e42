/** Passkeys of the people of a test, and how they sign in with them. */

import { type HeldCredential, type Lies, newCredential, prove } from "@countersign/dev/test-authenticator";
import { addPasskey, removePasskey, renamePasskey } from "../../src/administration/ways-in/passkeys.ts";
import { removePassword } from "../../src/administration/ways-in/password-removal.ts";
import type { By } from "../../src/platform/stores/audit/audit-events.ts";
import { byOperatorAt } from "../acts/acts.ts";
import type { Answer, Browser } from "../browser.ts";
import type { Service } from "../service.ts";
import { issuer, noon } from "../world.ts";
import { signedInAs } from "./signed-in.ts";

export const site = { origin: issuer, rpId: new URL(issuer).hostname };

/** Gives a person a credential, as if it had been registered. */
export async function addedPasskey(
  { deps, database }: Pick<Service, "deps" | "database">,
  userId: string,
  { use = "sign-in", backupEligible = false }: { use?: "sign-in" | "second-factor"; backupEligible?: boolean } = {},
): Promise<HeldCredential> {
  const user = await deps.passkeys.userOf(userId);
  const credential = newCredential(-7, Buffer.from(user?.handle ?? "", "base64url"));
  const { id, coseKey: publicKey, alg } = credential;
  const held = { credentialId: id.toString("base64url"), publicKey, alg, signCount: 0, transports: ["internal"] };
  const about = { aaguid: "00000000-0000-0000-0000-000000000000", backupEligible, backedUp: false };
  const named = { use, rpId: site.rpId, name: "Key" };
  const acts = { pool: database.pool, mail: deps.mail };
  await addPasskey(acts, { userId, browser: "", ...held, ...about, ...named }, byOperatorAt(noon));
  return credential;
}

/** Everything that the audit log has of passkeys: one is added, renamed, copied and removed. */
export async function allPasskeyActs(service: Service, userId: string, browser: Browser, page: Answer): Promise<void> {
  const { database, deps } = service;
  const by = byOperatorAt(deps.now());
  const copied = await addedPasskey(service, userId);
  const passkeyId = (await deps.passkeys.listOf(userId))[0]?.passkeyId ?? "";
  await deps.passkeys.recordUse(passkeyId, { signCount: 5, backedUp: false, at: by.at });
  await passkeySignIn(browser, page, copied, { signCount: 4 });
  await renamePasskey(database, { userId, passkeyId, name: "Copied" }, by);
  await removePasskey({ ...database, mail: deps.mail }, { userId, passkeyId, browser: "" }, () => true, by);
}

/** A person signs in, gets two passkeys, and removes their password. */
export async function givingUpPassword(service: Service, username: string): Promise<void> {
  await signedInAs(service, username);
  const sessions = `
    SELECT s.id, u.id AS "userId" FROM browser_session s JOIN end_user u ON u.id = s.active_user_id
     WHERE u.username = $1`;
  const [session] = await service.rows(sessions, [username]);
  const userId = String(session?.userId);
  for (let count = 0; count < 2; count++) await addedPasskey(service, userId);
  const by: By = { actor: { kind: "person", userId }, at: service.deps.now(), address: "10.0.0.1" };
  const removed = await removePassword(service.deps, { userId, sessionId: String(session?.id), browser: "" }, by);
  if (removed === undefined) throw new Error(`${username} keeps the password`);
}

/** The options of the ceremony on a page. */
export const optionsOf = ({ body }: Answer) =>
  JSON.parse((/data-options="([^"]*)"/.exec(body)?.[1] ?? "").replaceAll("&quot;", '"')) as { challenge: string };

/** Sends the response of an authenticator to the sign-in page. */
export const sendPasskey = (browser: Browser, page: Answer, response: unknown) =>
  browser.submit(page, "/login", { action: "passkey", credential: JSON.stringify(response) });

/** Proves a credential on the sign-in page. */
export const passkeySignIn = (browser: Browser, page: Answer, key: HeldCredential, lies: Lies = {}) =>
  sendPasskey(browser, page, prove(site, optionsOf(page).challenge, key, lies));

/** Proves a credential on the page of the second factor. */
export const proveKey = (browser: Browser, page: Answer, key: HeldCredential, lies: Lies = {}) =>
  browser.submit(page, "/login/second-factor", {
    action: "security-key",
    credential: JSON.stringify(prove(site, optionsOf(page).challenge, key, lies)),
  });
