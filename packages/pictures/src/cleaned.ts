/** What rewriting a picture yields, and what every format has in common. */

/** A picture without anything but what draws it. */
export interface CleanedPicture {
  readonly type: "image/png" | "image/jpeg" | "image/webp";
  readonly width: number;
  readonly height: number;
  readonly image: Uint8Array;
}

/** Neither side of a picture may have more pixels: a program that shows it needs memory for all of them. */
const MOST_PIXELS = 4096;

export const isShowable = (width: number, height: number): boolean =>
  width >= 1 && height >= 1 && width <= MOST_PIXELS && height <= MOST_PIXELS;

/** Bytes by their position. Reading beyond the end gives zero, so callers compare positions with `length`. */
export interface Bytes {
  readonly length: number;
  u8(at: number): number;
  u16(at: number, littleEndian?: boolean): number;
  u24(at: number): number;
  u32(at: number, littleEndian?: boolean): number;
  text(at: number, length: number): string;
  slice(from: number, to: number): Uint8Array;
}

export function bytesOf(data: Uint8Array): Bytes {
  const u8 = (at: number) => data[at] ?? 0;
  const number = (at: number, length: number, littleEndian: boolean) => {
    let value = 0;
    for (let index = 0; index < length; index++)
      value = value * 256 + u8(littleEndian ? at + length - 1 - index : at + index);
    return value;
  };
  return {
    length: data.length,
    u8,
    u16: (at, littleEndian = false) => number(at, 2, littleEndian),
    u24: (at) => number(at, 3, true),
    u32: (at, littleEndian = false) => number(at, 4, littleEndian),
    text: (at, length) => String.fromCharCode(...data.subarray(at, at + length)),
    slice: (from, to) => data.subarray(from, to),
  };
}

/** These parts, one after the other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
