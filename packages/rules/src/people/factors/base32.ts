/** Base32 without padding: RFC 4648 §6. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BITS = 5;

export function toBase32(bytes: Uint8Array): string {
  let [text, buffer, held] = ["", 0, 0];
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    for (held += 8; held >= BITS; held -= BITS) text += ALPHABET[(buffer >> (held - BITS)) & 31];
  }
  return held === 0 ? text : text + ALPHABET[(buffer << (BITS - held)) & 31];
}

/** The bytes of a text that `toBase32` made. Throws a RangeError for another alphabet. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [buffer, held] = [0, 0];
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) throw new RangeError("this is no base32");
    buffer = ((buffer << BITS) | value) & 0xfff;
    held += BITS;
    if (held < 8) continue;
    held -= 8;
    bytes.push((buffer >> held) & 255);
  }
  return Buffer.from(bytes);
}
