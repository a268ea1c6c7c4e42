import type { Dependencies } from "../../dependencies.ts";
import type { Spending } from "../../platform/stores/client/once/one-time-jwts.ts";
import type { WaitingProof } from "../sender/sender.ts";

type OnceStores = Pick<Dependencies, "clientAssertions" | "grantAssertions" | "requestObjects">;

/**
 * What accepts JWTs of clients once, for a request with a proof. RFC 9449 §8: the client repeats its request as it is,
 * with a nonce. So the challenge comes before a JWT is used up, also where only the store knows that it was emptied
 * and that the proof may have been used before.
 */
export function besideProof(
  { usableFrom, challenge }: WaitingProof,
  { clientAssertions, grantAssertions, requestObjects }: OnceStores,
): OnceStores {
  const unlessTooOld = async (spent: Promise<Spending>) => {
    const spending = await spent;
    return spending === "before_proof" ? challenge() : spending;
  };
  return {
    clientAssertions: { spend: (clientId, one) => unlessTooOld(clientAssertions.spend(clientId, one, usableFrom)) },
    grantAssertions: { spend: (issuer, one) => unlessTooOld(grantAssertions.spend(issuer, one, usableFrom)) },
    requestObjects: { spend: (clientId, one) => unlessTooOld(requestObjects.spend(clientId, one, usableFrom)) },
  };
}
