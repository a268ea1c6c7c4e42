/** Text and bytes in base64url (RFC 4648 §5), with Web APIs only. */
import { base64url } from "jose";
import { MAX_TOKEN_LENGTH } from "./compact.ts";
import { invalidJwt } from "./errors.ts";
import { readJson } from "./json.ts";

const encoder = new TextEncoder();

/** The bytes of a text in UTF-8. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text) as Uint8Array<ArrayBuffer>;

/** The SHA-256 of a text or of bytes, in base64url. */
export async function sha256(value: string | Uint8Array): Promise<string> {
  const bytes = typeof value === "string" ? bytesOf(value) : new Uint8Array(value);
  return base64url.encode(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/**
 * Returns the JSON of a segment of a token. Throws `invalid_jwt` if it is not JSON in UTF-8, or if a member is repeated
 * (RFC 7515 §4, RFC 7519 §4).
 */
export function jsonOf(segment: string, longest = MAX_TOKEN_LENGTH): unknown {
  try {
    return readJson(base64url.decode(segment), { longest });
  } catch (cause) {
    throw invalidJwt("a segment is not JSON in UTF-8", cause);
  }
}
