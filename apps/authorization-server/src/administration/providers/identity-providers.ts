/** Acts on the providers at which people may sign in. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { inStatements, type Statements } from "../../platform/records/records.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type Locked, locked } from "../../platform/stores/locked.ts";
import { providerOwner } from "../../platform/stores/ways-in/identity-providers.ts";
import { lockKept } from "../entity-acts.ts";
import { placeOf } from "../entity-declaration.ts";
import { assignment, columnsOf, insertion, valueIn } from "../entity-values.ts";
import { malformed, unlessTaken } from "../refused.ts";
import {
  type NewProvider,
  PROVIDER,
  type ProviderChanges,
  type ProviderRecord,
  providerFields,
  providers,
} from "./entity.ts";

/** What a change changes, by the names of the record. */
export type ChangedSetting = keyof ProviderChanges;

/**
 * Throws if a change may not be made. It sees the provider as it is in the transaction of the change, whose row is
 * locked, and what would differ.
 */
type AssertMayChange = (before: Locked<ProviderRecord>, changed: readonly ChangedSetting[]) => void;

interface Acts {
  readonly database: Statements;
  readonly texts: Pick<SealedTexts, "seal">;
}

/** Adds a provider, and returns its id. It is refused if there is one with this alias. */
export function addIdentityProvider(
  { database, texts }: Acts,
  { secret, isEnabled = true, organization, ...settings }: NewProvider,
  by: By,
): Promise<string> {
  const { alias } = settings;
  const id = randomUUID();
  const row = {
    ...{ id, ...columnsOf(providerFields, { ...settings, organization }), ...sealedIn(id, secret, texts) },
    ...{ created_at: by.at, disabled_at: isEnabled ? null : by.at },
  };
  const taken = { what: PROVIDER, name: alias, why: "there is a provider with this alias" };
  return unlessTaken(taken, () =>
    inStatements(database, async (query) => {
      if (organization && (await query(ORGANIZATION, [organization])).length === 0)
        throw malformed(PROVIDER, "organization", "there is no such organization");
      await query(...insertion("identity_provider", row));
      const detail = { id, ...settings, organizationId: organization, enabled: isEnabled };
      await recordAudit(query, { type: "identity_provider_added", ...by, detail });
      return id;
    }),
  );
}

const ORGANIZATION = "SELECT id FROM organization WHERE id = $1";

/**
 * Changes what differs of a provider, in one transaction. With another issuer, the identities of before are kept and
 * sign in no more: a subject means something only together with its issuer. The secret of before belongs to the issuer
 * of before, and would be sent to the new one: so the result is `secret-needed`, and nothing is changed, without
 * another secret. Our keys tell another issuer nothing.
 */
export function changeIdentityProvider(
  { database, texts }: Acts,
  alias: string,
  changes: ProviderChanges,
  by: By,
  assertMay: AssertMayChange = () => {},
): Promise<"changed" | "same" | "secret-needed"> {
  return inStatements(database, async (query) => {
    const before = await lockKept(query, providers, alias);
    const { secret, isEnabled, ...settings } = differing(changes, before);
    const changed = Object.keys(differing(changes, before)) as ChangedSetting[];
    assertMay(locked(before), changed);
    const isKept = secret === undefined && before.keyEncryptionKeyId !== null;
    if (changed.includes("issuer") && isKept) return "secret-needed";
    if (changed.length === 0) return "same";

    const columns = {
      ...columnsOf(providerFields, settings),
      ...(secret !== undefined && sealedIn(before.id, secret, texts)),
      ...(isEnabled !== undefined && { disabled_at: isEnabled ? null : by.at }),
    };
    await query(...assignment(placeOf(providers), alias, columns));
    const detail = { alias, ...detailOf({ ...settings, secret, isEnabled }, before) };
    await recordAudit(query, { type: "identity_provider_changed", ...by, detail });
    return "changed";
  });
}

/** What of a change differs from the provider. A secret always does. Lists are compared in their order. */
function differing(changes: ProviderChanges, before: ProviderRecord): ProviderChanges {
  const held = { ...before, isEnabled: before.disabledAt === null };
  const hasNone = changes.secret === null && before.keyEncryptionKeyId === null;
  const isOther = ([name, value]: readonly [string, unknown]) =>
    name === "secret" ? !hasNone : JSON.stringify(value) !== JSON.stringify(valueIn(held, name));
  return Object.fromEntries(Object.entries(changes).filter((one) => one[1] !== undefined && isOther(one)));
}

/** What the audit log has of a change: the values after and before, and of a secret that it changed. */
const detailOf = ({ secret, isEnabled, ...settings }: ProviderChanges, before: ProviderRecord) => ({
  ...settings,
  ...(isEnabled !== undefined && { enabled: isEnabled }),
  ...(secret !== undefined && { secret: secret === null ? "removed" : "changed" }),
  before: Object.fromEntries(Object.keys(settings).map((name) => [name, valueIn(before, name)])),
});

/**
 * Enables or disables a provider. While it is disabled, no one signs in there, and no other sign-in is touched. Returns
 * false if there is none with this alias in the other state.
 */
export function enableIdentityProvider(
  database: Statements,
  { alias, isEnabled }: { readonly alias: string; readonly isEnabled: boolean },
  by: By,
): Promise<boolean> {
  return inStatements(database, async (query) => {
    if ((await query(SWITCH, [alias, isEnabled ? null : by.at])).length === 0) return false;
    await recordAudit(query, { type: "identity_provider_changed", ...by, detail: { alias, enabled: isEnabled } });
    return true;
  });
}

const SWITCH = `
  UPDATE identity_provider SET disabled_at = $2
   WHERE alias = $1 AND (disabled_at IS NULL) <> ($2::timestamptz IS NULL) RETURNING id`;

/** Removes a provider and disconnects every identity there. Returns false if there is none with this alias. */
export function removeIdentityProvider(database: Statements, alias: string, by: By): Promise<boolean> {
  return inStatements(database, async (query) => {
    const [counted] = await query(IDENTITIES, [alias]);
    if ((await query(REMOVE, [alias])).length === 0) return false;
    const detail = { alias, identities: counted?.identities };
    await recordAudit(query, { type: "identity_provider_removed", ...by, detail });
    return true;
  });
}

const IDENTITIES = `
  SELECT count(*)::int AS identities FROM federated_identity i JOIN identity_provider p ON p.id = i.provider_id
   WHERE p.alias = $1`;
const REMOVE = "DELETE FROM identity_provider WHERE alias = $1 RETURNING id";

function sealedIn(id: string, secret: string | null, texts: Pick<SealedTexts, "seal">) {
  if (secret === null) return { sealed_secret: null, key_encryption_key_id: null };
  const { sealed, keyEncryptionKeyId } = texts.seal(secret, providerOwner(id));
  return { sealed_secret: sealed, key_encryption_key_id: keyEncryptionKeyId };
}
