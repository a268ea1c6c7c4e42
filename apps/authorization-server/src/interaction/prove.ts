/** The proofs that a person gave for a request, and the session that is created from them. */
import { assessProofs, type Progress } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import type { Proven } from "../sign-in/factor.ts";
import type { Waiting } from "./interaction.ts";

/**
 * Adds a proof to the proofs for this request, and returns the progress to store. When no factor is missing, the
 * browser session is created and the proofs are removed. Until then the person is not signed in. If the password was set
 * after the first proof, no proof counts any more, and the person starts again.
 *
 * @param username of the account, as the person wrote it
 */
export async function prove(
  { request, parked }: Waiting,
  { userId, proof, username }: Proven & { readonly username: string },
  deps: Pick<Dependencies, "levels" | "sessions" | "cookies" | "devices">,
  { req, res, address }: Pick<Call, "req" | "res" | "address">,
): Promise<Progress> {
  const { proving, ...progress } = parked.progress;
  // Proofs for one account do not count for another account.
  const proofs = [...(proving?.userId === userId ? proving.proofs : []), proof];
  const { authentication } = assessProofs(proofs, request.claims.essentialAcrs, deps.levels);
  if (authentication === undefined) return { ...progress, proving: { userId, proofs } };

  const signIn = { userId, ...authentication };
  const since = new Date(Math.min(...proofs.map(({ at }) => at.getTime())));
  const secret = await deps.sessions.signIn(deps.cookies.session(req), signIn, { address, since });
  if (secret === undefined) return progress;

  deps.cookies.setSession(res, secret);
  deps.cookies.setDevice(res, deps.devices.remember(deps.cookies.device(req), { id: userId, username }));
  return { ...progress, signedInUserId: userId };
}
