/**
 * Writes what the directory of an organization says of a person as claims of an account that the organization owns.
 * Only values that the directory changed are written. A value that is not a valid claim is kept in the directory's
 * record only.
 */
import { domainOf, readEmailAddress, readTypedClaims, type TypedClaim } from "@countersign/rules";
import { badRequest, type ScimObject } from "@countersign/scim";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import type { About } from "../organizations/membership.ts";
import { isVerified } from "./scim-usernames.ts";

interface Change {
  readonly before: ScimObject;
  readonly after: ScimObject;
}

/** Writes the claims and the address that the directory changed. */
export async function writeClaims(query: Query, about: About, change: Change, by: By): Promise<void> {
  await writeNames(query, about, change, by);
  await writeAddress(query, about, change, by);
}

const CLAIMS = [
  "name",
  "given_name",
  "family_name",
  "middle_name",
  "nickname",
  "profile",
  "zoneinfo",
  "locale",
] as const;
type Claim = (typeof CLAIMS)[number] & TypedClaim;

async function writeNames(query: Query, { userId }: About, { before, after }: Change, by: By): Promise<void> {
  const [old, next] = [claimsOf(before), claimsOf(after)];
  const sent = Object.fromEntries(
    CLAIMS.filter((one) => old[one] !== next[one]).map((one) => [one, next[one] ?? null]),
  );
  const { claims, wrong } = readTypedClaims(sent);
  const changed = CLAIMS.filter((claim) => claim in sent && !wrong.includes(claim));
  if (changed.length === 0) return;
  const values = CLAIMS.flatMap((claim) => [changed.includes(claim), claims[claim] ?? null]);
  await query(WRITE, [userId, by.at, ...values]);
  const personal = Object.fromEntries(changed.map((claim) => [`${claim} after`, claims[claim] ?? ""]));
  await recordAudit(query, { type: "profile_changed", userId, ...by, detail: { claims: changed }, personal });
}

/** The claims of OIDC Core §5.1 for the attributes of RFC 7643 §4.1. */
function claimsOf(resource: ScimObject): Readonly<Partial<Record<Claim, string>>> {
  const name = (resource.name ?? {}) as ScimObject;
  const given: Readonly<Record<Claim, unknown>> = {
    name: resource.displayName ?? name.formatted,
    given_name: name.givenName,
    family_name: name.familyName,
    middle_name: name.middleName,
    nickname: resource.nickName,
    profile: resource.profileUrl,
    zoneinfo: resource.timezone,
    locale: resource.locale ?? resource.preferredLanguage,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === "string"));
}

/**
 * Gives the account the primary address. It counts as proved if the organization verified its domain. Otherwise no one
 * signs in by it until the person proved it.
 */
async function writeAddress(query: Query, about: About, { before, after }: Change, by: By): Promise<void> {
  const [old, text] = [addressOf(before), addressOf(after)];
  if (text === undefined) return;
  const address = readEmailAddress(text);
  if (address === undefined) throw badRequest("invalidValue", "emails has a value that is not an address");
  if (old !== undefined && readEmailAddress(old)?.canonical === address.canonical) return;

  const isProved = await isVerified(query, about.organizationId, domainOf(address.canonical));
  await query(ADDRESS, [about.userId, address.deliverable, address.canonical, isProved ? by.at : null, by.at]);
  await query("DELETE FROM address_proof WHERE user_id = $1", [about.userId]);
  if (old === undefined) return;
  await recordAudit(query, { type: "email_changed", userId: about.userId, ...by });
}

function addressOf({ emails }: ScimObject): string | undefined {
  const all = (Array.isArray(emails) ? emails : []) as readonly ScimObject[];
  const chosen = all.find(({ primary }) => primary === true) ?? all.find(({ type }) => type === "work") ?? all[0];
  return typeof chosen?.value === "string" ? chosen.value : undefined;
}

const WRITE = `
  UPDATE end_user SET updated_at = $2, ${CLAIMS.map(
    (claim, at) => `${claim} = CASE WHEN $${2 * at + 3} THEN $${2 * at + 4} ELSE ${claim} END`,
  ).join(", ")}
   WHERE id = $1`;

const ADDRESS = `
  UPDATE end_user SET email = $2, email_canonical = $3, email_verified_at = $4,
         email_verified = $4::timestamptz IS NOT NULL, updated_at = $5
   WHERE id = $1`;
