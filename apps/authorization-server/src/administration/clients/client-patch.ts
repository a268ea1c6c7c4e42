/** A change of single members of a client's metadata: RFC 7396, for an object whose values are replaced as a whole. */
import { type ClientMetadata, hasSecret, hmacAlgsOf, type SecretUse, secretUseIn } from "@countersign/rules";

type Named = Readonly<Record<string, unknown>>;

/** The members after the change. A member whose new value is null is left out. */
export function patchedMembers(held: Named, changes: Named): Named {
  const members = Object.entries({ ...held, ...changes });
  return Object.fromEntries(members.filter(([, value]) => value !== null && value !== undefined));
}

/** Whether the stored secret still fits the metadata. If it does not, an operator adds the client again. */
export function keepsSecret(before: SecretUse, metadata: ClientMetadata): boolean {
  const after = secretUseIn(metadata);
  return hasSecret(before) === hasSecret(after) && hmacAlgsOf(before).join() === hmacAlgsOf(after).join();
}
