/** Sends a person to another provider, at which they sign in for a request. */
import { isAtLeast } from "@countersign/rules";
import type { Dependencies } from "../../../dependencies.ts";
import { beginAttempt } from "../../../people/sign-in/federation/attempt.ts";
import type { AuthenticationWishes } from "../../../people/sign-in/federation/authentication.ts";
import { addressAt } from "../../../people/sign-in/federation/exchange.ts";
import type { IdentityProvider } from "../../../platform/stores/ways-in/identity-providers.ts";
import type { PersonRequest, Waiting } from "../interaction.ts";

/** How old an authentication may be at the provider if the client asked for a new one, in seconds. */
const NEW_SIGN_IN_SECONDS = 300;

/** The greatest age of the authentication at the provider that a request accepts, in seconds (OIDC Core §3.1.2.1). */
export function maxAgeOf({ prompt, maxAgeSeconds }: PersonRequest): number | undefined {
  if (!prompt.includes("login") && maxAgeSeconds !== 0) return maxAgeSeconds;
  return Math.min(NEW_SIGN_IN_SECONDS, maxAgeSeconds || NEW_SIGN_IN_SECONDS);
}

/** Whether a provider can show that a sign-in there is as recent as the request demands: only ID tokens say so. */
export const canShowAge = ({ preset }: Pick<IdentityProvider, "preset">, request: PersonRequest): boolean =>
  preset === null || maxAgeOf(request) === undefined;

/**
 * The address at the provider. What the client demands is passed on: `prompt`, `max_age`, and several factors, if the
 * provider has names for them. Returns undefined if there is no such provider, if it cannot show what is demanded, or
 * if it cannot be reached.
 */
export async function beginFederation(
  { place: { handle, browser }, request, client }: Waiting,
  alias: string,
  deps: Pick<Dependencies, "identityProviders" | "providerClient" | "challenges" | "issuer" | "requiredAcr" | "log">,
  hints: Pick<AuthenticationWishes, "loginHint"> = {},
): Promise<URL | undefined> {
  const provider = await deps.identityProviders.find(alias);
  if (provider === undefined || !canShowAge(provider, request)) return undefined;
  const binding = { browser, place: handle, providerId: provider.id, userId: undefined };
  return addressAt(
    provider,
    { ...beginAttempt(binding, deps.challenges), ...wishesOf(request, provider), ...hints },
    deps,
  );

  function wishesOf(asked: PersonRequest, { mfa, phr = [] }: IdentityProvider) {
    const prompts = asked.prompt.filter((value) => value === "login" || value === "select_account");
    const demanded = [...(asked.claims.essentialAcrs ?? []), ...(asked.acrValues ?? [])];
    const wanted = [...demanded, deps.requiredAcr, client?.requiredAcr].filter((acr) => acr !== undefined);
    // OIDC Core §3.1.2.1: the most preferred first.
    const values = wanted.some((acr) => isAtLeast(acr, "phr")) ? [...phr, ...mfa] : [...mfa, ...phr];
    return {
      maxAgeSeconds: maxAgeOf(asked),
      prompt: prompts.length > 0 ? prompts.join(" ") : undefined,
      acrValues: wanted.length > 0 ? [...new Set(values)] : [],
    };
  }
}
