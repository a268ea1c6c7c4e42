/** The relying party of passkeys: WebAuthn §4, §5.1.3 and §13.4.9. */
import type { RelyingParty } from "./passkeys.ts";

export interface RelyingPartySettings {
  readonly issuer: string;
  /** A parent domain of the issuer's host; without it the RP ID is that host. */
  readonly rpId: string | undefined;
  /** Whether no other software uses the RP ID. */
  readonly isExclusive: boolean;
  /** Origins of other sites that may use the passkeys. */
  readonly relatedOrigins: readonly string[];
}

/**
 * The relying party of an issuer; `undefined` where browsers allow no passkeys: at an IP address, and over plain http
 * on a host that is not `localhost`. Throws a RangeError for an RP ID that is not the issuer's host or a parent domain.
 */
export function relyingPartyOf(settings: RelyingPartySettings): RelyingParty | undefined {
  const { issuer, rpId, isExclusive, relatedOrigins } = settings;
  const { protocol, hostname, origin } = new URL(issuer);
  if (rpId !== undefined && rpId !== hostname && !isParent(rpId, hostname)) {
    throw new RangeError(`the RP ID ${rpId} is neither the issuer's host nor a parent domain of it`);
  }

  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  if (isAddress || (protocol !== "https:" && !isLocal)) return undefined;
  return { id: rpId ?? hostname, name: hostname, origins: [origin, ...relatedOrigins], isExclusive };
}

// A domain of one label is a public suffix, which no browser accepts.
const isParent = (rpId: string, hostname: string) => rpId.includes(".") && hostname.endsWith(`.${rpId}`);
