/** The providers at which people may sign in, as operators see them. */
import type { Prisma } from "@countersign/database";
import type { FederationMode, ProviderPreset } from "@countersign/rules";
import { fromRecords, type Records, type RecordsDatabase } from "./records.ts";

const LISTED = {
  id: true,
  alias: true,
  name: true,
  issuer: true,
  clientId: true,
  scopes: true,
  mode: true,
  domains: true,
  autoLink: true,
  mfa: true,
  phr: true,
  rpInitiatedLogout: true,
  preset: true,
  claims: true,
  enforced: true,
  keyEncryptionKeyId: true,
  disabledAt: true,
  createdAt: true,
  managedBy: true,
  organizationId: true,
} satisfies Prisma.IdentityProviderSelect;

/** A provider without our secret there. Where `keyEncryptionKeyId` is null, there is none. */
export type IdentityProviderRecord = Readonly<
  Omit<Prisma.IdentityProviderGetPayload<{ select: typeof LISTED }>, "mode" | "preset">
> & { readonly mode: FederationMode; readonly preset: ProviderPreset | null };

/** Every provider, by alias. */
export const listIdentityProviders = (database: RecordsDatabase): Promise<readonly IdentityProviderRecord[]> =>
  fromRecords(
    database,
    // Every row has a known mode and preset: PostgreSQL checks them.
    async ({ identityProvider }) =>
      (await identityProvider.findMany({ select: LISTED, orderBy: { alias: "asc" } })) as IdentityProviderRecord[],
  );

/** The provider with this alias. */
export async function findIdentityProvider(
  database: RecordsDatabase,
  alias: string,
): Promise<IdentityProviderRecord | undefined> {
  const found = await fromRecords(database, ({ identityProvider }) =>
    identityProvider.findUnique({ select: LISTED, where: { alias } }),
  );
  return (found ?? undefined) as IdentityProviderRecord | undefined;
}

/** A provider with our sealed secret there, which a configuration compares; none if we authenticate with our keys. */
export interface DeclarableProvider extends IdentityProviderRecord {
  readonly secret: { readonly sealed: Uint8Array; readonly keyEncryptionKeyId: string } | undefined;
}

/** Every provider that belongs to no organization, by alias, in a transaction. */
export async function declarableProviders({ identityProvider }: Records): Promise<readonly DeclarableProvider[]> {
  const select = { ...LISTED, sealedSecret: true };
  const rows = await identityProvider.findMany({ select, where: { organizationId: null }, orderBy: { alias: "asc" } });
  return rows.map(({ sealedSecret: sealed, ...row }) => {
    const { keyEncryptionKeyId } = row;
    const secret = sealed === null || keyEncryptionKeyId === null ? undefined : { sealed, keyEncryptionKeyId };
    return { ...(row as IdentityProviderRecord), secret };
  });
}
