/** Reads the QR code that a page shows, as a camera would. */
import jsQr from "jsqr";

const PIXELS_PER_MODULE = 4;

/** The text of the QR code in the SVG of a page. Throws if it cannot be read. */
export function readQrCode(body: string): string {
  const [, size = "", path = ""] = /<svg class="qr"[^>]* viewBox="0 0 (\d+) \d+".*<path d="([^"]*)"/.exec(body) ?? [];
  const width = Number(size) * PIXELS_PER_MODULE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) darken(pixels, width, Number(x), Number(y));
  const read = jsQr.default(pixels, width, width);
  if (read === null) throw new Error("the page shows no QR code that can be read");
  return read.data;
}

function darken(pixels: Uint8ClampedArray, width: number, column: number, row: number): void {
  for (let y = row * PIXELS_PER_MODULE; y < (row + 1) * PIXELS_PER_MODULE; y++) {
    const start = (y * width + column * PIXELS_PER_MODULE) * 4;
    for (let at = start; at < start + PIXELS_PER_MODULE * 4; at++) if (at % 4 !== 3) pixels[at] = 0;
  }
}
