import { type Client, type Detail, type DetailsTypes, readDetails } from "@countersign/rules";

/**
 * The authorization details that a token request names (RFC 9396 §6); undefined if it names none. Throws
 * `invalid_authorization_details` for a type that the client may not use.
 */
export function askedDetails(
  { authorization_details: sent }: { readonly authorization_details?: string | undefined },
  client: Client,
  { detailsTypes }: { readonly detailsTypes: DetailsTypes },
): readonly Detail[] | undefined {
  return sent === undefined ? undefined : readDetails(sent, client, detailsTypes);
}
