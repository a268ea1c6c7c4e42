/** The members of a client that no sentence of its own says: by the record, so that a new one is not forgotten. */
import type { ClientMembers } from "./client.ts";
import { CLIENT_ROWS, type ClientRow } from "./record/client-rows.ts";

/** Members that sentences of `checkClient` say. */
const IN_SENTENCES: ReadonlySet<keyof ClientMembers> = new Set([
  "redirectUris",
  "tokenEndpointAuthMethod",
  "grantTypes",
  "responseTypes",
  "responseModes",
  "scopes",
  "idTokenClaims",
  "tokenEndpointAuthMethodPinned",
  "requiredScopes",
  "consentPolicy",
  "requiredAcr",
  "requireSignedRequestObject",
  "requirePushedAuthorizationRequests",
  "dpopBoundAccessTokens",
  "tlsClientCertificateBoundAccessTokens",
]);
/** Members that only describe it, and decide nothing. */
const DESCRIBING: ReadonlySet<keyof ClientMembers> = new Set([
  "name",
  "localized",
  "clientUri",
  "policyUri",
  "tosUri",
  "logoUri",
  "contacts",
  "softwareId",
  "softwareVersion",
  "accentLight",
  "accentDark",
]);

/** Each other member that is not as it is by default: its name, its value and what it means. */
export const otherMembers = (client: Partial<ClientMembers>): readonly { about: string; says: string }[] =>
  CLIENT_ROWS.filter(({ field }) => !(IN_SENTENCES.has(field) || DESCRIBING.has(field))).flatMap((row) => {
    const value = client[row.field];
    return isDefault(value, row) ? [] : [{ about: row.wire, says: `${textOf(row, client)} (${row.means})` }];
  });

function isDefault(value: unknown, { shape }: ClientRow): boolean {
  if (value === undefined || value === null || value === false) return true;
  return (Array.isArray(value) && value.length === 0) || value === shape.safeParse(undefined).data;
}

function textOf({ field, wire, shown }: ClientRow, client: Partial<ClientMembers>): string {
  const value = shown === undefined ? client[field] : shown(client as ClientMembers)[wire];
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "object" ? "set" : String(value);
}
