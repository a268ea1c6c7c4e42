import { ProtocolError } from "@countersign/rules";
import type { Response } from "express";
import type { Dependencies } from "../dependencies.ts";
import type { FoundRequest } from "../endpoints/authorization/find-parked.ts";
import { expiredRequest } from "../http/errors.ts";
import { seeOther } from "../http/redirect.ts";

/** RFC 6749 §4.1.2.1: the person said no, and the client is told so. The request ends here. */
export async function refuse(
  { handle, browser, parked, responses }: FoundRequest,
  { parkedRequests }: Pick<Dependencies, "parkedRequests">,
  res: Response,
): Promise<void> {
  if (!(await parkedRequests.complete(handle, browser, parked))) throw expiredRequest();

  seeOther(res, responses.error(new ProtocolError("access_denied", "the request was refused")));
}
