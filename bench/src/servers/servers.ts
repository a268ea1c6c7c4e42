/** All servers that are compared, in the order of their turns. */
import type { Stores } from "../stores.ts";
import type { Subject } from "../subject.ts";
import { startBetterAuth } from "./better-auth.ts";
import { startCountersign, startSilent, startWithoutRedis } from "./countersign.ts";
import { startHash } from "./hash.ts";
import { startBareExpress, startBareHttp } from "./limit.ts";
import { startOidcProvider, startOpaque } from "./oidc-provider.ts";

export interface Starting {
  readonly name: string;
  readonly stores: Stores;
  /** The folder for files of the server. */
  readonly folder: string;
  /** The folder where our own servers write CPU profiles, if any. */
  readonly profile: string | undefined;
}

/** The server that all others are compared with, and the peer that it is compared with first. */
export const OURS = "countersign";
export const PEER = "oidc-provider";
export const LIMIT = "bare-express";
/** The peer with access tokens that it does not sign. */
export const OPAQUE_PEER = "oidc-provider-opaque";

export const SERVERS: Readonly<Record<string, (starting: Starting) => Promise<Subject>>> = {
  [OURS]: startCountersign,
  [PEER]: startOidcProvider,
  [OPAQUE_PEER]: startOpaque,
  "better-auth": startBetterAuth,
  [LIMIT]: startBareExpress,
  "bare-http": startBareHttp,
  "bare-hash": startHash,
  "countersign-silent": startSilent,
  "countersign-no-redis": startWithoutRedis,
};
