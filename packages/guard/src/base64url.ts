/** Text and bytes in base64url (RFC 4648 §5), with Web APIs alone. */
import { base64url } from "jose";
import { invalidJwt } from "./errors.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** The bytes of a text in UTF-8. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text) as Uint8Array<ArrayBuffer>;

/** The SHA-256 of a text or of bytes, in base64url. */
export async function sha256(value: string | Uint8Array): Promise<string> {
  const bytes = typeof value === "string" ? bytesOf(value) : new Uint8Array(value);
  return base64url.encode(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** Returns the JSON of a segment. Throws `invalid_jwt` if it is not JSON in UTF-8. */
export function jsonOf(segment: string): unknown {
  try {
    return JSON.parse(decoder.decode(base64url.decode(segment)));
  } catch (cause) {
    throw invalidJwt("a segment is not JSON in UTF-8", cause);
  }
}
