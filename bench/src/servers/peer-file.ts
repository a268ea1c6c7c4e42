/** The file that describes a peer: how it starts, where it answers, and how to sign in at it. README.md explains it. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Provider, RelyingParty, ServiceClient } from "../provider.ts";

type Alg = "RS256" | "ES256";

/** A form of the peer's pages, and what a person sends from it in addition to its hidden fields. */
export interface PeerForm {
  /** The name of an input by which the form is known. */
  readonly input: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface PeerStart {
  readonly command: readonly string[];
  /** The folder where it starts, beside the file; by default that of the file. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A path that answers with success when it is ready. */
  readonly ready: string;
  readonly readyWithinSeconds?: number;
}

export interface Peer {
  readonly name: string;
  readonly origin: string;
  readonly userinfoOrigin?: string;
  /** Only what the peer has. */
  readonly paths: Partial<Provider["paths"]>;
  readonly redirectUri?: string;
  /** By the algorithm of their ID tokens. */
  readonly clients?: Readonly<Partial<Record<Alg, RelyingParty>>>;
  /** By the algorithm of their access tokens. */
  readonly services?: Readonly<Partial<Record<Alg, ServiceClient>>>;
  readonly forms?: readonly PeerForm[];
  /** Present if the benchmark starts it. */
  readonly start?: PeerStart;
  /** The processes of a peer that runs already. */
  readonly pids?: readonly number[];
  /** The folder of the file. */
  readonly folder: string;
}

/** Reads a file. Throws with a sentence if it lacks something. */
export function readPeer(file: string): Peer {
  const peer = { ...JSON.parse(readFileSync(file, "utf8")), folder: dirname(resolve(file)) } as Peer;
  for (const name of ["name", "origin", "paths"] as const)
    if (peer[name] === undefined) throw new Error(`${file} has no ${name}.`);
  if (peer.start === undefined && peer.pids === undefined)
    throw new Error(`${file} says neither how the server starts (start) nor which processes it has (pids).`);
  return peer;
}

/** What stands for the places in texts of `start`: `{DATABASE_HOST}` and others. */
export function placesOf(databaseUrl: string, folder: string): Readonly<Record<string, string>> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  return {
    FOLDER: folder,
    DATABASE_URL: databaseUrl,
    DATABASE_HOST: hostname,
    DATABASE_PORT: port,
    DATABASE_NAME: pathname.slice(1),
    DATABASE_USER: decodeURIComponent(username),
    DATABASE_PASSWORD: decodeURIComponent(password),
  };
}

export const filledIn = (text: string, places: Readonly<Record<string, string>>): string =>
  text.replace(/\{([A-Z_]+)\}/g, (all, name: string) => places[name] ?? all);
