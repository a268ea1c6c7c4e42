/** Says whether an application was used: its quickstart asks while it waits for the first sign-in or token. */
import { ApiProblem } from "@countersign/admin-client";
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { arrive } from "../../handling/arrival.ts";
import { isUsed } from "./client-setup.ts";

/** Answers 200 if it was, 204 if it was not, and otherwise with an error, after which no one asks again. */
export const firstUse =
  (deps: Dependencies): Handler =>
  async (call) => {
    // As a picture, it begins no sign-in and ends nothing that a page shows once.
    const arrived = await arrive({ needs: "clients:read", partOf: true }, call, deps);
    if (arrived === undefined) return;
    const { api, may, params } = arrived.visit;
    const read = api.readClient({ path: { id: params.id ?? "" }, query: { include: "secrets" } });
    const used = await read
      .then(({ body }) => isUsed(body, body.included?.secrets?.items ?? [], { api, may }))
      .catch(statusOf);
    call.end(typeof used === "number" ? used : used === true ? 200 : 204, { "cache-control": "no-store" });
  };

/** What the API refuses, such as tokens that are no longer valid. */
function statusOf(err: unknown): number {
  if (err instanceof ApiProblem) return err.problem.status;
  throw err;
}
