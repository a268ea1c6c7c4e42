/**
 * The usual work of a deployment, mixed: tokens for services, refreshes, userinfo, introspection and whole code
 * flows.
 */
import { codeFlow } from "./flows.ts";
import { askForTokens, person, redeem } from "./grants.ts";
import { basic, connectTo, expectStatus } from "./load/http.ts";
import type { Worker } from "./load/model.ts";
import type { Provider, RelyingParty } from "./provider.ts";

const MIX = ["cc", "refresh", "userinfo", "cc", "refresh", "userinfo", "cc", "introspect", "userinfo", "flow"] as const;

/** A worker with its own session and refresh tokens. It does one kind of work after the other. */
export async function mixedWorker(provider: Provider, client: RelyingParty, index: number): Promise<Worker> {
  const { paths, from, service, origin, userinfoOrigin } = provider;
  if (service === undefined) throw new Error("there is no client for client_credentials");
  const { connection, code } = await person(provider, client, index, "openid profile email offline_access");
  const userinfo = userinfoOrigin === origin ? connection : connectTo(userinfoOrigin);
  const flow = await codeFlow(provider, client).open(index);
  let tokens = await redeem(provider, client, connection, code, index);

  const works: Record<(typeof MIX)[number], () => Promise<unknown>> = {
    cc: () => askForTokens(provider, service, connection, { grant_type: "client_credentials", ...service.form }, index),
    async refresh() {
      const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
      tokens = await askForTokens(provider, client, connection, form, index);
    },
    async userinfo() {
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      expectStatus(await userinfo.send("GET", paths.userinfo, { headers }), 200, "userinfo");
    },
    async introspect() {
      const headers = { ...from(index), authorization: basic(client.id, client.secret) };
      const form = { token: tokens.access_token };
      expectStatus(await connection.send("POST", paths.introspection, { headers, form }), 200, "introspection");
    },
    flow,
  };

  let turn = index;
  return async () => {
    turn += 1;
    await works[MIX[turn % MIX.length] ?? "cc"]();
    return true;
  };
}

/**
 * Makes a worker start its units at a fixed interval in milliseconds. A late unit is not made up for, so that a
 * short delay does not become a burst.
 */
export function paced(work: Worker, everyMs: number): Worker {
  let due = performance.now() + Math.random() * everyMs;
  return async () => {
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    due = Math.max(due, performance.now() - everyMs) + everyMs;
    return work();
  };
}
