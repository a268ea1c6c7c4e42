/** A demo client that runs at another place than before: `countersign seed`. */
import { type Client, endsAgreements, type SecretHash } from "@countersign/rules";
import { endAgreements } from "./agreements.ts";
import { audited } from "./audit-events.ts";
import { CLIENT_COLUMNS, clientOf, type Row } from "./client-rows.ts";
import type { Query } from "./transaction.ts";

/** What the place where a demo client runs decides about it. */
export interface Whereabouts extends Pick<Client, "redirectUris" | "postLogoutRedirectUris"> {
  readonly secretHash: SecretHash | undefined;
  /** Where it is told, with the `sid`, that a session ended; nowhere without one. */
  readonly backchannelLogoutUri: string | undefined;
}

/**
 * Gives a client the secret it has where it runs now, and adds its addresses there, in a transaction. Addresses on the
 * person's own machine change nothing of what people agreed to; any other host ends it. False when the client had them
 * all.
 */
export async function follow(
  query: Query,
  id: string,
  { secretHash, redirectUris, postLogoutRedirectUris, backchannelLogoutUri }: Whereabouts,
  at: Date,
): Promise<boolean> {
  const [before] = await query(LOCK, [id]);
  const addresses = [redirectUris, postLogoutRedirectUris, backchannelLogoutUri ?? null];
  const [after] = await query(FOLLOW, [id, secretHash ?? null, ...addresses]);
  if (before === undefined || after === undefined) return false;

  const endedBy = endsAgreements(clientOf(before as Row<Client>), clientOf(after as Row<Client>));
  const detail = endedBy.length === 0 ? {} : { endedBy, ended: await endAgreements(query, { clientId: id }, at) };
  await audited(query, { type: "client_moved", actor: "operator", at, clientId: id, detail });
  return true;
}

const LOCK = `SELECT ${CLIENT_COLUMNS} FROM client WHERE id = $1 FOR UPDATE`;

const FOLLOW = `
  UPDATE client
     SET secret_hash = $2, revision = revision + 1,
         redirect_uris = redirect_uris || ARRAY(SELECT unnest($3::text[]) EXCEPT SELECT unnest(redirect_uris)),
         post_logout_redirect_uris =
           post_logout_redirect_uris || ARRAY(SELECT unnest($4::text[]) EXCEPT SELECT unnest(post_logout_redirect_uris)),
         backchannel_logout_uri = $5, backchannel_logout_session_required = $5 IS NOT NULL
   WHERE id = $1
     AND (secret_hash IS DISTINCT FROM $2 OR NOT redirect_uris @> $3 OR NOT post_logout_redirect_uris @> $4
          OR backchannel_logout_uri IS DISTINCT FROM $5)
  RETURNING ${CLIENT_COLUMNS}`;
