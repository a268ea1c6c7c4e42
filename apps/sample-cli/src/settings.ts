/** What the program is told by its environment. No other file reads it. */
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { Problem } from "./problem.ts";

/** Tokens cross no network in the clear: plain http is for this machine only. */
const address = z
  .url({ protocol: /^https?$/ })
  .refine((text) => text.startsWith("https:") || isLocal(text), "must be https, unless it is on this machine")
  .refine((text) => !/[?#@]/.test(text), "must have no query, fragment or user name");

const environment = z.object({
  ISSUER: address.default("http://localhost:4000"),
  CLIENT_ID: z.string().default("sample-cli"),
  ORDERS_API: address.default("http://localhost:4005"),
  TOKEN_STORE: z.enum(["keychain", "file"]).optional(),
  XDG_STATE_HOME: z.string().startsWith("/").optional(),
});

export interface Settings {
  /** Exactly as written: it is compared as a string (OpenID Connect Discovery §4.3). */
  readonly issuer: string;
  readonly clientId: string;
  /** The identifier of the API, which is its address. */
  readonly api: string;
  /** Where tokens are kept; undefined: in the keychain if there is one. */
  readonly store: "keychain" | "file" | undefined;
  /** The folder of this program's own files (XDG Base Directory Specification). */
  readonly folder: string;
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const read = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")));
  if (!read.success) throw new Problem(`The environment is not as the README says:\n${z.prettifyError(read.error)}`);
  const { ISSUER, CLIENT_ID, ORDERS_API, TOKEN_STORE, XDG_STATE_HOME } = read.data;
  const state = XDG_STATE_HOME ?? join(homedir(), ".local", "state");
  return {
    issuer: ISSUER,
    clientId: CLIENT_ID,
    api: ORDERS_API,
    store: TOKEN_STORE,
    folder: join(state, "sample-cli"),
  };
}

export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname) || hostname.endsWith(".localhost");
}
