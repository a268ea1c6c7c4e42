import type { CleanedPicture } from "./cleaned.ts";
import { cleanJpeg } from "./jpeg.ts";
import { pictureType } from "./picture-type.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

/** The size of a picture that people may send. */
export const LARGEST_PICTURE_BYTES = 262_144;

const CLEANERS = { "image/png": cleanPng, "image/jpeg": cleanJpeg, "image/webp": cleanWebp } as const;

/**
 * Rewrites a picture that a person sent, with only the parts of the file that draw it. So no place, text or second
 * document is kept. The parts themselves are copied, and not decoded. Takes time linear in the size. Returns
 * `undefined` for anything but a whole PNG, JPEG or WebP of at most 256 KiB and 4096 pixels on each side.
 */
export function cleanPicture(image: Uint8Array): CleanedPicture | undefined {
  const type = pictureType(image);
  return type === undefined || image.length > LARGEST_PICTURE_BYTES ? undefined : CLEANERS[type](image);
}
