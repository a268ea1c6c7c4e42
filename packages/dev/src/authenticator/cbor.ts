/** CBOR (RFC 8949) as far as authenticators of tests write it. */

/** Encodes integers, bytes, texts, arrays and maps. */
export function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -value - 1) : head(0, value);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map) return cborMap([...value]);
  throw new TypeError(`no CBOR for ${typeof value}`);
}

/** A map of these entries, of which several may have the same key. */
export const cborMap = (entries: readonly (readonly [unknown, unknown])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);

function head(major: number, argument: number): Buffer {
  const type = major << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  if (argument < 0x100) return Buffer.from([type | 24, argument]);
  if (argument < 0x10000) return Buffer.from([type | 25, argument >> 8, argument & 255]);
  const long = Buffer.alloc(5);
  long.writeUInt8(type | 26);
  long.writeUInt32BE(argument, 1);
  return long;
}
