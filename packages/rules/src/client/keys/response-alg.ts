import { allowsAlg } from "../profile.ts";
import type { ID_TOKEN_SIGNING_ALGS, Profile } from "../record/registered-values.ts";

type Alg = (typeof ID_TOKEN_SIGNING_ALGS)[number];

/**
 * The algorithm with which a response to a client is signed: the registered one, or RS256 (JARM §3, RFC 9701 §6). FAPI
 * 2.0 Security Profile §5.4.1 does not allow RS256, so there it is PS256.
 */
export function responseAlg(profile: Profile, registered: Alg | undefined): Alg {
  return registered ?? (allowsAlg(profile, "RS256") ? "RS256" : "PS256");
}
