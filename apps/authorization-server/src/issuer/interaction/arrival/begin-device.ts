/** From the user code that a person brings to the interaction about the request of the device: RFC 8628 §3.3. */
import { readUserCode } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { networkOf, sourceOf } from "../../../platform/http/address.ts";
import { deviceInteraction, ended, parkedDevice } from "../answer/device.ts";
import { proceed } from "../next.ts";

/** Why a code led nowhere: it is not a code, it is not open, or there were too many wrong ones. */
export type WrongUserCode =
  | { readonly problem: "malformed" | "unknown" }
  | { readonly problem: "too_many"; readonly retryAfterSeconds: number };

/**
 * Sends the browser to the page about the request that a user code leads to. Every try counts for the session, the
 * person, their network and all people; one that finds a request is given back (§5.1, decision 179). A person whose
 * code was already decided about is told so. Returns why there is none.
 */
export async function beginDevice(
  { typed, ...person }: { readonly typed: string; readonly userId: string; readonly sessionId: string },
  deps: Dependencies,
  call: Call,
): Promise<WrongUserCode | undefined> {
  const userCode = readUserCode(typed);
  // Such a text is not a guess: no request has it.
  if (userCode === undefined) return { problem: "malformed" };

  const { userCodes } = deps;
  const one = { ...person, source: sourceOf(call.address), network: networkOf(call.address) };
  const { allowed, retryAfterSeconds } = await userCodes.count(one);
  if (!allowed) return { problem: "too_many", retryAfterSeconds };
  const id = await deps.deviceRequests.idOf(userCode);
  if (id === undefined && (await deps.deviceRequests.wasUsed(userCode))) {
    ended("used", deps, call);
    return undefined;
  }
  const found = id === undefined ? undefined : await deps.deviceRequests.find(id);
  if (found === undefined || found.device.expiresAt <= deps.now()) return { problem: "unknown" };

  await userCodes.giveBack(one);
  const interaction = await deviceInteraction(found, deps, call);
  await proceed({ ...interaction, parked: parkedDevice(found), place: undefined }, deps, call);
  return undefined;
}
