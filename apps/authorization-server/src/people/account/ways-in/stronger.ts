/** What changes of a person's factors have in common. */
import { type Factor, levelsBy, levelsByPolicy, strongerBy } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { networkOf } from "../../../platform/http/address.ts";
import type { Asked } from "../page.ts";

/**
 * The person just proved a factor that they set up, so the session is of a stronger sign-in. It has a new secret: one
 * from before the factor was set up opens nothing. A session that ended in the meantime stays ended.
 */
export async function signInStronger({ session, by }: Asked, factor: Factor, deps: Dependencies, call: Call) {
  const { req, res, address, from } = call;
  const has = [...(session.signIn.proofs ?? []).map((proof) => proof.factor), factor];
  const stronger = strongerBy(session.signIn, { factor, at: by.at }, levelsBy(has, deps.levels));
  const origin = {
    ...from,
    network: networkOf(address),
    userAgent: req.headers["user-agent"],
    since: by.at,
    continues: true,
  };
  const secret = await deps.sessions.signIn(deps.cookies.session(req), stronger, origin);
  if (secret !== undefined) deps.cookies.setSession(res, secret);
}

/** Whether a person may be left with these factors: they meet the demand of the deployment. */
export const isEnough =
  ({ levels, requiredAcr }: Pick<Dependencies, "levels" | "requiredAcr">) =>
  (left: readonly Factor[]): boolean =>
    levelsByPolicy(levelsBy(left, levels), { deployment: requiredAcr }).length > 0;
