/** Bounds DER (X.690 §8.1) before it is parsed: the parser makes an object for each element. */

/** Bytes of one certificate. The listener refuses longer ones before. */
const MOST_BYTES = 12_000;
/** A certificate with a hundred names has some 400 elements. */
const MOST_ELEMENTS = 1000;
/** A certificate has about ten levels. */
const DEEPEST = 24;

const CONSTRUCTED = 0x20;
const LONG_TAG = 0x1f;
const LONG_LENGTH = 0x80;

/**
 * Throws if the bytes are not in DER, or have more bytes, elements or levels than a certificate has. Reads the start
 * of each element once. The content of an octet string is bounded when that string is parsed.
 */
export function assertBounded(der: Uint8Array): void {
  if (der.length > MOST_BYTES) throw new Error(`the certificate is longer than ${MOST_BYTES} bytes`);
  const ends: number[] = [];
  let at = 0;
  for (let elements = 0; at < der.length; elements++) {
    if (elements >= MOST_ELEMENTS) throw new Error(`the certificate has more than ${MOST_ELEMENTS} elements`);
    const { from, to, isConstructed } = elementAt(der, at);
    if (to > (ends.at(-1) ?? der.length)) throw new Error("an element is longer than what it is in");
    if (isConstructed) ends.push(to);
    if (ends.length > DEEPEST) throw new Error(`the certificate is nested deeper than ${DEEPEST} levels`);
    at = isConstructed ? from : to;
    while (ends.at(-1) === at) ends.pop();
  }
}

function elementAt(der: Uint8Array, at: number) {
  const [tag = 0, first = 0] = [der[at], der[at + 1]];
  // §8.1.2.4: no element of a certificate has so great a number.
  if ((tag & LONG_TAG) === LONG_TAG) throw new Error("an element has a long tag");
  const more = first < LONG_LENGTH ? 0 : first - LONG_LENGTH;
  // §10.1: a length is definite. Three bytes are more than any certificate has.
  if (first === LONG_LENGTH || more > 3) throw new Error("an element has no usual length");
  let length = more === 0 ? first : 0;
  for (let index = 0; index < more; index++) length = length * 256 + (der[at + 2 + index] ?? 0);
  const from = at + 2 + more;
  return { from, to: from + length, isConstructed: (tag & CONSTRUCTED) !== 0 };
}
