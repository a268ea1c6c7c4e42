/** A token of an administrator of one organization, who signed in strongly. */
import { openBrowser } from "../../../../testing/browser.ts";
import { redirectUriOf } from "../../../../testing/clients/clients.ts";
import { addedPasskey, passkeySignIn } from "../../../../testing/factors/passkeys.ts";
import { agree, authorizationOf, basic, redeem } from "../../../../testing/flows.ts";
import { ADMIN_SCOPES } from "../scopes.ts";
import { type Api, adminResource } from "./api.ts";

/** @param slug of an organization where the person has a role of the administration API */
export async function tokenInOrganization(api: Api, userId: string, slug: string): Promise<string> {
  const scopes = ["openid", ...ADMIN_SCOPES];
  await api.rows("UPDATE client SET scopes = $1 WHERE id = 'offlineClient'", [[...scopes, "organization"]]);
  const key = await addedPasskey(api, userId);
  api.pass(60); // A store that was just made knows no challenges from before.
  const browser = openBrowser(api.origin);
  const asked = { resource: adminResource, scope: [...scopes, `organization:${slug}`].join(" ") };
  const page = await browser.follow(await browser.get(authorizationOf("offlineClient", asked)));
  const back = await agree(browser, await browser.follow(await passkeySignIn(browser, page, key)));
  const code = back.location?.searchParams.get("code") ?? "";
  const redirect_uri = redirectUriOf("offlineClient");
  return (await redeem(api.origin, code, { redirect_uri }, basic("offlineClient"))).body.access_token;
}
