/** Functions derived from the rows of the client record: what is stored of metadata, and what is shown of a client. */
import type { ClientMembers } from "../client.ts";
import type { ClientMetadata } from "../metadata/client-metadata.ts";
import { CLIENT_RECORD } from "./client-record.ts";
import type { Member } from "./member.ts";

/** Metadata of a client, whether an operator or the client itself gave it. */
export type StoredMetadata = ClientMetadata & { readonly logo_uri?: string | undefined };

export interface ClientRow extends Omit<Member, "stored" | "shown" | "omitted"> {
  readonly field: keyof ClientMembers;
  readonly column: string;
  readonly inRequests: boolean;
  /** The value of its column; `null` if there is none. */
  stored(metadata: StoredMetadata): unknown;
  /** Absent for a member that is shown by its own name and value. */
  shown?: ((client: ClientMembers) => Readonly<Record<string, unknown>>) | undefined;
  /** Absent for a member that is never omitted. */
  omitted?: ((client: ClientMembers) => boolean) | undefined;
}

/** The rows of the record, in its order. */
export const CLIENT_ROWS: readonly ClientRow[] = Object.entries(CLIENT_RECORD).map(([name, row]) => {
  const field = name as keyof typeof CLIENT_RECORD;
  const { wire, absent = null, stored, shown, omitted, column = wire, ...rest } = row as Loose & typeof row;
  return {
    ...rest,
    field,
    wire,
    column,
    stored: (metadata) => (stored ? stored(metadata) : metadata[wire as keyof StoredMetadata]) ?? absent,
    shown,
    omitted,
  };
});

/** A row whose functions accept the arguments used here: each function names only the members that it reads. */
interface Loose {
  readonly absent?: unknown;
  readonly column?: string;
  stored?(metadata: StoredMetadata): unknown;
  shown?(client: ClientMembers): Readonly<Record<string, unknown>>;
  omitted?(client: ClientMembers): boolean;
}

/**
 * The metadata of a client, by the names of its members. Operators see every member. A client that reads its
 * registration does not see members that say nothing about it.
 */
export function shownMetadata(client: ClientMembers, to: "client" | "operator"): Readonly<Record<string, unknown>> {
  const metadata: Record<string, unknown> = {};
  for (const { field, wire, omitted, shown } of CLIENT_ROWS) {
    if (to === "client" && omitted?.(client)) continue;
    if (shown === undefined) metadata[wire] = client[field];
    else Object.assign(metadata, shown(client));
  }
  return metadata;
}

/** The names of the members that differ between the two clients. */
export function changedMembers(before: ClientMembers, after: ClientMembers): readonly string[] {
  return CLIENT_ROWS.flatMap(({ field, wire, shown }) => {
    if (isSame(before[field], after[field])) return [];
    if (shown === undefined) return [wire];
    const [old, now] = [shown(before), shown(after)];
    const changed = Object.keys({ ...old, ...now }).filter((name) => !isSame(old[name], now[name]));
    return changed.length > 0 ? changed : [wire];
  });
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields of a client with this metadata, except its state. */
export function clientFields(metadata: StoredMetadata): ClientMembers {
  const fields: Record<string, unknown> = {};
  for (const { field, stored } of CLIENT_ROWS) fields[field] = stored(metadata) ?? undefined;
  return fields as unknown as ClientMembers;
}

/**
 * What a client keeps when it replaces its registration (RFC 7592 §2.2): the members that only an operator sets. They
 * are for no client of profile fapi2, so one that becomes stricter keeps none.
 */
export function keptMembers(
  before: ClientMembers,
  { profile }: Pick<StoredMetadata, "profile">,
): Partial<ClientMembers> {
  const kept = profile === "fapi2" ? [] : CLIENT_ROWS.filter(({ setBy }) => setBy === "operator");
  return Object.fromEntries(kept.map(({ field }) => [field, before[field]]));
}

/** The members in the discovery document: the values that each may have, by the names of its metadata. */
export function supportedValues(): Readonly<Record<string, readonly string[]>> {
  const named = CLIENT_ROWS.flatMap(({ supported }) => supported?.as.map((name) => [name, supported.values]) ?? []);
  return Object.fromEntries(named);
}
