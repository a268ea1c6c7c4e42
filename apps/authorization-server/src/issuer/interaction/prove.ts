/** The proofs that a person gave for a request, and the session that is created from them. */
import {
  authenticationBy,
  type Factor,
  type Facts,
  type FederatedProgress,
  meetsDemands,
  nameBrowser,
  type Progress,
  type Proof,
  provingOf,
} from "@countersign/rules";
import type { Call } from "@countersign/service";
import { connectIn } from "../../administration/people/federated-identities.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notifyOfNewBrowser } from "../../people/mail/notices.ts";
import type { Proven } from "../../people/sign-in/factor.ts";
import { networkOf } from "../../platform/http/address.ts";
import type { SignInOrigin } from "../../platform/stores/session/open-session.ts";
import { acrRequiredOf } from "./decide.ts";
import type { Asked } from "./page.ts";

/**
 * Adds a proof to those that count for this request, and returns the progress to store. When no factor is missing, the
 * browser session is created, or becomes a stronger one (RFC 9470 §5). Until then the person is not signed in. If the
 * password was set after the first proof, no proof counts any more, and the person starts again. Before the session is
 * created, a hook of the deployment may refuse the sign-in, or demand a stronger one.
 *
 * The person is told by mail of a sign-in from a browser that was not used for the account before, or whose cookies
 * come from another network and another browser. An identity at another provider that waits for an account is connected
 * to it, in the transaction of the sign-in. From then on, the session at that provider and this one end together.
 *
 * @param username of the account, as the person wrote it; undefined if they did not
 * @param isNew whether the account was created just now, in this browser
 */
export async function prove(
  { interaction, facts: given }: Pick<Asked<unknown>, "interaction" | "facts">,
  { userId, proof, supplement = [], has, username = "", isNew = false }: ProvenBy,
  deps: Proving,
  { req, res, address, from }: Pick<Call, "req" | "res" | "address" | "from">,
): Promise<Progress> {
  const { proving: before, federated, demanded, ...progress } = interaction.parked.progress;
  // What a hook demanded of one person is neither demanded of another, nor a decision about them.
  const isDemanded = demanded?.userId === userId;
  const kept = { ...(federated && { federated }), ...(isDemanded && { demanded }) };
  const facts = isDemanded ? given : withoutDemand(given, interaction);
  // Proofs for one account do not count for another account.
  const proving = { userId, proofs: [...(before?.userId === userId ? before.proofs : []), proof, ...supplement] };
  const counting = provingOf({ ...facts, progress: { ...progress, proving } })?.proofs ?? [];
  const proofs = await withRememberedDevice(counting, { userId, has, at: proof.at }, facts, deps, req);
  const authentication = authenticationBy(proofs, has, facts);
  if (authentication === undefined) return { ...progress, ...kept, proving };

  // A person who reached what was demanded before is not asked about again.
  if (!isDemanded) {
    const { acr, amr } = authentication;
    const person = { user_id: userId, client_id: interaction.client?.id ?? null, is_new: isNew, acr, amr };
    const least = await acrRequiredOf(person, deps, { req, address, from });
    const isReached = least === undefined || meetsDemands({ ...authentication, proofs }, { client: least });
    if (!isReached) return { ...progress, ...kept, proving, demanded: { userId, acr: least } };
  }
  const joins = mayConnect(federated, proof.at) ? federated : undefined;
  const signIn = { userId, ...authentication, proofs: newest([...provedThere(joins), ...proofs]) };
  const since = new Date(Math.min(...proofs.map(({ at }) => at.getTime())));
  const [userAgent, device] = [req.headers["user-agent"], deps.cookies.device(req)];
  const place = { network: networkOf(address), browser: nameBrowser(userAgent).browser };
  const isKnown = isNew || deps.devices.isAtHome(device, { id: userId, username }, place);
  const recipient = { userId, browser: userAgent ?? "" };
  const by = { actor: { kind: "person", userId }, at: proof.at, ...from } as const;
  const alongside = besideSignIn({ isKnown, joins, recipient }, by, deps.mail);
  const origin = { ...from, network: place.network, userAgent, since, alongside };
  const secret = await deps.sessions.signIn(deps.cookies.session(req), signIn, origin);
  // The proofs of the session may be older than the password, so the person signs in again.
  if (secret === undefined) return { ...progress, another: true };

  deps.cookies.setSession(res, secret);
  deps.cookies.setDevice(res, deps.devices.remember(device, { id: userId, username }, place));
  return { ...progress, signedInUserId: userId };
}

interface Beside {
  /** Whether the account was used in this browser before. */
  readonly isKnown: boolean;
  /** The identity that is connected to the account. */
  readonly joins: FederatedProgress | undefined;
  readonly recipient: { readonly userId: string; readonly browser: string };
}

/** Writes what else belongs to a sign-in; undefined if nothing does. */
function besideSignIn(
  { isKnown, joins, recipient }: Beside,
  by: Parameters<typeof connectIn>[3],
  mail: Proving["mail"],
): SignInOrigin["alongside"] {
  const isTold = !isKnown && mail.isOn;
  if (!isTold && joins === undefined) return undefined;
  return async (query) => {
    if (isTold) await notifyOfNewBrowser(query, mail, recipient, by);
    if (joins !== undefined) await connectIn(query, mail, { ...recipient, identity: joins }, by);
  };
}

/** The facts without what a hook demanded of another person. */
const withoutDemand = (facts: Facts, { client }: Asked<unknown>["interaction"]): Facts => ({
  ...facts,
  required: { ...facts.required, client: client?.requiredAcr },
});

/** The proofs, with that of a remembered device if it is there and completes the sign-in. */
async function withRememberedDevice(
  proofs: readonly Proof[],
  { userId, has, at }: { readonly userId: string; readonly has: readonly Factor[]; readonly at: Date },
  facts: Facts,
  { cookies, secondFactors }: Proving,
  req: Call["req"],
): Promise<readonly Proof[]> {
  const secret = cookies.rememberedDevice(req);
  if (secret === undefined || authenticationBy(proofs, has, facts) !== undefined) return proofs;

  const more: readonly Proof[] = [...proofs, { factor: "remembered-device", at }];
  const isOfUse = authenticationBy(more, has, facts) !== undefined;
  return isOfUse && (await secondFactors.useRememberedDevice(userId, secret, at)) ? more : proofs;
}

// A person who begins to connect an identity goes on at once. Another may use the browser later.
const mayConnect = (federated: FederatedProgress | undefined, now: Date): federated is FederatedProgress =>
  federated?.step === "connect" && now.getTime() - Date.parse(federated.at) <= CONNECTING_MS;

const CONNECTING_MS = 15 * 60_000;

/** What the provider proved of a person whose identity is connected now. The level of the sign-in is without it. */
const provedThere = (joins: FederatedProgress | undefined): readonly Proof[] =>
  joins?.session === undefined ? [] : [{ factor: "federated", at: new Date(joins.at), provider: joins.session }];

interface ProvenBy extends Proven {
  /** What was proved together with the proof, and begins no sign-in. */
  readonly supplement?: readonly Proof[];
  readonly username?: string | undefined;
  readonly isNew?: boolean;
}

type Proving = Pick<Dependencies, "sessions" | "cookies" | "devices" | "secondFactors" | "mail"> &
  Parameters<typeof acrRequiredOf>[1];

/** The newest proof by each factor. */
const newest = (proofs: readonly Proof[]) => [...new Map(proofs.map((proof) => [proof.factor, proof])).values()];
