/**
 * The addresses that tell a client that a session ended: OIDC Back-Channel Logout §2.2, OIDC Front-Channel Logout §2.
 */
import type { Client } from "../client.ts";
import { isRegistrableRedirectUri, type OwnAddresses } from "./redirect-uri-registration.ts";

// Other characters are possible, but may have a meaning in a header that names the host.
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

interface LogoutMembers {
  readonly redirect_uris: readonly string[];
  readonly backchannel_logout_uri?: string | undefined;
  readonly frontchannel_logout_uri?: string | undefined;
}

/**
 * Whether a client is told which of its sessions ended. Only such a client needs the `sid` of each session in its ID
 * tokens (Back-Channel Logout §2.1, Front-Channel Logout §3).
 */
export const hearsOfEndedSessions = ({
  backchannelLogoutUri,
  frontchannelLogoutUri,
}: Pick<Client, "backchannelLogoutUri" | "frontchannelLogoutUri">): boolean =>
  backchannelLogoutUri !== undefined || frontchannelLogoutUri !== undefined;

/** Reports which of the addresses is wrong, and why. */
export function logoutProblems(metadata: LogoutMembers, own: OwnAddresses): readonly (readonly [string, string])[] {
  const problems = {
    backchannel_logout_uri: backchannelProblem(metadata.backchannel_logout_uri, own),
    frontchannel_logout_uri: frontchannelProblem(metadata.frontchannel_logout_uri, metadata.redirect_uris),
  };
  return Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined);
}

// Back-Channel Logout §2.2: https. Plain http is allowed under the same condition as for redirect URIs: the issuer
// itself is plain http on this machine.
function backchannelProblem(uri: string | undefined, own: OwnAddresses): string | undefined {
  if (uri === undefined) return undefined;
  const url = URL.parse(uri);
  if (url?.protocol !== "https:") return isRegistrableRedirectUri(uri, { ...own, applicationType: "web" });
  return addressProblem(uri, url);
}

// Front-Channel Logout §2: the same scheme, host and port as one of the redirect URIs, which were checked. So a client
// cannot have another client's pages loaded.
function frontchannelProblem(uri: string | undefined, redirectUris: readonly string[]): string | undefined {
  if (uri === undefined) return undefined;
  const url = URL.parse(uri);
  if (url === null || !/^https?:$/.test(url.protocol)) return "must be https";
  const origins = redirectUris.map((redirectUri) => URL.parse(redirectUri)?.origin);
  if (!origins.includes(url.origin)) return "must be of the same scheme, host and port as a redirect URI";
  return addressProblem(uri, url);
}

// If a host is written as it is parsed, every parser reads the same host.
function addressProblem(uri: string, { host, username, password }: URL): string | undefined {
  if (uri.includes("#")) return "must not have a fragment";
  if (username !== "" || password !== "") return "must not have userinfo";
  if (!HOST.test(host)) return "must have a host of letters, digits, dots and hyphens";
  return /^https?:\/\/([^/?]*)/.exec(uri)?.[1] === host ? undefined : "must be written as it is parsed";
}
