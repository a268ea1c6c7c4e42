/** Asks the provider at which a person signed in to end its session too: OIDC RP-Initiated Logout §2. */
import type { RequestParameters } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import type { ProviderSession } from "../../../platform/stores/session/provider-sessions.ts";

type Asking = Pick<Dependencies, "identityProviders" | "parkedRequests" | "providerSignOut" | "limits" | "log">;

/**
 * The address at the provider to which the browser goes; undefined if it is to go on at once. The session here has
 * ended already, so nothing about the provider fails a sign-out. The `state` leads back to the logout request.
 */
export async function logoutAtProvider(
  { alias, hint }: ProviderSession,
  logout: RequestParameters,
  deps: Asking,
  { address }: Pick<Call, "address">,
): Promise<string | undefined> {
  try {
    const provider = await deps.identityProviders.find(alias);
    if (provider === undefined) return undefined;
    const state = await deps.parkedRequests.push([...logout.entries()], "logout", deps.limits.parking.steps(address));
    return await deps.providerSignOut.address(provider, { hint, state });
  } catch (err) {
    deps.log.warn({ err, provider: alias }, "a provider could not be asked to end its session");
    return undefined;
  }
}
