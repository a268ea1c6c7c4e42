/** Acts that end or restrict accounts. */
import { randomUUID } from "node:crypto";
import { cancelDeletion, eraseAccount, eraseSoon, requestDeletion } from "../../src/administration/people/deletion.ts";
import { connectIdentity, disconnectIdentity } from "../../src/administration/people/federated-identities.ts";
import { disablePerson, enablePerson } from "../../src/administration/people/people.ts";
import { withdrawPart } from "../../src/administration/sessions/consent-parts.ts";
import { withdrawConsents } from "../../src/administration/sessions/consents.ts";
import { addPasskey, removePasskey } from "../../src/administration/ways-in/passkeys.ts";
import { demandPasswordChange } from "../../src/administration/ways-in/passwords.ts";
import { addTotp, removeTotp, resetFactors } from "../../src/administration/ways-in/second-factors.ts";
import { recordAudit } from "../../src/platform/stores/audit/audit-events.ts";
import type { AuditType } from "../../src/platform/stores/audit/audit-types.ts";
import { inTransaction } from "../../src/platform/stores/transaction.ts";
import { passkeyRecord } from "../factors/passkey-record.ts";
import { by, found, mail, person, provider, type RepeatedRow, type Scene, texts } from "./scene.ts";

const only = async (database: Scene) => [await person(database)];
const wish = (userId: string) => ({ userId, graceDays: 7, linkTo: () => "/", browser: "" });
const isIn = (where: string) => `SELECT FROM end_user WHERE id = $1 AND ${where}`;

async function withApp(database: Scene): Promise<readonly string[]> {
  const userId = await person(database);
  await addTotp(
    { userId, browser: "" },
    { name: "App", secret: "s", step: 1 },
    { database, mail, sealedTexts: texts },
    by,
  );
  return [userId, await found(database, "SELECT id FROM totp_factor WHERE user_id = $1", [userId])];
}

async function withIdentity(database: Scene): Promise<readonly string[]> {
  const [userId, [, providerId]] = [await person(database), await provider(database)];
  const identity = { providerId, issuer: "https://provider.example", subject: randomUUID() };
  await connectIdentity({ database, mail }, { userId, identity, browser: "" }, by);
  return [userId, await found(database, "SELECT id FROM federated_identity WHERE user_id = $1", [userId])];
}

async function withPasskey(database: Scene): Promise<readonly string[]> {
  const userId = await person(database);
  const passkey = { ...passkeyRecord, userId, browser: "", credentialId: randomUUID() };
  const added = await addPasskey({ ...database, mail }, passkey, by);
  return [userId, typeof added === "string" ? "" : added.id];
}

/** Two clients, of which the person lets one know what it knows, and the other one less. */
async function withConsents(database: Scene): Promise<readonly string[]> {
  const userId = await person(database);
  await database.pool.query(CONSENTS, [userId, ["webClient", "publicClient"], by.at]);
  return [userId];
}

/** Says that a person did it, in an act that needs a browser. */
const told =
  (type: AuditType) =>
  ({ pool }: Scene, [userId]: readonly string[]) =>
    inTransaction(pool, (query) => recordAudit(query, { type, userId, ...by, detail: {} }));

export const PEOPLE_ROWS = {
  user_disabled: {
    made: only,
    act: (database, [userId = ""]) => disablePerson(database, userId, by, undefined),
    left: isIn("disabled_at IS NULL"),
  },
  user_enabled: {
    made: async (database) => {
      const userId = await person(database);
      await disablePerson(database, userId, by, undefined);
      return [userId];
    },
    act: (database, [userId = ""]) => enablePerson(database, userId, by),
    left: isIn("disabled_at IS NOT NULL"),
  },
  deletion_requested: {
    made: only,
    act: (database, [userId = ""]) => requestDeletion({ database, mail }, wish(userId), by, undefined),
    left: isIn("(disabled_at IS NULL OR deletion_due_at IS DISTINCT FROM '2025-01-09T00:00:00Z')"),
  },
  deletion_cancelled: {
    // The account was reopened, and its person had not yet signed in.
    made: async (database) => {
      const userId = await person(database);
      await requestDeletion({ database, mail }, wish(userId), by, undefined);
      await database.pool.query("UPDATE end_user SET disabled_at = NULL WHERE id = $1", [userId]);
      return [userId];
    },
    act: (database, [userId = ""]) => cancelDeletion({ database, mail }, { userId, browser: "" }, by),
    left: isIn("(disabled_at IS NOT NULL OR deletion_due_at IS NOT NULL)"),
  },
  user_deleted: {
    made: only,
    act: async (database, [userId = ""]) => {
      await eraseSoon(database, userId, by, { kept: undefined });
      await eraseAccount({ database, mail }, userId, by);
    },
    left: isIn("true"),
  },
  password_reset: {
    made: withIdentity,
    act: told("password_reset"),
    left: "SELECT FROM federated_identity WHERE user_id = $1 AND $2 <> ''",
  },
  password_removed: {
    made: only,
    act: told("password_removed"),
    left: isIn("password_hash IS NOT NULL"),
  },
  password_change_required: {
    made: only,
    act: (database, [userId = ""]) => demandPasswordChange(database, userId, by),
    left: isIn("password_change_required_at IS NULL"),
  },
  second_factor_removed: {
    made: withApp,
    act: (database, [userId = "", id = ""]) =>
      removeTotp({ userId, browser: "" }, id, () => true, { database, mail }, by),
    left: "SELECT FROM totp_factor WHERE user_id = $1 AND id::text = $2",
  },
  passkey_removed: {
    made: withPasskey,
    act: (database, [userId = "", passkeyId = ""]) =>
      removePasskey({ ...database, mail }, { userId, passkeyId, browser: "" }, () => true, by),
    left: "SELECT FROM passkey WHERE user_id = $1 AND id::text = $2",
  },
  factors_reset: {
    made: withApp,
    act: (database, [userId = ""]) => resetFactors({ userId, reason: "lost" }, { database, mail }, by),
    left: "SELECT FROM totp_factor WHERE user_id = $1 AND id::text = $2",
  },
  identity_disconnected: {
    made: withIdentity,
    act: (database, [userId = "", id = ""]) =>
      disconnectIdentity({ database, mail }, { userId, id, browser: "" }, () => true, by),
    left: "SELECT FROM federated_identity WHERE user_id = $1 AND id::text = $2",
  },
  consent_withdrawn: {
    made: withConsents,
    act: async (database, [userId = ""]) => {
      await withdrawConsents(database, { userId, clientId: "publicClient" }, by);
      const part = { userId, clientId: "webClient", resource: "https://api.example", scope: "email" };
      await withdrawPart(database, part, by);
    },
    left: "SELECT FROM consent WHERE user_id = $1 AND (client_id = 'publicClient' OR 'email' = ANY (granted_scopes))",
  },
} as const satisfies Partial<Record<AuditType, RepeatedRow>>;

const CONSENTS = `
  INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, granted_claims, declined_claims,
                       hosts, updated_at)
  SELECT $1, client, 'https://api.example', '{openid,email}', '{}', '{}', '{}', '{}', $3
    FROM unnest($2::text[]) AS client`;
