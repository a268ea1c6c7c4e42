/** Acts on the providers at which people may sign in. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import { isUniqueViolation } from "@countersign/database";
import type { ProviderTrust } from "@countersign/rules";
import type { SealedTexts } from "../keys/sealed-texts.ts";
import { inRecords, type RecordsDatabase, recordAudit } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";
import { providerOwner } from "../stores/person/identity-providers.ts";

/** The settings of a provider that operators choose. */
export interface ProviderSettings extends ProviderTrust {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

export interface NewProvider extends ProviderSettings {
  readonly alias: string;
  /** Our client secret at the provider. */
  readonly secret: string;
}

/** Settings to change; those that are undefined stay. */
export type ProviderChanges = { readonly [Name in keyof ProviderSettings]?: ProviderSettings[Name] | undefined } & {
  readonly secret?: string | undefined;
};

interface Acts {
  readonly database: RecordsDatabase;
  readonly texts: Pick<SealedTexts, "seal">;
}

/** Adds a provider. Returns its id; undefined, and changes nothing, if there is one with this alias. */
export async function addIdentityProvider(
  { database, texts }: Acts,
  { secret, ...provider }: NewProvider,
  by: By,
): Promise<string | undefined> {
  const id = randomUUID();
  const data = { id, ...copied(provider), ...sealedIn(id, secret, texts), createdAt: by.at };
  try {
    return await inRecords(database, async (records) => {
      await records.identityProvider.create({ data });
      await recordAudit(records, { type: "identity_provider_added", ...by, detail: { id, ...provider } });
      return id;
    });
  } catch (err) {
    if (isUniqueViolation(err)) return undefined;
    throw err;
  }
}

/**
 * Changes settings of a provider. Returns false if there is none with this alias. With another issuer, the identities
 * of before are kept and sign in no more: a subject means something only together with its issuer.
 */
export function changeIdentityProvider(
  { database, texts }: Acts,
  alias: string,
  { secret, ...changes }: ProviderChanges,
  by: By,
): Promise<boolean> {
  return inRecords(database, async (records) => {
    const found = await records.identityProvider.findUnique({ where: { alias }, select: { id: true } });
    if (found === null) return false;
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const data = { ...copied(given), ...(secret === undefined ? {} : sealedIn(found.id, secret, texts)) };
    await records.identityProvider.update({ where: { alias }, data });
    const detail = { alias, ...given, ...(secret !== undefined && { secret: "changed" }) };
    await recordAudit(records, { type: "identity_provider_changed", ...by, detail });
    return true;
  });
}

/**
 * Enables or disables a provider. While it is disabled, nobody signs in there, and no other sign-in is touched. Returns
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

function sealedIn(id: string, secret: string, texts: Pick<SealedTexts, "seal">) {
  const { sealed, keyEncryptionKeyId } = texts.seal(secret, providerOwner(id));
  return { sealedSecret: Buffer.from(sealed), keyEncryptionKeyId };
}

/** Prisma takes lists that it may change. */
const copied = <T extends object>(settings: T) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
  ) as { [Name in keyof T]: T[Name] extends readonly string[] ? string[] : T[Name] };
