/** The deployment elsewhere, found by discovery. */
import {
  allowInsecureRequests,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from "openid-client";
import { refusal } from "../command/refusal.ts";
import { isUnanswered } from "./sentences.ts";

const TIMEOUT_SECONDS = 10;
const SYSTEM = process.platform === "darwin" ? "Macintosh" : "Linux";

/** Says on what it runs: the person sees it before they decide (RFC 8628 §5.4). */
const introduced: CustomFetch = (url, { headers, ...options }) =>
  fetch(url, { ...options, headers: { ...headers, "user-agent": `countersign (${SYSTEM})` } } as RequestInit);

/** Tokens cross no network in the clear: plain http is for this machine only. */
export function assertSafe(address: string, name: string): void {
  if (!URL.canParse(address)) throw refusal(`${name} is no address: ${address}`);
  const { protocol, hostname } = new URL(address);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname) || hostname.endsWith(".localhost");
  if (protocol === "https:" || (protocol === "http:" && isLocal)) return;
  throw refusal(`${name} must be https, unless it is on this machine: ${address}`);
}

export async function providerAt(issuer: string, clientId: string): Promise<Configuration> {
  assertSafe(issuer, "the issuer");
  const execute = [enableNonRepudiationChecks, ...(issuer.startsWith("http:") ? [allowInsecureRequests] : [])];
  try {
    const options = { execute, timeout: TIMEOUT_SECONDS, [customFetch]: introduced };
    const found = await discovery(new URL(issuer), clientId, undefined, None(), options);
    // OpenID Connect Discovery §4.3: the library compares URLs, and the standard wants the same text.
    if (found.serverMetadata().issuer === issuer) return found;
  } catch (err) {
    if (isUnanswered(err)) throw refusal(`${issuer} does not answer: check the network, and try again`);
  }
  throw refusal(`${issuer} is no issuer of this name: write it to the letter as its discovery document does`);
}

const API_PATH = "/admin/api/v1";

/** The administration API that the metadata of the issuer lists (RFC 9728 §4), if it lists one. */
export function listedApi(provider: Configuration): string | undefined {
  const { protected_resources: listed } = provider.serverMetadata();
  const all = Array.isArray(listed) ? listed : [];
  return all.find((one): one is string => typeof one === "string" && one.endsWith(API_PATH));
}
