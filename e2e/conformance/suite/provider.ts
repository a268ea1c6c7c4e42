/**
 * The inputs of a check: the provider as discovery describes it, a client address only for this check, and the
 * clients that the check registered.
 */
import { randomBytes } from "node:crypto";
import * as oauth from "oauth4webapi";
import { type ScriptedBrowser, scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import { fetchIn, send } from "../../support/http.ts";
import { FROM_HEADER } from "../../support/worlds/tls-proxy.ts";
import type { Account, World } from "../../support/worlds/world.ts";
import type { Case } from "./cases.ts";
import type { Client } from "./client.ts";
import { checkJwks } from "./keys.ts";

export interface Provider {
  readonly world: World;
  readonly running: Case;
  readonly server: oauth.AuthorizationServer;
  /** The options for every call of oauth4webapi. */
  readonly options: { readonly [oauth.customFetch]: never };
  readonly from: Readonly<Record<string, string>>;
  readonly initialAccessToken: string;
  /** An account that has every claim. */
  readonly account: Account;
  /** The clients registered so far. Each is deleted at the end. */
  readonly clients: Client[];
  browser(): ScriptedBrowser;
}

export interface Surroundings {
  readonly world: World;
  readonly running: Case;
  readonly account: Account;
  readonly initialAccessToken: string;
}

/** Discovers the provider and checks its keys. */
export async function openProvider(surroundings: Surroundings): Promise<Provider> {
  const { world } = surroundings;
  // Each check has its own address, because limits count per address.
  const from = { [FROM_HEADER]: `10.${[...randomBytes(3)].join(".")}` };
  const fetch = fetchIn(world);
  const options = {
    [oauth.customFetch]: ((url: string, init: { headers?: Record<string, string> }) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...from } })) as never,
  };
  const issuer = new URL(world.issuer);
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
  checkJwks(JSON.parse((await send(world, server.jwks_uri ?? "")).body));
  return { ...surroundings, server, options, from, clients: [], browser: () => scriptedBrowser(world, from) };
}
