/** What each button of the pages asks the provider for. */
import { randomPKCECodeVerifier, type ServerMetadata } from "openid-client";
import type { Config } from "../config.ts";
import { ProtocolError } from "../errors.ts";
import { isConfidential } from "../provider/provider.ts";
import { implicitResponse } from "./implicit/response-type.ts";
import { withOfflineAccess, withoutOfflineAccess } from "./scopes.ts";

type Asking = Pick<Config, "scope" | "clientSecret" | "clientKey" | "strongerAcrValues">;

/**
 * The values of a transaction that depend on the button: `implicit`, `offline`, `create`, `stronger`, or anything else
 * for a plain sign-in.
 * @throws ProtocolError flow_unavailable, sign_up_unavailable, stronger_unavailable
 */
export function requestOf(button: unknown, config: Asking, metadata: ServerMetadata) {
  if (button === "implicit") return implicit(config, metadata);

  const scope = button === "offline" ? withOfflineAccess(config.scope) : config.scope;
  const code = { flow: "code", scope, codeVerifier: randomPKCECodeVerifier() } as const;
  if (button === "create") return { ...code, prompt: creating(metadata) };
  if (button === "stronger") return { ...code, acrValues: stronger(config, metadata) };
  return code;
}

function implicit(config: Asking, metadata: ServerMetadata) {
  const response = implicitResponse(metadata, isConfidential(config));
  if (response === undefined) {
    throw new ProtocolError("flow_unavailable", "discovery offers no implicit flow we can check");
  }
  // OIDC Core §11: offline_access has no meaning if no code is issued.
  return { flow: "implicit", scope: withoutOfflineAccess(config.scope), ...response } as const;
}

/** Initiating User Registration 1.0 §4: a provider that lets people sign up lists `create`. */
function creating({ prompt_values_supported: prompts }: ServerMetadata) {
  if (Array.isArray(prompts) && prompts.includes("create")) return "create" as const;
  throw new ProtocolError("sign_up_unavailable", "discovery does not list prompt=create");
}

/** RFC 9470 §4: the values of `acr` that are enough, if the provider has one of them. */
function stronger({ strongerAcrValues }: Asking, { acr_values_supported: supported }: ServerMetadata): string {
  const isPossible = supported === undefined || strongerAcrValues.split(" ").some((acr) => supported.includes(acr));
  if (isPossible) return strongerAcrValues;
  throw new ProtocolError("stronger_unavailable", "discovery lists none of STRONGER_ACR_VALUES");
}
