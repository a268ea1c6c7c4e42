/** The provider, found by discovery (OIDC Discovery §4): this client contains none of its addresses. */
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  PrivateKeyJwt,
  type ServerMetadata,
  useIdTokenResponseType,
} from "openid-client";
import type { Config } from "../config.ts";
import { ProtocolError } from "../errors.ts";
import { providerFetch } from "./outbound.ts";
import { isHttpsOrLocal } from "./urls.ts";

const TIMEOUT_SECONDS = 10;
const FRESH_MS = 3_600_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;

export interface Provider {
  /**
   * The configuration of the provider. It is requested on first use and again after an hour. The provider may
   * start later than this client, so a failure is forgotten after a second.
   * @throws ProtocolError provider_unreachable, provider_misconfigured
   */
  configuration(): Promise<Configuration>;
  /** The same for ID tokens that come through the browser: the library keeps the two flows apart. */
  implicitConfiguration(): Promise<Configuration>;
}

type ProviderSettings = Pick<Config, "issuer" | "clientId" | "clientSecret" | "clientKey">;

export function openProvider(config: ProviderSettings, elapsed: () => number, send: typeof fetch = fetch): Provider {
  let asked: { at: number; failed: boolean; answer: Promise<Configuration> } | undefined;
  let lastGood: Configuration | undefined;
  const implicit = new WeakMap<Configuration, Configuration>(); // each keeps the keys it fetched

  function ask(at: number): Promise<Configuration> {
    const fallback = lastGood;
    const answer = discover(config, send).then(
      (found) => {
        lastGood = found;
        return found;
      },
      (err: unknown) => {
        asked = { at: elapsed(), failed: true, answer };
        // If the provider is unavailable for a moment, its addresses have not changed.
        if (fallback !== undefined && isUnreachable(err)) return fallback;
        throw err;
      },
    );
    asked = { at, failed: false, answer };
    return answer;
  }

  async function configuration(): Promise<Configuration> {
    const at = elapsed();
    const age = asked === undefined ? Number.POSITIVE_INFINITY : at - asked.at;
    const keepMs = asked?.failed === true ? PAUSE_AFTER_FAILURE_MS : FRESH_MS;
    return asked !== undefined && age < keepMs ? asked.answer : ask(at);
  }

  return {
    configuration,
    async implicitConfiguration() {
      const found = await configuration();
      const known = implicit.get(found) ?? implicitOf(found, config, send);
      implicit.set(found, known);
      return known;
    },
  };
}

const isUnreachable = (err: unknown) => err instanceof ProtocolError && err.code === "provider_unreachable";

/**
 * Asks for the discovery document and checks it.
 * @throws ProtocolError provider_unreachable, provider_misconfigured
 */
export async function discover(config: ProviderSettings, send: typeof fetch): Promise<Configuration> {
  // OIDC Core §3.1.3.7 lets TLS stand in for the signature in the code flow. The signature is checked all the
  // same, so that the client stays right when it is copied into another setting.
  const execute = [...(isLocal(config) ? [allowInsecureRequests] : []), enableNonRepudiationChecks];
  const options = { execute, timeout: TIMEOUT_SECONDS, [customFetch]: providerFetch(send) };

  const found = await discovery(
    new URL(config.issuer),
    config.clientId,
    undefined,
    clientAuthentication(config),
    options,
  ).catch((err: unknown) => {
    throw discoveryFailure(err);
  });
  checkMetadata(found.serverMetadata(), config.issuer);
  return found;
}

function implicitOf(found: Configuration, config: ProviderSettings, send: typeof fetch): Configuration {
  const implicit = new Configuration(found.serverMetadata(), config.clientId, undefined, clientAuthentication(config));
  implicit.timeout = TIMEOUT_SECONDS;
  implicit[customFetch] = providerFetch(send);
  if (isLocal(config)) allowInsecureRequests(implicit);
  useIdTokenResponseType(implicit);
  return implicit;
}

const isLocal = ({ issuer }: ProviderSettings) => issuer.startsWith("http:");

/**
 * RFC 8414 §3.3: the document names exactly the issuer that was asked, and no address in it lets a
 * secret cross a network in the clear.
 * @throws ProtocolError provider_misconfigured
 */
export function checkMetadata(metadata: ServerMetadata, issuer: string): void {
  if (metadata.issuer !== issuer) {
    throw new ProtocolError("provider_misconfigured", "discovery names another issuer than ISSUER, to the letter");
  }

  for (const [name, value] of Object.entries(metadata)) {
    if (!name.endsWith("_endpoint") && name !== "jwks_uri") continue;

    const safe = typeof value === "string" && isHttpsOrLocal(value);
    const downgraded = issuer.startsWith("https:") && !String(value).startsWith("https:");
    if (!safe || downgraded) throw new ProtocolError("provider_misconfigured", `${name} in discovery is not https`);
  }

  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"]) {
    if (!(name in metadata)) throw new ProtocolError("provider_misconfigured", `discovery has no ${name}`);
  }
}

function discoveryFailure(err: unknown): ProtocolError {
  // A document that arrived but is wrong is a different error from a missing document.
  const wrong = ["OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED", "OAUTH_PARSE_ERROR", "OAUTH_INVALID_RESPONSE"];
  const code = err instanceof Error && "code" in err ? String(err.code) : "";
  if (wrong.includes(code)) {
    return new ProtocolError("provider_misconfigured", "the discovery document is not one of this issuer", err);
  }
  return new ProtocolError("provider_unreachable", "discovery failed", err);
}

/** Whether this client proves who it is: RFC 6749 §2.1 calls it confidential then. */
export const isConfidential = ({ clientSecret, clientKey }: Pick<Config, "clientSecret" | "clientKey">): boolean =>
  clientSecret !== undefined || clientKey !== undefined;

/**
 * How this client proves who it is to the provider. RFC 7523 §2.2: with a key, by an assertion only for this provider.
 * RFC 6749 §2.3.1: with a secret, in the header unless only the body will do.
 */
function clientAuthentication({ clientSecret, clientKey }: ProviderSettings): ClientAuth {
  if (clientKey !== undefined) return PrivateKeyJwt(clientKey);
  if (clientSecret === undefined) return None();

  const basic = ClientSecretBasic(clientSecret);
  const post = ClientSecretPost(clientSecret);
  return (server, ...rest) => (clientAuthenticationMethod(server) === "basic" ? basic : post)(server, ...rest);
}

/** "basic" unless the provider's discovery says that it takes a secret in the body only. */
export function clientAuthenticationMethod({
  token_endpoint_auth_methods_supported: methods = ["client_secret_basic"], // OIDC Discovery §3: the default
}: ServerMetadata): "basic" | "post" {
  return !methods.includes("client_secret_basic") && methods.includes("client_secret_post") ? "post" : "basic";
}
