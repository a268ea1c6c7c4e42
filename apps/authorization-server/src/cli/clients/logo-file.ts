import { pictureType } from "@countersign/pictures";
import type { Logo } from "../../platform/stores/client/clients.ts";
import { readBytes } from "../command/input.ts";
import { refusal } from "../command/refusal.ts";

const LARGEST_LOGO_BYTES = 262_144;

/** Reads a logo of at most 256 KB. Refuses a file that does not start like a PNG, JPEG or WebP file. */
export async function readLogo(path: string): Promise<Logo> {
  const image = await readBytes(path, LARGEST_LOGO_BYTES);
  const mediaType = pictureType(image);
  if (mediaType === undefined) throw refusal(`${path} is not a PNG, JPEG or WebP picture`);

  return { mediaType, image };
}
