/** What people and clients ask for all the time, sent at a fixed pace, whether or not the answers are slow. */
import { setTimeout as sleep } from "node:timers/promises";
import { basic, connectTo } from "../load/http.ts";
import type { Deployment } from "../servers/deployment.ts";

/** One answer. */
export interface Asked {
  readonly name: string;
  readonly at: number;
  /** From when it was due until it was answered. */
  readonly milliseconds: number;
  readonly status: number;
}

/** So many are asked for a second, of each. */
const PER_SECOND = 20;
/** An answer that takes longer keeps others of its kind waiting: no connection is left. */
const CONNECTIONS = 16;

/** Begins to ask. The returned function ends it, and gives all answers. */
export function askFor({ provider, services }: Deployment): () => Promise<readonly Asked[]> {
  const { origin, paths, clients, redirectUri, from } = provider;
  const { id, secret, form } = services.ES256;
  const query = new URLSearchParams({
    ...{ response_type: "code", client_id: clients.ES256.id, redirect_uri: redirectUri, scope: "openid" },
    ...{ state: "state", nonce: "nonce", code_challenge: "x".repeat(43), code_challenge_method: "S256" },
  });
  const tokens = openConnections(origin);
  const pages = openConnections(origin);
  const kinds: Readonly<Record<string, (turn: number) => Promise<{ status: number }>>> = {
    [paths.token]: (turn) =>
      tokens(turn).send("POST", paths.token, {
        headers: { ...from(turn), authorization: basic(id, secret) },
        form: { grant_type: "client_credentials", ...form },
      }),
    [paths.authorization]: (turn) =>
      pages(turn).send("GET", `${paths.authorization}?${query}`, { headers: from(turn) }),
  };
  const asked: Asked[] = [];
  let isDone = false;
  const asking = Object.entries(kinds).map(async ([name, send], index) => {
    const under: Promise<void>[] = [];
    const startedAt = performance.now() + (index * 1000) / PER_SECOND / 2;
    for (let turn = 0; !isDone; turn += 1) {
      const at = startedAt + (turn * 1000) / PER_SECOND;
      await sleep(Math.max(0, at - performance.now()));
      under.push(
        send(turn).then(({ status }) => {
          asked.push({ name, at, milliseconds: performance.now() - at, status });
        }),
      );
    }
    await Promise.all(under);
  });
  return async () => {
    isDone = true;
    await Promise.all(asking);
    return asked;
  };
}

function openConnections(origin: string) {
  const connections = Array.from({ length: CONNECTIONS }, () => connectTo(origin));
  return (turn: number) => connections[turn % CONNECTIONS] as (typeof connections)[number];
}
