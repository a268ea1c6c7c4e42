/** Where a browser begins with a sign-in that an administrator tries: GET /try-sign-in, once the request is pushed. */
import { ProtocolError } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { expiredRequest } from "../../../platform/http/errors.ts";
import { queryOf } from "../../../platform/http/parameters.ts";
import { tell, trialInteraction } from "../answer/trial.ts";
import { proceed } from "../next.ts";

export function beginTrial(deps: Dependencies): Handler {
  return async (call) => {
    const requestUri = queryOf(call).get("request_uri");
    const found = requestUri === undefined ? undefined : await deps.parkedRequests.resolve(requestUri, "trial");
    if (found === undefined) throw expiredRequest("no such trial");
    const clientId = new Map(found.parameters).get("client_id");
    try {
      const interaction = await trialInteraction(found.parameters, deps, call);
      await proceed(interaction, deps, call);
    } catch (err) {
      if (!(err instanceof ProtocolError)) throw err;
      await tell({ clientId, problem: err }, deps, call);
    }
  };
}
