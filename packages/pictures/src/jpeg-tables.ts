/** The tables of JPEG (ITU-T T.81, Annex B.2.4): whether a segment has exactly the tables that it states. */
import type { Bytes } from "./cleaned.ts";

const DHT = 0xc4;
const DQT = 0xdb;
const DRI = 0xdd;

/** The length of the table at a position of a segment, by marker; 0 if it is malformed. */
const TABLE_LENGTHS: Readonly<Record<number, (bytes: Bytes, at: number) => number>> = {
  [DHT]: huffmanTable,
  [DQT]: (bytes, at) => ([65, 129][bytes.u8(at) >> 4] ?? 0) * ((bytes.u8(at) & 15) < 4 ? 1 : 0),
  [DRI]: () => 2,
};

/** Whether the content of a segment, without marker and length, is whole tables and nothing else. */
export function isOfTables(bytes: Bytes, marker: number, { from, to }: { readonly from: number; readonly to: number }) {
  const lengthAt = TABLE_LENGTHS[marker];
  if (lengthAt === undefined) return false;
  let at = from;
  while (at < to) {
    const length = lengthAt(bytes, at);
    if (length === 0) return false;
    at += length;
  }
  return at === to && from < to && (marker !== DRI || to - from === 2);
}

/** B.2.4.2: class and destination, 16 counts, and that many values. */
function huffmanTable(bytes: Bytes, at: number): number {
  const counts = Array.from({ length: 16 }, (_, index) => bytes.u8(at + 1 + index));
  const values = counts.reduce((sum, count) => sum + count, 0);
  const isKnown = bytes.u8(at) >> 4 < 2 && (bytes.u8(at) & 15) < 4;
  return isKnown && values <= 256 ? 17 + values : 0;
}
