/** What this client keeps of a token response: RFC 6749 §5.1. */
import {
  type Configuration,
  type DPoPHandle,
  getDPoPHandle,
  randomDPoPKeyPair,
  type TokenEndpointResponse,
} from "openid-client";
import type { Config } from "../config.ts";
import { ProtocolError } from "../errors.ts";

const EARLY_MS = 10_000;

/**
 * The key that tokens are bound to: RFC 9449. openid-client makes a proof for each request that gets it, and keeps the
 * nonces of the servers (§8). Without a key, any holder of the token can use it.
 */
export interface Sender {
  readonly DPoP?: DPoPHandle;
}

/** A new key for the tokens of one code, if this client binds its tokens. */
export async function newSender(
  configuration: Configuration,
  { bindsTokens }: Pick<Config, "bindsTokens">,
): Promise<Sender> {
  return bindsTokens ? { DPoP: getDPoPHandle(configuration, await randomDPoPKeyPair("ES256")) } : {};
}

/** The tokens of a session. They stay on the server: the browser has its cookie and nothing else. */
export interface Access {
  readonly accessToken: string;
  /** undefined where the provider does not say. */
  readonly expiresAt: Date | undefined;
  /** Only with offline_access, and never in the implicit flow. */
  readonly refreshToken: string | undefined;
  readonly sender: Sender;
}

/** When a token of `expiresIn` seconds expires; undefined if the provider did not say. */
export function expiryOf(expiresIn: number | undefined, now: Date): Date | undefined {
  return expiresIn === undefined ? undefined : new Date(now.getTime() + expiresIn * 1000);
}

/**
 * The access of a token response.
 * @param sender who asked for it
 * @throws ProtocolError answer_refused
 */
export function accessOf(tokens: TokenEndpointResponse, now: Date, sender: Sender): Access {
  // RFC 6749 §7.1: a client must not use a token of a type that it does not understand. RFC 9449 §5: nor one that is
  // not bound, if it asked for a bound one.
  const type = sender.DPoP === undefined ? "bearer" : "dpop";
  if (tokens.token_type !== type) throw new ProtocolError("answer_refused", `token_type is not ${type}`);
  return {
    accessToken: tokens.access_token,
    expiresAt: expiryOf(tokens.expires_in, now),
    refreshToken: tokens.refresh_token,
    sender,
  };
}

/**
 * Whether the token has expired, or will before a request arrives. Without a known lifetime it is used until it is
 * refused.
 */
export function isExpired({ expiresAt }: Pick<Access, "expiresAt">, now: Date): boolean {
  return expiresAt !== undefined && expiresAt.getTime() - EARLY_MS <= now.getTime();
}
