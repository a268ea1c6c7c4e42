/** Acts on the providers at which people may sign in. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import { isUniqueViolation } from "@countersign/database";
import type { ProviderPreset, ProviderTrust } from "@countersign/rules";
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { findIdentityProvider, type IdentityProviderRecord } from "../../platform/records/identity-providers.ts";
import { inRecords, type RecordsDatabase, recordAudit } from "../../platform/records/records.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { type Locked, locked } from "../../platform/stores/locked.ts";
import { providerOwner } from "../../platform/stores/ways-in/identity-providers.ts";

/** The settings of a provider that operators choose. */
export interface ProviderSettings extends ProviderTrust {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Whether our sign-out asks the provider to end its session; it does not by default. */
  readonly rpInitiatedLogout?: boolean;
  /** What its claims become here, in the form that `readClaimMapping` reads; nothing by default. */
  readonly claims?: readonly string[] | undefined;
}

export interface NewProvider extends ProviderSettings {
  readonly alias: string;
  /** The name of a provider with only OAuth 2.0; none for an OpenID Provider. */
  readonly preset?: ProviderPreset | null;
  /** The organization that it belongs to; none by default. */
  readonly organizationId?: string | null;
  /** Whether people may sign in there at once; they may by default. */
  readonly isEnabled?: boolean;
  /** Our client secret at the provider; null if we authenticate there with our signing keys. */
  readonly secret: string | null;
}

/** Settings to change; those that are undefined stay. */
export type ProviderChanges = { readonly [Name in keyof ProviderSettings]?: ProviderSettings[Name] | undefined } & {
  readonly secret?: string | null | undefined;
  readonly isEnabled?: boolean | undefined;
};

/** What a change changes, by the names of the record. */
export type ChangedSetting = keyof ProviderSettings | "secret" | "isEnabled";

/**
 * Throws if a change may not be made. It sees the provider as it is in the transaction of the change, whose row is
 * locked, and what would differ.
 */
export type AssertMayChange = (before: Locked<IdentityProviderRecord>, changed: readonly ChangedSetting[]) => void;

interface Acts {
  readonly database: RecordsDatabase;
  readonly texts: Pick<SealedTexts, "seal">;
}

/** Adds a provider. Returns its id; undefined, and changes nothing, if there is one with this alias. */
export async function addIdentityProvider(
  { database, texts }: Acts,
  { secret, isEnabled = true, ...provider }: NewProvider,
  by: By,
): Promise<string | undefined> {
  const id = randomUUID();
  const state = { createdAt: by.at, disabledAt: isEnabled ? null : by.at };
  const data = { id, ...copied(provider), ...sealedIn(id, secret, texts), ...state };
  try {
    return await inRecords(database, async (records) => {
      await records.identityProvider.create({ data });
      await recordAudit(records, {
        type: "identity_provider_added",
        ...by,
        detail: { id, ...provider, enabled: isEnabled },
      });
      return id;
    });
  } catch (err) {
    if (isUniqueViolation(err)) return undefined;
    throw err;
  }
}

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
): Promise<"changed" | "same" | "missing" | "secret-needed"> {
  return inRecords(database, async (records) => {
    await records.$executeRaw`SELECT FROM identity_provider WHERE alias = ${alias} FOR NO KEY UPDATE`;
    const before = await findIdentityProvider({ ...database, joined: records }, alias);
    if (before === undefined) return "missing";
    const { settings, ...others } = differing(changes, before);
    const changed = Object.keys({ ...settings, ...others }) as ChangedSetting[];
    assertMay(locked(before), changed);
    const isKept = others.secret === undefined && before.keyEncryptionKeyId !== null;
    if (changed.includes("issuer") && isKept) return "secret-needed";
    if (changed.length === 0) return "same";

    const { secret, isEnabled } = others;
    const data = {
      ...copied(settings),
      ...(secret !== undefined && sealedIn(before.id, secret, texts)),
      ...(isEnabled !== undefined && { disabledAt: isEnabled ? null : by.at }),
    };
    await records.identityProvider.update({ where: { alias }, data });
    const detail = { alias, ...detailOf({ settings, secret, isEnabled }, before) };
    await recordAudit(records, { type: "identity_provider_changed", ...by, detail });
    return "changed";
  });
}

interface Differing {
  readonly settings: Partial<ProviderSettings>;
  readonly secret?: string | null | undefined;
  readonly isEnabled?: boolean | undefined;
}

/** What of a change differs from the provider. A secret always does. Lists are compared in their order. */
function differing({ secret, isEnabled, ...changes }: ProviderChanges, before: IdentityProviderRecord): Differing {
  const held = before as Readonly<Record<string, unknown>>;
  const settings = Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(held[name]),
    ),
  );
  const isSame = isEnabled === undefined || isEnabled === (before.disabledAt === null);
  const hasNone = secret === null && before.keyEncryptionKeyId === null;
  return { settings, ...(secret !== undefined && !hasNone && { secret }), ...(!isSame && { isEnabled }) };
}

/** What the audit trail has of a change: the values after and before, and of a secret that it changed. */
const detailOf = ({ settings, secret, isEnabled }: Differing, before: IdentityProviderRecord) => ({
  ...settings,
  ...(isEnabled !== undefined && { enabled: isEnabled }),
  ...(secret !== undefined && { secret: secret === null ? "removed" : "changed" }),
  before: Object.fromEntries(Object.keys(settings).map((name) => [name, before[name as keyof ProviderSettings]])),
});

/**
 * Enables or disables a provider. While it is disabled, no one signs in there, and no other sign-in is touched. Returns
 * false if there is none with this alias in the other state.
 */
export function enableIdentityProvider(
  database: RecordsDatabase,
  { alias, isEnabled }: { readonly alias: string; readonly isEnabled: boolean },
  by: By,
): Promise<boolean> {
  return inRecords(database, async (records) => {
    const where = { alias, disabledAt: isEnabled ? { not: null } : null };
    const { count } = await records.identityProvider.updateMany({
      where,
      data: { disabledAt: isEnabled ? null : by.at },
    });
    if (count === 0) return false;
    await recordAudit(records, { type: "identity_provider_changed", ...by, detail: { alias, enabled: isEnabled } });
    return true;
  });
}

/** Removes a provider and disconnects every identity there. Returns false if there is none with this alias. */
export function removeIdentityProvider(database: RecordsDatabase, alias: string, by: By): Promise<boolean> {
  return inRecords(database, async (records) => {
    const identities = await records.federatedIdentity.count({ where: { provider: { alias } } });
    if ((await records.identityProvider.deleteMany({ where: { alias } })).count === 0) return false;
    await recordAudit(records, { type: "identity_provider_removed", ...by, detail: { alias, identities } });
    return true;
  });
}

function sealedIn(id: string, secret: string | null, texts: Pick<SealedTexts, "seal">) {
  if (secret === null) return { sealedSecret: null, keyEncryptionKeyId: null };
  const { sealed, keyEncryptionKeyId } = texts.seal(secret, providerOwner(id));
  return { sealedSecret: Buffer.from(sealed), keyEncryptionKeyId };
}

/** Prisma takes lists that it may change. */
const copied = <T extends object>(settings: T) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
  ) as { [Name in keyof T]: T[Name] extends readonly string[] | undefined ? string[] : T[Name] };
