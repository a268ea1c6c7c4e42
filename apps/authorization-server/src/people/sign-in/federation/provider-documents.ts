/** Documents of a provider, as they are now: what is kept of them elsewhere plays no part. */
import { jsonOrUndefined } from "@countersign/guard/json";
import type { GuardedFetch } from "../../../platform/outbound/guarded-fetch.ts";
import type { IdentityProvider } from "../../../platform/stores/ways-in/identity-providers.ts";

export type Members = Readonly<Record<string, unknown>>;

interface Parts {
  readonly outbound: Pick<GuardedFetch, "exchange">;
  readonly log: { info(about: object, message: string): void };
}

const TIMEOUT_MS = 5000;
/** Of any response of a provider. */
export const LARGEST_RESPONSE_BYTES = 262_144;

/** The address of the metadata of a provider (OIDC Discovery §4). */
export function metadataAddress({ issuer }: Pick<IdentityProvider, "issuer">): string {
  const { pathname } = new URL(issuer);
  return new URL(`${pathname.replace(/\/$/, "")}/.well-known/openid-configuration`, issuer).href;
}

/** Reads a JSON object; otherwise says what there was instead, and the log says why there was no answer. */
export async function documentAt(
  url: string,
  { id, alias }: Pick<IdentityProvider, "id" | "alias">,
  { outbound, log }: Parts,
  timeoutMs = TIMEOUT_MS,
): Promise<Members | "no_answer" | "no_metadata"> {
  const sent = {
    kind: "federation",
    clientId: id,
    method: "GET",
    headers: { accept: "application/json" },
    maxBytes: LARGEST_RESPONSE_BYTES,
    timeoutMs,
  } as const;
  try {
    const { status, body } = await outbound.exchange(url, sent);
    return (status === 200 && objectIn(body)) || "no_metadata";
  } catch (err) {
    log.info({ err, provider: alias, url }, "a provider did not answer");
    return "no_answer";
  }
}

function objectIn(body: Uint8Array): Members | undefined {
  const value = jsonOrUndefined(body, { longest: LARGEST_RESPONSE_BYTES });
  return isMembers(value) ? value : undefined;
}

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
