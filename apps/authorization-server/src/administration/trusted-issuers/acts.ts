/** Acts on trusted issuers. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import { type Acting, acting, type Query } from "../../platform/stores/transaction.ts";
import { assignment, auditedOf, columnsOf, insertion } from "../entity-values.ts";
import { malformed, missing, Refused, unlessTaken } from "../refused.ts";
import {
  assertFits,
  type NewTrustedIssuer,
  TRUSTED_ISSUER,
  type TrustedIssuerChanges,
  type TrustedIssuerRecord,
  trustedIssuerFields,
} from "./entity.ts";
import { ALONE, endGivenBy, lockTrustedIssuer } from "./store.ts";

export const MOST_TRUSTED_ISSUERS = 50;

const TABLE = "trusted_issuer";

/**
 * Adds a trusted issuer that is enabled. It is refused if there is one of this name or `iss`, if there are too many, or
 * if its members do not fit together or name what there is not.
 */
export const addTrustedIssuer = (
  database: Acting,
  issuer: NewTrustedIssuer,
  by: By,
): Promise<{ readonly id: string }> =>
  acting(database, async (query) => {
    assertFits(issuer);
    // Of two at the same time, the second one counts the first.
    await query(ALONE, []);
    await assertKnown(query, issuer);
    const id = randomUUID();
    const row = { id, ...written(issuer), created_at: by.at };
    const added = await unlessTaken(TAKEN, () => query(...insertion(TABLE, row, MOST_TRUSTED_ISSUERS)));
    if (added.length === 0) throw new Refused({ kind: "limit", what: TRUSTED_ISSUER, most: MOST_TRUSTED_ISSUERS });
    const detail = { trustedIssuer: id, ...auditedOf(trustedIssuerFields, issuer) };
    await recordAudit(query, { type: "trusted_issuer_added", ...by, detail });
    return { id };
  });

/**
 * Changes settings, and whether it is enabled, at once. Unless only the name changes, all that its assertions gave
 * ends. Keys that are given replace the address of keys, and the other way round. Throws what `assertMeantFor` throws
 * for the issuer as it is. It is refused if there is none, and for the reasons for which a new one is.
 */
export const changeTrustedIssuer = (
  database: Acting,
  { id, ...asked }: TrustedIssuerChanges & { readonly id: string },
  by: By,
  assertMeantFor: AssertMeantFor<TrustedIssuerRecord> = forAny,
): Promise<TrustedIssuerRecord> =>
  acting(database, async (query) => {
    const held = await lockHeld(query, id);
    assertMeantFor(locked(held));
    const { isEnabled, ...changes } = differing(held, withOneSource(asked));
    if (isEnabled === undefined && Object.keys(changes).length === 0) return held;

    const after = { ...held, ...changes } as NewTrustedIssuer;
    assertFits(after);
    await assertKnown(query, after);
    if (isEnabled !== undefined || Object.keys(changes).some((name) => name !== "name"))
      await endGivenBy(query, held, by.at);
    const isOn = isEnabled ?? held.disabledAt === null;
    const change = assignment(TABLE, id, written(changes as Partial<NewTrustedIssuer>), [COUNTED, [isOn, by.at]]);
    await unlessTaken(TAKEN, () => query(...change));
    const detail = { trustedIssuer: id, ...auditedOf(trustedIssuerFields, { ...changes, isEnabled }) };
    await recordAudit(query, { type: "trusted_issuer_changed", ...by, detail });
    return lockHeld(query, id);
  });

/** Removes a trusted issuer, and ends all that its assertions gave. It is refused if there is none. */
export const removeTrustedIssuer = (
  database: Acting,
  id: string,
  by: By,
  assertMeantFor: AssertMeantFor<TrustedIssuerRecord> = forAny,
): Promise<void> =>
  acting(database, async (query) => {
    const held = await lockHeld(query, id);
    assertMeantFor(locked(held));
    await endGivenBy(query, held, by.at);
    await query("DELETE FROM trusted_issuer WHERE id = $1", [id]);
    const detail = { trustedIssuer: id, name: held.name, issuer: held.issuer };
    await recordAudit(query, { type: "trusted_issuer_removed", ...by, detail });
  });

const TAKEN = { what: TRUSTED_ISSUER, why: "there is a trusted issuer of this name, or of this iss" };

const COUNTED = `revision = revision + 1,
  disabled_at = CASE WHEN $2 THEN NULL ELSE coalesce(disabled_at, $3::timestamptz) END`;

async function lockHeld(query: Query, id: string): Promise<TrustedIssuerRecord> {
  const held = await lockTrustedIssuer(query, id);
  if (held === undefined) throw missing(TRUSTED_ISSUER);
  return held;
}

/** The columns of settings. Lists of objects are JSON. */
function written(settings: Partial<NewTrustedIssuer>) {
  const { jwks, workloads } = settings;
  return {
    ...columnsOf(trustedIssuerFields, settings),
    ...(jwks && { jwks: JSON.stringify(jwks) }),
    ...(workloads && { workloads: JSON.stringify(workloads) }),
  };
}

function withOneSource(changes: TrustedIssuerChanges): TrustedIssuerChanges {
  const { jwks, jwksUri } = changes;
  if (jwks && jwksUri === undefined) return { ...changes, jwksUri: null };
  return jwksUri && jwks === undefined ? { ...changes, jwks: null } : changes;
}

/** What of the changes is different from what the issuer has. */
function differing(held: TrustedIssuerRecord, changes: TrustedIssuerChanges): TrustedIssuerChanges {
  const before: Readonly<Record<string, unknown>> = { ...held, isEnabled: held.disabledAt === null };
  const isOther = ([name, value]: readonly [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, before[name]);
  return Object.fromEntries(Object.entries(changes).filter(isOther));
}

/** Refuses an issuer that names an unknown provider, client or resource server: it would silently give nothing. */
async function assertKnown(query: Query, { clients, workloads, provider, resources }: NewTrustedIssuer): Promise<void> {
  const values = [clients, workloads.map(({ client }) => client), provider, resources];
  const [unknown = {}] = await query(UNKNOWN, values);
  const [member] = Object.entries(unknown).find(([, isUnknown]) => isUnknown === true) ?? [];
  if (member !== undefined) throw malformed(TRUSTED_ISSUER, member, "names one that does not exist");
}

const isMissing = (list: string, there: string) =>
  `EXISTS (SELECT FROM unnest(${list}::text[]) named WHERE NOT EXISTS (${there} = named))`;

const UNKNOWN = `
  SELECT ${isMissing("$1", "SELECT FROM client WHERE id")} AS clients,
         ${isMissing("$2", "SELECT FROM client WHERE id")} AS workloads,
         $3::text IS NOT NULL AND NOT EXISTS (SELECT FROM identity_provider WHERE alias = $3) AS provider,
         ${isMissing("$4", "SELECT FROM resource_server WHERE identifier")} AS resources`;
