import { type Configuration, fetchUserInfo, type UserInfoResponse } from "openid-client";
import type { Access } from "./tokens.ts";

/**
 * The claims at /userinfo, which must be about `sub`: OIDC Core §5.3. undefined where the provider has no such
 * endpoint.
 * @throws the errors of openid-client: another sub (§5.3.2), a refused token, a provider that cannot be reached.
 */
export async function readUserinfo(
  configuration: Configuration,
  { accessToken, sender }: Pick<Access, "accessToken" | "sender">,
  sub: string,
): Promise<UserInfoResponse | undefined> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return undefined;
  return fetchUserInfo(configuration, accessToken, sub, sender);
}
