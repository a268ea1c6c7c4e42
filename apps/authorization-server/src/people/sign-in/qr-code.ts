/** QR codes as the path of an SVG, so that a template writes no markup of others. */
import { encode } from "uqr";

/** The dark modules of a QR code, and how wide and high it is with its quiet zone. */
export interface QrCode {
  readonly size: number;
  /** The `d` of a path in a view box of `size` by `size`. */
  readonly path: string;
}

/** The QR code of a text. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { size, path };
}
