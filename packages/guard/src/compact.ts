/** The compact form of a JWS: RFC 7515 §7.1. */
import { invalidJwt } from "./errors.ts";

/** Longer tokens are refused unread. The unit is characters, which in this form are bytes. */
export const MAX_TOKEN_LENGTH = 8192;

// RFC 7515 §7.1: three segments, none empty (an empty signature means alg none, an empty payload a detached one).
const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

export interface Segments {
  readonly protected: string;
  readonly payload: string;
  readonly signature: string;
}

/** Returns the three segments of a token. Throws `invalid_jwt` for anything that is not a token in compact form. */
export function split(token: string): Segments {
  if (token.length > MAX_TOKEN_LENGTH) throw invalidJwt("longer than 8 KiB");

  const [, header, payload, signature] = COMPACT.exec(token) ?? [];
  if (header === undefined || payload === undefined || signature === undefined) throw invalidJwt("not in compact form");

  if (!isExact(header) || !isExact(payload) || !isExact(signature)) throw invalidJwt("not exact base64url");

  return { protected: header, payload, signature };
}

/** The allowed last characters, if the bytes end within four characters: those whose bits beyond the end are zero. */
const LAST: Readonly<Record<number, RegExp>> = { 0: /./, 1: /$^/, 2: /[AQgw]$/, 3: /[AEIMQUYcgkosw048]$/ };

// RFC 4648 §3.5: unused bits in the last character would give one token several spellings.
const isExact = (segment: string) => LAST[segment.length % 4]?.test(segment) === true;
