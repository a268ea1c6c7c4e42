/** JPEG (ITU-T T.81): the segments that draw the picture. */
import { type Bytes, bytesOf, type CleanedPicture, isShowable, joined } from "./cleaned.ts";
import { isOfTables } from "./jpeg-tables.ts";
import { orientationIn } from "./orientation.ts";

/** Markers (Annex B, table B.1), without their first byte. */
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP1 = 0xe1;
const APP14 = 0xee;
/** Frames: baseline, extended and progressive, with Huffman coding. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Tables: DHT, DQT, DRI. */
const TABLES = [0xc4, 0xdb, 0xdd];

interface Segment {
  readonly marker: number;
  /** The position of the marker, and of the first byte after the segment. */
  readonly from: number;
  readonly to: number;
}

/** More than any program writes. A program that shows the picture passes over all its pixels for each scan. */
const MOST_SCANS = 100;

/**
 * Rewrites a JPEG with the segments that draw its picture, and nothing after the end. Of the metadata, it keeps how the
 * picture is to be turned, and how its colors are coded; both are written again. Returns `undefined` if the file is
 * not whole, of an unusual kind, or too large to show.
 */
export function cleanJpeg(data: Uint8Array): CleanedPicture | undefined {
  const bytes = bytesOf(data);
  const segments = segmentsOf(bytes);
  const frames = segments?.filter(({ marker }) => FRAMES.includes(marker));
  const frame = frames?.[0];
  if (segments === undefined || frame === undefined || frames?.length !== 1) return undefined;

  const size = sizeOf(bytes, frame);
  if (size === undefined) return undefined;
  const kept = segments.filter(({ marker }) => [...FRAMES, ...TABLES, SOS].includes(marker));
  const scans = kept.filter(({ marker }) => marker === SOS).length;
  const isDrawn = scans > 0 && scans <= MOST_SCANS;
  const drawn = kept.map(({ from, to }) => bytes.slice(from, to));
  const image = joined([MARK(SOI), ...turning(bytes, segments), ...colors(bytes, segments), ...drawn, MARK(EOI)]);
  return isDrawn ? { type: "image/jpeg", ...size, image } : undefined;
}

const MARK = (marker: number) => Uint8Array.of(0xff, marker);

/** All segments up to EOI; `undefined` if one is cut off or its marker is not known. */
function segmentsOf(bytes: Bytes): readonly Segment[] | undefined {
  const segments: Segment[] = [];
  let from = markerAt(bytes, 2);
  while (from + 2 <= bytes.length && bytes.u8(from) === 0xff) {
    const marker = bytes.u8(from + 1);
    if (marker === EOI) return segments;
    const end = from + 2 + bytes.u16(from + 2);
    if (end > bytes.length || !isSound(bytes, { marker, from, to: end })) return undefined;
    const to = marker === SOS ? endOfScan(bytes, end) : end;
    segments.push({ marker, from, to });
    from = markerAt(bytes, to);
  }
  return undefined;
}

/** B.1.1.2: any number of fill bytes may precede a marker. */
function markerAt(bytes: Bytes, start: number): number {
  let at = start;
  while (bytes.u8(at) === 0xff && bytes.u8(at + 1) === 0xff) at += 1;
  return at;
}

/** Whether a segment is of a known kind, and has what its kind states. */
function isSound(bytes: Bytes, { marker, from, to }: Segment): boolean {
  if (!isKnown(marker) || to < from + 4) return false;
  if (TABLES.includes(marker)) return isOfTables(bytes, marker, { from: from + 4, to });
  return marker !== SOS || to - from === 8 + 2 * bytes.u8(from + 4);
}

const isKnown = (marker: number) =>
  [...FRAMES, ...TABLES, SOS].includes(marker) || (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/** The first position after entropy-coded data: a marker that is neither a stuffed zero nor a restart (F.1.2.3). */
function endOfScan(bytes: Bytes, start: number): number {
  for (let at = start; at + 1 < bytes.length; at++) {
    if (bytes.u8(at) !== 0xff) continue;
    const next = bytes.u8(at + 1);
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function sizeOf(bytes: Bytes, { from, to }: Segment) {
  const [height, width] = [bytes.u16(from + 5), bytes.u16(from + 7)];
  const components = bytes.u8(from + 9);
  const isUsual = bytes.u8(from + 4) === 8 && [1, 3, 4].includes(components) && to - from === 10 + 3 * components;
  return isUsual && isShowable(width, height) ? { width, height } : undefined;
}

/** A segment with nothing but the orientation, if the picture has to be turned. */
function turning(bytes: Bytes, segments: readonly Segment[]): readonly Uint8Array[] {
  for (const { marker, from, to } of segments) {
    if (marker !== APP1 || bytes.text(from + 4, 6) !== "Exif\0\0") continue;
    const orientation = orientationIn(bytes.slice(from + 10, to));
    return orientation === undefined ? [] : [exifOf(orientation)];
  }
  return [];
}

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** APP1 with one entry, 0x0112, in a big-endian TIFF (Exif 2.32, §4.6.2). */
const exifOf = (orientation: number) =>
  joined([
    Uint8Array.of(0xff, APP1, 0, 34),
    ascii("Exif\0\0MM\0*\0\0\0\x08"),
    Uint8Array.of(0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0),
  ]);

/** The segment of Adobe that says how colors are coded. Without it, some pictures look different (T.872 §6.5.3). */
function colors(bytes: Bytes, segments: readonly Segment[]): readonly Uint8Array[] {
  const adobe = segments.find(({ marker, from }) => marker === APP14 && bytes.text(from + 4, 5) === "Adobe");
  if (adobe === undefined || adobe.to - adobe.from < 16) return [];
  const transform = Math.min(bytes.u8(adobe.from + 15), 2);
  return [joined([Uint8Array.of(0xff, APP14, 0, 14), ascii("Adobe"), Uint8Array.of(0, 100, 0, 0, 0, 0, transform)])];
}
