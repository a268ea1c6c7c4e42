/** For tests: the whole resource server on loopback, with a store that the test controls. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { memoryStore } from "@countersign/ephemeral";
import { remoteJwks } from "@countersign/jwt";
import { type DemandedSignIn, ProtocolError, type UserinfoRow } from "@countersign/rules";
import { createLogger, openHealth } from "@countersign/service";
import { resourceServer } from "../routes.ts";
import { senderCheck } from "../token/sender.ts";
import { tokenVerification } from "../token/verification.ts";
import type { UserinfoStore } from "../userinfo/store.ts";
import { type FetchUserinfoResponse, userinfoResponses } from "../userinfo/userinfo-response.ts";
import { startIssuer } from "./test-issuer.ts";
import { alice } from "./test-person.ts";

export const now = new Date("2030-01-01T12:00:00Z");
const resource = "http://localhost:4001";
/** The memory of proofs remembers everything since then. */
const bornLongAgo = new Date("2029-01-01T00:00:00Z");

/** The secret by which the tests' issuer recognizes the resource server. */
export const responseSecret = "s".repeat(43);

/** The state that the test controls; `reset` restores the initial state. */
interface World {
  row: UserinfoRow | undefined;
  databaseIsDown: boolean;
  /** The log, a line each. */
  readonly log: Record<string, unknown>[];
}

/** Starts an issuer and a resource server; `token` is a valid one with the scopes openid, profile and email. */
export async function startWorld(
  store?: UserinfoStore,
  fetchResponse: FetchUserinfoResponse = userinfoResponses({ url: "http://127.0.0.1:1/", secret: responseSecret }),
  demanded?: DemandedSignIn,
) {
  const world: World = { row: alice, databaseIsDown: false, log: [] };
  const issuer = await startIssuer(resource);
  const keys = remoteJwks(`${issuer.issuer}/jwks`, { elapsed: () => now.getTime() });
  const verify = tokenVerification({ keys, issuer: issuer.issuer, audience: resource, now: () => now });
  const destination = { write: (line: string) => void world.log.push(JSON.parse(line)) };
  const logger = createLogger({ name: "resource-server", level: "info", destination });

  const assertSender = senderCheck({
    memory: memoryStore(() => bornLongAgo),
    secret: undefined,
    url: `${resource}/userinfo`,
    now: () => now,
  });
  const checked = { verify, assertSender, store: store ?? storeOf(world), checkKeys: keys.ready };
  const parts = {
    ...checked,
    certificateOf: undefined,
    fetchResponse,
    resource,
    issuer: issuer.issuer,
    demanded,
    now: () => now,
  };
  const health = openHealth({
    checks: { schema: () => parts.store.checkSchema(), keys: parts.checkKeys },
    shared: { database: () => parts.store.check() },
    logger,
  });
  const server = createServer(resourceServer(parts, { health, logger }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/userinfo`;
  const token = await issuer.accessToken(now);

  const bearer = (value = token) => ({ authorization: `Bearer ${value}` });
  return {
    world,
    issuer,
    url,
    token,
    bearer,
    get: (query = "", headers: Record<string, string> = bearer()) => fetch(`${url}${query}`, { headers }),
    post: (body: string, headers: Record<string, string> = {}) =>
      fetch(url, {
        method: "POST",
        body,
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      }),
    reset() {
      Object.assign(world, { row: alice, databaseIsDown: false, log: [] });
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await issuer.stop();
    },
  };
}

function storeOf(world: World): UserinfoStore {
  const answer = async () => {
    if (!world.databaseIsDown) return world.row;
    throw new ProtocolError("temporarily_unavailable", "the service cannot answer now", "database: gone");
  };
  return { find: answer, check: answer, checkSchema: async () => {} };
}

/** Status, error code and challenge of an answer: the three must agree. */
export async function outcome(response: Response) {
  const body = await response.text();
  const { error } = body === "" ? {} : JSON.parse(body);
  const challenged = response.headers.get("www-authenticate")?.match(/error="([a-z_]+)"/)?.[1];
  return { status: response.status, error, challenged };
}

/** The result of `outcome` for a refusal with this error. */
export const refusal = (status: number, error: string) => ({ status, error, challenged: error });
