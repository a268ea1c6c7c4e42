/** WebP (RFC 9649): the chunks that draw the picture. */
import { type Bytes, bytesOf, type CleanedPicture, isShowable, joined } from "./cleaned.ts";

const FILE_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** §2.7: the flag of VP8X for transparency. */
const ALPHA = 0x10;

interface Chunk {
  readonly type: string;
  /** The position of its header, of its data, and of the first byte after its data. */
  readonly from: number;
  readonly data: number;
  readonly to: number;
}

/**
 * Rewrites a WebP with the chunks that draw its picture, and nothing after the end. Exif, XMP, profiles and unknown
 * chunks are left out. Returns `undefined` if the file is not whole, animated, or too large to show.
 */
export function cleanWebp(data: Uint8Array): CleanedPicture | undefined {
  const bytes = bytesOf(data);
  const chunks = chunksOf(bytes);
  if (chunks === undefined || chunks.some(({ type }) => type === "ANIM" || type === "ANMF")) return undefined;

  const images = chunks.filter(({ type }) => type === "VP8 " || type === "VP8L");
  const [image] = images;
  const size = image && images.length === 1 ? sizeOf(bytes, image) : undefined;
  if (image === undefined || size === undefined || !isShowable(size.width, size.height)) return undefined;

  const alpha = chunks.filter(({ type }) => type === "ALPH");
  const extended =
    image.type === "VP8 " && alpha.length === 1 ? [extendedHeader(size), ...alpha.map(chunkIn(bytes))] : [];
  return { type: "image/webp", ...size, image: fileOf([...extended, chunkIn(bytes)(image)]) };
}

/** All chunks of the file; `undefined` if one is cut off. */
function chunksOf(bytes: Bytes): readonly Chunk[] | undefined {
  const end = CHUNK_HEADER_BYTES + bytes.u32(4, true);
  if (end > bytes.length) return undefined;
  const chunks: Chunk[] = [];
  let from = FILE_HEADER_BYTES;
  while (from < end) {
    const data = from + CHUNK_HEADER_BYTES;
    const to = data + bytes.u32(from + 4, true);
    if (to > end) return undefined;
    chunks.push({ type: bytes.text(from, 4), from, data, to });
    from = to + ((to - data) % 2);
  }
  return chunks;
}

/** §2.5: the key frame of VP8 (RFC 6386 §9.1); §2.6 and §3.4: the header of VP8L. */
function sizeOf(bytes: Bytes, { type, data, to }: Chunk) {
  if (to - data < 10) return undefined;
  if (type === "VP8L") {
    const bits = bytes.u32(data + 1, true);
    const isKnown = bytes.u8(data) === 0x2f && bits >>> 29 === 0;
    return isKnown ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined;
  }
  const isKeyFrame = (bytes.u8(data) & 1) === 0 && bytes.u24(data + 3) === 0x2a019d;
  if (!isKeyFrame) return undefined;
  return { width: bytes.u16(data + 6, true) & 0x3fff, height: bytes.u16(data + 8, true) & 0x3fff };
}

const little = (value: number, length: number) =>
  Uint8Array.from({ length }, (_, index) => Math.floor(value / 256 ** index) % 256);
const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** A chunk with its padding, as it is written. */
const written = (type: string, data: Uint8Array) =>
  joined([ascii(type), little(data.length, 4), data, new Uint8Array(data.length % 2)]);
const chunkIn = (bytes: Bytes) => (chunk: Chunk) => written(chunk.type, bytes.slice(chunk.data, chunk.to));

const extendedHeader = ({ width, height }: { readonly width: number; readonly height: number }) =>
  written("VP8X", joined([Uint8Array.of(ALPHA, 0, 0, 0), little(width - 1, 3), little(height - 1, 3)]));

function fileOf(chunks: readonly Uint8Array[]): Uint8Array {
  const body = joined([ascii("WEBP"), ...chunks]);
  return joined([ascii("RIFF"), little(body.length, 4), body]);
}
