/** Moves a demo client that now runs at another location: `countersign seed`. */
import type { Database } from "@countersign/database";
import { type Client, endsAgreements, type SecretHash } from "@countersign/rules";
import { type By, recordAudit } from "../audit/audit-events.ts";
import { type EndedAgreements, endAgreements, endAgreementsInBatches, together } from "../issued/agreements.ts";
import { autocommit, inTransaction, type Query } from "../transaction.ts";
import { CLIENT_COLUMNS, clientOf, type Row } from "./client-rows.ts";

/** The properties of a demo client that depend on its location. */
export interface DemoLocation extends Pick<Client, "redirectUris" | "postLogoutRedirectUris"> {
  readonly secretHash: SecretHash | undefined;
  /** Where it is notified, with the `sid`, that a session ended; undefined if it is not notified. */
  readonly backchannelLogoutUri: string | undefined;
  /** What it needs for the samples of this release; an older one may have less. */
  readonly scopes: readonly string[];
  readonly grantTypes: readonly string[];
  readonly authorizationDetailsTypes: readonly string[];
  /** The resource server whose tokens it introspects; undefined if it belongs to none. */
  readonly resourceServer?: string | undefined;
}

/**
 * Gives a client the secret that it has at its present location, and adds its addresses there. Addresses on the
 * person's own machine do not affect what people agreed to; any other host ends the agreements. Returns false if the
 * client had all of this already.
 */
export async function relocateDemoClient(
  { pool }: Pick<Database, "pool">,
  { id, location }: { readonly id: string; readonly location: DemoLocation },
  by: By,
): Promise<boolean> {
  const ended = await endBeforehand(autocommit(pool), id, location, by.at);
  return inTransaction(pool, (query) => move(query, id, location, { by, ended }));
}

// Most of it ends before the client is locked, because requests of the client wait for that lock.
async function endBeforehand(query: Query, id: string, { redirectUris }: DemoLocation, at: Date) {
  const [row] = await query(FIND, [id]);
  if (row === undefined) return { consents: 0, authorizations: 0 };

  const before = clientOf(row as Row<Client>);
  const after = { ...before, redirectUris: [...before.redirectUris, ...redirectUris] };
  return endsAgreements(before, after).length > 0
    ? endAgreementsInBatches(query, id, at)
    : { consents: 0, authorizations: 0 };
}

async function move(
  query: Query,
  id: string,
  { secretHash, redirectUris, postLogoutRedirectUris, backchannelLogoutUri, ...samples }: DemoLocation,
  { by, ended }: { readonly by: By; readonly ended: EndedAgreements },
): Promise<boolean> {
  const [before] = await query(LOCK, [id]);
  const addresses = [redirectUris, postLogoutRedirectUris, backchannelLogoutUri ?? null];
  const [after] = await query(RELOCATE, [
    id,
    secretHash ?? null,
    ...addresses,
    samples.scopes,
    samples.authorizationDetailsTypes,
    samples.resourceServer ?? null,
    samples.grantTypes,
  ]);
  if (before === undefined || after === undefined) return false;

  const endedBy = endsAgreements(clientOf(before as Row<Client>), clientOf(after as Row<Client>));
  const rest = endedBy.length === 0 ? undefined : await endAgreements(query, { clientId: id }, by.at);
  const detail = rest === undefined ? {} : { endedBy, ended: together(ended, rest) };
  await recordAudit(query, { type: "client_moved", clientId: id, ...by, detail });
  return true;
}

const FIND = `SELECT ${CLIENT_COLUMNS} FROM client WHERE id = $1`;

const LOCK = `${FIND} FOR UPDATE`;

const RELOCATE = `
  UPDATE client
     SET secret_hash = $2, revision = revision + 1,
         redirect_uris = redirect_uris || ARRAY(SELECT unnest($3::text[]) EXCEPT SELECT unnest(redirect_uris)),
         post_logout_redirect_uris =
           post_logout_redirect_uris
           || ARRAY(SELECT unnest($4::text[]) EXCEPT SELECT unnest(post_logout_redirect_uris)),
         backchannel_logout_uri = $5, backchannel_logout_session_required = $5 IS NOT NULL,
         scopes = scopes || ARRAY(SELECT unnest($6::text[]) EXCEPT SELECT unnest(scopes)),
         authorization_details_types =
           authorization_details_types
           || ARRAY(SELECT unnest($7::text[]) EXCEPT SELECT unnest(authorization_details_types)),
         grant_types = grant_types || ARRAY(SELECT unnest($9::text[]) EXCEPT SELECT unnest(grant_types)),
         resource_server = COALESCE($8, resource_server)
   WHERE id = $1
     AND (secret_hash IS DISTINCT FROM $2 OR NOT redirect_uris @> $3 OR NOT post_logout_redirect_uris @> $4
          OR backchannel_logout_uri IS DISTINCT FROM $5
          OR NOT scopes @> $6 OR NOT authorization_details_types @> $7 OR NOT grant_types @> $9
          OR resource_server IS DISTINCT FROM COALESCE($8, resource_server))
  RETURNING ${CLIENT_COLUMNS}`;
