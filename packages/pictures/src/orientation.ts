/** Exif (CIPA DC-008): how a picture is to be turned. Cameras write it instead of turning the picture. */
import { bytesOf } from "./cleaned.ts";

const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;
/** More entries than any camera writes. */
const MOST_ENTRIES = 512;

/** The orientation, 2 to 8, in a TIFF structure; `undefined` if there is none, or the picture is upright. */
export function orientationIn(tiff: Uint8Array): number | undefined {
  const bytes = bytesOf(tiff);
  const order = bytes.text(0, 2);
  if (order !== "II" && order !== "MM") return undefined;
  const littleEndian = order === "II";

  const directory = bytes.u32(4, littleEndian);
  const entries = Math.min(bytes.u16(directory, littleEndian), MOST_ENTRIES);
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (bytes.u16(at, littleEndian) !== ORIENTATION || bytes.u16(at + 2, littleEndian) !== SHORT) continue;
    const orientation = bytes.u16(at + 8, littleEndian);
    return orientation >= 2 && orientation <= 8 ? orientation : undefined;
  }
  return undefined;
}
