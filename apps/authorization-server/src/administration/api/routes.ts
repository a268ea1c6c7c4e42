/** The listener of the administration API. Only programs call it, and no browser comes here. */
import type { RequestListener } from "node:http";
import { ScimError } from "@countersign/scim";
import { type Call, type Caller, type Handler, type Methods, serve, vouchedBy } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import type { ListenerOptions } from "../../routes.ts";
import { administrationGuard } from "./access/access.ts";
import { outboxFor } from "./access/mail-limit.ts";
import { API_PATH } from "./environment.ts";
import { handlerOf } from "./handler.ts";
import { openapi } from "./openapi.ts";
import { OPERATIONS } from "./operation-table.ts";
import { notFound } from "./problem.ts";
import { problemErrors } from "./problems/errors.ts";
import { turnsFor } from "./requests/turns.ts";
import { scimErrors } from "./scim/handler.ts";
import { SCIM_PATH, scimRoutes } from "./scim/routes.ts";

/** @param url the public address of this listener */
export function administrationApi(
  deps: Dependencies,
  { url, metrics, trustedProxies }: Pick<ListenerOptions, "metrics" | "trustedProxies"> & { readonly url: string },
): RequestListener {
  const guard = administrationGuard(`${url}${API_PATH}`, deps);
  const caller: Caller = { onError: problemErrors(deps.log) };
  const { requests, streams, ...ofScim } = turnsFor(deps.database.pool.options.max);
  const above = new URL(url).pathname.replace(/\/$/, "");
  const base = `${above}${API_PATH}`;
  const byPath: Record<string, Methods> = {};
  for (const operation of OPERATIONS) {
    const path = `${base}${operation.path}`;
    const handler = handlerOf(operation, { ...deps, guard }, { apiPath: base, turns: { requests, streams } });
    byPath[path] = { ...byPath[path], [operation.method]: handler };
  }
  const document = JSON.stringify(openapi(OPERATIONS, { url, issuer: deps.issuer }));
  const { answer, paths } = guard.metadata;
  const documents: Record<string, Methods> = {
    [`${base}/openapi.json`]: {
      GET: (call) => call.send(document, { "content-type": "application/json; charset=utf-8", ...SHORTLY }),
    },
    ...Object.fromEntries(
      paths.map((path) => [path, { GET: (call) => call.send(answer.body, Object.fromEntries(answer.headers)) }]),
    ),
  };
  const routes = Object.entries({ ...byPath, ...documents }).map(([path, methods]) => [path, { caller, methods }]);
  const at = { base: `${url}${SCIM_PATH}`, administration: `${url}${API_PATH}` };
  const mail = outboxFor({ id: "SCIM" }, deps.mail);
  const scim = scimRoutes({ deps: { ...deps, mail }, ...at, turns: ofScim });
  return serve({
    routes: {
      ...Object.fromEntries(routes),
      ...Object.fromEntries(Object.entries(scim).map(([path, route]) => [`${above}${path}`, route])),
    },
    notFound: nowhere(deps, `${above}${SCIM_PATH}/`),
    publicUrl: url,
    ...vouchedBy([...trustedProxies]),
    log: deps.log,
    metrics,
  });
}

/** Refuses an unknown address in the form of what is at the addresses beside it. */
function nowhere({ log }: Pick<Dependencies, "log">, scim: string): { caller: Caller; handler: Handler } {
  const [ofScim, others] = [scimErrors(log), problemErrors(log)];
  const isScim = ({ path }: Call) => path.startsWith(scim);
  return {
    caller: { onError: (err, call) => (isScim(call) ? ofScim : others)(err, call) },
    handler: (call) => {
      throw isScim(call) ? new ScimError(404, undefined, "there is no such address") : notFound("address");
    },
  };
}

const SHORTLY = { "cache-control": "public, max-age=300" };
