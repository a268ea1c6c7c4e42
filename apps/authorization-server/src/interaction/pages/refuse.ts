import { ProtocolError } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { expiredRequest } from "../../http/errors.ts";
import { deliver } from "../answer/deliver.ts";
import type { FoundInteraction } from "../find-parked.ts";

/** RFC 6749 §4.1.2.1: the person said no, and the client is told so. The request ends here. */
export async function refuse(
  interaction: FoundInteraction,
  deps: Pick<Dependencies, "parkedRequests" | "views">,
  call: Call,
): Promise<void> {
  const { handle, browser, parked, responder } = interaction;
  if (!(await deps.parkedRequests.complete(handle, browser, parked))) throw expiredRequest();

  deliver(responder.error(new ProtocolError("access_denied", "the request was refused")), interaction, deps, call);
}
