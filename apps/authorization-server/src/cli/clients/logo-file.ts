/** Logos: pictures of three kinds, told by their first bytes. Never SVG, which is a document that can run scripts. */
import type { Logo } from "../../stores/clients.ts";
import { readBytes } from "../input.ts";
import { refusal } from "../refusal.ts";

const LARGEST_LOGO_BYTES = 262_144;

/** Reads a logo of at most 256 KB. Refuses what does not begin as PNG, JPEG or WebP begin. */
export async function readLogo(path: string): Promise<Logo> {
  const image = await readBytes(path, LARGEST_LOGO_BYTES);
  const mediaType = mediaTypeOf(image);
  if (mediaType === undefined) throw refusal(`${path} is not a PNG, JPEG or WebP picture`);

  return { mediaType, image };
}

/** The media type of a picture by its signature, whatever its name says; `undefined` for anything else. */
function mediaTypeOf(image: Buffer): string | undefined {
  const begins = (...bytes: number[]) => image.subarray(0, bytes.length).equals(Buffer.from(bytes));

  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (begins(0xff, 0xd8, 0xff)) return "image/jpeg";
  // RFC 9649 §2.4: "RIFF", the size, "WEBP".
  const isWebp = image.toString("latin1", 0, 4) === "RIFF" && image.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? "image/webp" : undefined;
}
