/** The table of interaction kinds: how each kind resumes, issues and refuses. */
import type { ProtocolError } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import type { ParkedRequest } from "../../../platform/stores/requests/parked-request.ts";
import type { Granted, Interaction, Place, Waiting } from "../interaction.ts";
import { type AccountInteraction, account } from "./account.ts";
import { type DeviceInteraction, device } from "./device.ts";
import { type RedirectInteraction, redirect } from "./redirect.ts";
import { type TrialInteraction, trial } from "./trial.ts";

/** The interaction of each kind. */
interface Interactions {
  readonly redirect: RedirectInteraction;
  readonly account: AccountInteraction;
  readonly device: DeviceInteraction;
  readonly trial: TrialInteraction;
}

type Kind = keyof Interactions;
export type AnyInteraction = Interactions[Kind];
type Of<K extends Kind> = Interactions[K] & { readonly kind: K };

export interface InteractionKind<I extends Interaction> {
  /** Checks the parked request against the current state of its client. The person sees any error that it throws. */
  resume(parked: ParkedRequest, place: Place, deps: Dependencies, call: Call): Promise<Waiting<I>>;
  /** Creates the authorization and answers the client. The person sees any error that it throws. */
  issue(interaction: I, granted: Granted, deps: Dependencies, call: Call): Promise<void>;
  /** Tells the client that its request was refused. */
  refuse(interaction: I, error: ProtocolError, deps: Dependencies, call: Call): Promise<void>;
}

const kinds: { readonly [K in Kind]: InteractionKind<Interactions[K]> } = { redirect, account, device, trial };

export function resume(
  parked: ParkedRequest,
  place: Place,
  deps: Dependencies,
  call: Call,
): Promise<Waiting<AnyInteraction>> {
  return kinds[parked.kind].resume(parked, place, deps, call);
}

export function issue<K extends Kind>(interaction: Of<K>, granted: Granted, deps: Dependencies, call: Call) {
  return kinds[interaction.kind].issue(interaction, granted, deps, call);
}

export function refuse<K extends Kind>(interaction: Of<K>, error: ProtocolError, deps: Dependencies, call: Call) {
  return kinds[interaction.kind].refuse(interaction, error, deps, call);
}
