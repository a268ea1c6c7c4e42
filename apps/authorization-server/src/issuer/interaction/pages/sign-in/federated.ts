/**
 * The page after a sign-in at another provider with an identity that no account is connected to. Only the person can
 * say which account is theirs, and prove it: the address that the provider stated finds none.
 */
import type { FederatedProgress } from "@countersign/rules";
import type { Dependencies } from "../../../../dependencies.ts";
import type { ConnectingDisplay } from "../../../../people/views/models/shown-provider.ts";
import type { IdentityProvider } from "../../../../platform/stores/ways-in/identity-providers.ts";
import { anybody, definePage, type Outcome } from "../../page.ts";

export const federated = definePage({
  name: "federated",
  isFor: anybody,
  formSubject: (handle) => `federated ${handle}`,

  async show({ interaction, pages, common }, deps) {
    const { federated: waiting } = interaction.parked.progress;
    const listed = await deps.identityProviders.listed(deps.now());
    const connecting = (waiting && connectingTo(waiting, listed)) ?? { provider: "", address: undefined };
    return pages.federated({ ...common, connecting, signUp: maySignUp(waiting, listed, deps) });
  },

  async act({ interaction }, form, deps): Promise<Outcome> {
    const { federated: waiting, ...progress } = interaction.parked.progress;
    if (waiting === undefined) return { kind: "continue" };
    const action = form.get("action");
    const chosen = { ...progress, federated: { ...waiting, step: "connect" } } as const;
    if (action === "connect") return { kind: "continue", progress: chosen };
    if (action === "sign-up" && maySignUp(waiting, await deps.identityProviders.listed(deps.now()), deps)) {
      return { kind: "continue", progress: { ...chosen, signUp: { step: "address" } } };
    }
    return { kind: "continue", progress };
  },
});

/** The waiting identity as its person recognises it; undefined if its provider is gone. */
export function connectingTo(
  { providerId, address }: FederatedProgress,
  listed: readonly IdentityProvider[],
): ConnectingDisplay | undefined {
  const provider = listed.find(({ id }) => id === providerId);
  return provider && { provider: provider.name, address };
}

const maySignUp = (
  waiting: FederatedProgress | undefined,
  listed: readonly IdentityProvider[],
  { signUp }: Pick<Dependencies, "signUp">,
) => signUp.isOpen && listed.some(({ id, mode }) => id === waiting?.providerId && mode === "create");
