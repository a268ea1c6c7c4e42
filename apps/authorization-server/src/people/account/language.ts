/** The language of the pages and mails, which the person chooses on every page of the account. */
import type { Call } from "@countersign/service";
import { changeProfile } from "../../administration/people/profiles.ts";
import type { Dependencies } from "../../dependencies.ts";
import { showIn } from "../../platform/http/languages.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";

/**
 * Shows all pages of this browser in another language. Mails use it too if people may change the claim `locale`.
 * Returns false if there is no such language.
 */
export async function chooseLanguage(
  tag: string | undefined,
  { userId, by }: { readonly userId: string; readonly by: By },
  { views, issuer, profileClaims, database }: Pick<Dependencies, "views" | "issuer" | "profileClaims" | "database">,
  { res }: Call,
): Promise<boolean> {
  const locale = showIn(tag, { views, issuer }, { res });
  if (locale === undefined) return false;
  if (profileClaims.has("locale")) await changeProfile(database, { userId, claims: { locale } }, by);
  return true;
}
