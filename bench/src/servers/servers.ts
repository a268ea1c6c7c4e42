import type { Subject } from "../subject.ts";
import { startBetterAuth } from "./better-auth.ts";
import { startCountersign, startSilent, startTraced, startWithoutRedis } from "./countersign.ts";
import { startHash } from "./hash.ts";
import { startBareExpress, startBareHttp } from "./limit.ts";
import { startOidcProvider, startOpaque } from "./oidc-provider.ts";
import type { Starting } from "./starting.ts";

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
  "countersign-traced": startTraced(0.01),
  "countersign-traced-all": startTraced(1),
};
