/** PNG (Third Edition): the chunks that draw the picture. */
import { type Bytes, bytesOf, type CleanedPicture, isShowable, joined } from "./cleaned.ts";

const SIGNATURE_BYTES = 8;
/** Length, type and CRC of a chunk (§5.3). */
const FRAME_BYTES = 12;
const IHDR_BYTES = 13;

/** The bit depths of each color type (§11.2.1). */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** §11.2.2, §11.2.4 and §11.3.1.1: the most bytes of these chunks. */
const LONGEST: Readonly<Record<string, number>> = { PLTE: 768, tRNS: 256, IEND: 0 };

/** The chunks that are kept, in the only order that is accepted. Palette and transparency are optional. */
const ORDER = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"];

interface Chunk {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Rewrites a PNG with the chunks that draw its picture, and nothing after the end. Texts, times, profiles, Exif and
 * animations are left out. Returns `undefined` if the file is not whole, or too large to show.
 */
export function cleanPng(data: Uint8Array): CleanedPicture | undefined {
  const bytes = bytesOf(data);
  const chunks = chunksOf(bytes)?.filter(({ type }) => ORDER.includes(type));
  if (chunks === undefined || !isInOrder(chunks)) return undefined;

  const size = sizeOf(bytes, chunks[0]);
  if (size === undefined) return undefined;
  const kept = chunks.map(({ from, to }) => bytes.slice(from, to));
  return { type: "image/png", ...size, image: joined([bytes.slice(0, SIGNATURE_BYTES), ...kept]) };
}

/** All chunks up to IEND; `undefined` if one is cut off, broken, or critical and not known (§5.4). */
function chunksOf(bytes: Bytes): readonly Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let from = SIGNATURE_BYTES;
  while (from + FRAME_BYTES <= bytes.length) {
    const length = bytes.u32(from);
    const chunk = { type: bytes.text(from + 4, 4), from, to: from + FRAME_BYTES + length };
    if (chunk.to > bytes.length || length > (LONGEST[chunk.type] ?? length) || !isSound(bytes, chunk)) return undefined;
    chunks.push(chunk);
    if (chunk.type === "IEND") return chunks;
    from = chunk.to;
  }
  return undefined;
}

/** A chunk that is kept has the right CRC. Others are left out, unless they must be understood. */
function isSound(bytes: Bytes, { type, from, to }: Chunk): boolean {
  if (ORDER.includes(type)) return crc32(bytes.slice(from + 4, to - 4)) === bytes.u32(to - 4);
  return /^[a-z][A-Za-z]{3}$/.test(type);
}

/** Each kind once and in order, IDAT as often as needed. */
function isInOrder(chunks: readonly Chunk[]): boolean {
  const places = chunks.map(({ type }) => ORDER.indexOf(type));
  const rises = places.every((place, index) => {
    const before = places[index - 1] ?? -1;
    return place > before || (place === before && chunks[index]?.type === "IDAT");
  });
  return rises && ["IHDR", "IDAT", "IEND"].every((type) => chunks.some((chunk) => chunk.type === type));
}

function sizeOf(bytes: Bytes, header: Chunk | undefined) {
  if (header?.type !== "IHDR" || header.to - header.from !== IHDR_BYTES + FRAME_BYTES) return undefined;
  const at = header.from + 8;
  const [width, height] = [bytes.u32(at), bytes.u32(at + 4)];
  const [depth, color, compression, filter, interlace] = [8, 9, 10, 11, 12].map((offset) => bytes.u8(at + offset));
  const isKnown = compression === 0 && filter === 0 && (interlace === 0 || interlace === 1);
  return isKnown && DEPTHS[color ?? -1]?.includes(depth ?? -1) === true && isShowable(width, height)
    ? { width, height }
    : undefined;
}

/** Annex D. */
const CRCS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** @internal For tests. */
export function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (CRCS[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
