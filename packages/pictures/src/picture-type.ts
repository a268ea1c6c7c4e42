/**
 * Pictures that we keep and show, recognized by their first bytes. Never SVG, which is a document that can run scripts.
 */

/** The media type of a picture by its signature, not by the stated type; `undefined` for anything else. */
export function pictureType(image: Uint8Array): "image/png" | "image/jpeg" | "image/webp" | undefined {
  const begins = (...bytes: number[]) => bytes.every((byte, index) => image[index] === byte);
  const text = (start: number, end: number) => String.fromCharCode(...image.subarray(start, end));

  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (begins(0xff, 0xd8, 0xff)) return "image/jpeg";
  // RFC 9649 §2.4: "RIFF", the size, "WEBP".
  return text(0, 4) === "RIFF" && text(8, 12) === "WEBP" ? "image/webp" : undefined;
}
