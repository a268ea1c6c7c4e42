/**
 * A Bloom filter: a set of texts in few bits each. It finds every text of the set, and rarely one that is not in it.
 * The texts cannot be listed from it.
 */
import { createHash } from "node:crypto";

/** The members of the set, and rarely a text that is none. */
export interface TextSet {
  has(text: string): boolean;
}

const MAGIC = Buffer.from("CSBLOOM1");
/** The magic bytes, the number of bits and the number of hashes of each text. */
const BLOOM_HEADER_BYTES = MAGIC.length + 8;

/**
 * Makes the bytes of a filter that `openBloomFilter` reads.
 *
 * @param size how many bytes the bits take, without the header
 */
export function makeBloomFilter(texts: Iterable<string>, size: number, hashes: number): Uint8Array {
  const bytes = Buffer.alloc(BLOOM_HEADER_BYTES + size);
  MAGIC.copy(bytes);
  bytes.writeUInt32BE(size * 8, MAGIC.length);
  bytes.writeUInt32BE(hashes, MAGIC.length + 4);
  const bits = bytes.subarray(BLOOM_HEADER_BYTES);
  for (const text of texts) {
    for (const index of indexesOf(text, size * 8, hashes))
      bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  }
  return bytes;
}

/** Reads the bytes of a filter. Throws if they are none, or not all of them. */
export function openBloomFilter(bytes: Uint8Array): TextSet {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < BLOOM_HEADER_BYTES || !view.subarray(0, MAGIC.length).equals(MAGIC))
    throw new Error("not a Bloom filter");
  const count = view.readUInt32BE(MAGIC.length);
  const hashes = view.readUInt32BE(MAGIC.length + 4);
  const bits = view.subarray(BLOOM_HEADER_BYTES);
  if (count === 0 || bits.length * 8 !== count) throw new Error("the Bloom filter is incomplete");

  return {
    has(text) {
      for (const index of indexesOf(text, count, hashes)) {
        if (((bits[index >> 3] ?? 0) & (1 << (index & 7))) === 0) return false;
      }
      return true;
    },
  };
}

/** The bits of a text, by double hashing (Kirsch and Mitzenmacher): two hashes give all others. */
function* indexesOf(text: string, count: number, hashes: number): Generator<number> {
  const digest = createHash("sha256").update(text).digest();
  const first = digest.readUIntBE(0, 6);
  const step = digest.readUIntBE(6, 6);
  for (let hash = 0; hash < hashes; hash += 1) yield (first + hash * step) % count;
}
