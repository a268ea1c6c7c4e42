/** The provider, found by discovery: this program contains none of its addresses. */
import {
  allowInsecureRequests,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from "openid-client";
import { isNetworkError, Problem } from "./problem.ts";
import { isLocal, type Settings } from "./settings.ts";

const TIMEOUT_SECONDS = 10;

const SYSTEM = process.platform === "darwin" ? "Macintosh" : "Linux";

/** Says on what it runs: the person sees it before they decide (RFC 8628 §5.4). */
const introduced: CustomFetch = (url, { headers, ...options }) =>
  fetch(url, { ...options, headers: { ...headers, "user-agent": `sample-cli (${SYSTEM})` } } as RequestInit);

export async function findProvider({ issuer, clientId }: Settings): Promise<Configuration> {
  const execute = [enableNonRepudiationChecks, ...(isLocal(issuer) ? [allowInsecureRequests] : [])];
  try {
    // RFC 8252 §8.4: a value that is installed on many devices is not a secret, so this client has none.
    const options = { execute, timeout: TIMEOUT_SECONDS, [customFetch]: introduced };
    const found = await discovery(new URL(issuer), clientId, undefined, None(), options);
    // OpenID Connect Discovery §4.3: the library compares URLs, and the standard wants the same text.
    if (found.serverMetadata().issuer === issuer) return found;
  } catch (err) {
    if (isNetworkError(err)) throw err;
  }
  throw new Problem(`${issuer} is no OpenID Provider of this name. Is ISSUER right, to the letter?`);
}
