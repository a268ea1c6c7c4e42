/** The proofs that a person gave for a request, and the session that is created from them. */
import { authenticationBy, type Progress, type Proof, provingOf } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { networkOf } from "../http/address.ts";
import type { Proven } from "../sign-in/factor.ts";
import type { Session } from "../stores/person/sessions.ts";
import type { Asked } from "./page.ts";

/**
 * Adds a proof to those that count for this request, and returns the progress to store. When no factor is missing, the
 * browser session is created, or becomes a stronger one (RFC 9470 §5). Until then the person is not signed in. If the
 * password was set after the first proof, no proof counts any more, and the person starts again.
 *
 * @param username of the account, as the person wrote it; undefined if they did not
 */
export async function prove(
  { interaction: { request, parked }, session }: Pick<Asked<Session | undefined>, "interaction" | "session">,
  { userId, proof, has, username = "" }: Proven & { readonly username?: string | undefined },
  deps: Pick<Dependencies, "levels" | "sessions" | "cookies" | "devices" | "now">,
  { req, res, address }: Pick<Call, "req" | "res" | "address">,
): Promise<Progress> {
  const { proving: _, ...progress } = parked.progress;
  const facts = { ...parked, request, signIn: session?.signIn, levels: deps.levels, now: deps.now() };
  const counting = provingOf(facts);
  // Proofs for one account do not count for another account.
  const before = counting?.userId === userId ? counting.proofs : [];
  const proofs = [...before, proof];
  const authentication = authenticationBy(proofs, has, facts);
  if (authentication === undefined) return { ...progress, proving: { userId, proofs } };

  const signIn = { userId, ...authentication, proofs: newest(proofs) };
  const since = new Date(Math.min(...proofs.map(({ at }) => at.getTime())));
  const origin = { address, network: networkOf(address), userAgent: req.headers["user-agent"], since };
  const secret = await deps.sessions.signIn(deps.cookies.session(req), signIn, origin);
  if (secret === undefined) return progress;

  deps.cookies.setSession(res, secret);
  deps.cookies.setDevice(res, deps.devices.remember(deps.cookies.device(req), { id: userId, username }));
  return { ...progress, signedInUserId: userId };
}

/** The newest proof by each factor. */
const newest = (proofs: readonly Proof[]) => [...new Map(proofs.map((proof) => [proof.factor, proof])).values()];
