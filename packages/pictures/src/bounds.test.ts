import { describe, expect, it } from "vitest";
import { cleanPicture, LARGEST_PICTURE_BYTES } from "./clean.ts";
import { joined } from "./cleaned.ts";

const ascii = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
/** A file of this many bytes that begins like this, and goes on with as many of these parts as fit. */
function filled(begin: Uint8Array, part: Uint8Array, length = LARGEST_PICTURE_BYTES): Uint8Array {
  const file = new Uint8Array(length);
  file.set(begin);
  for (let at = begin.length; at + part.length <= length; at += part.length) file.set(part, at);
  return file;
}

/** The same bytes, which count how often one is looked at. */
function counting(data: Uint8Array) {
  let looks = 0;
  const watched = (bytes: Uint8Array): Uint8Array =>
    new Proxy(bytes, {
      get(target, name) {
        if (typeof name === "string" && /^\d+$/.test(name)) looks += 1;
        if (name === "subarray") return (from: number, to: number) => watched(target.subarray(from, to));
        if (name === Symbol.iterator) {
          return () => {
            looks += target.length;
            return target[Symbol.iterator]();
          };
        }
        const value = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return { image: watched(data), looks: () => looks };
}

const PNG = joined([
  Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  Uint8Array.of(0, 0, 0, 13),
  ascii("IHDR"),
  Uint8Array.of(0, 0, 0, 4, 0, 0, 0, 4, 8, 2, 0, 0, 0, 0x26, 0x93, 0x09, 0x29),
]);
const JPEG = Uint8Array.of(0xff, 0xd8);
const SCAN = Uint8Array.of(0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0);
const SEGMENT = (marker: number, content: Uint8Array) =>
  joined([Uint8Array.of(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255), content]);
const RIFF = (length: number) =>
  joined([ascii("RIFF"), new Uint8Array(Uint32Array.of(length - 8).buffer), ascii("WEBP")]);

/** The most work that a sender could ask for with each format. */
const WORST: readonly (readonly [string, Uint8Array])[] = [
  ["a PNG of the smallest chunks", filled(PNG, joined([new Uint8Array(4), ascii("tEXt"), new Uint8Array(4)]))],
  [
    "a PNG whose chunks are kept",
    filled(PNG, joined([new Uint8Array(4), ascii("IDAT"), Uint8Array.of(0x35, 0xaf, 6, 0x1e)])),
  ],
  ["a PNG of one chunk", joined([PNG, Uint8Array.of(0, 3, 0, 0), ascii("IDAT"), new Uint8Array(200_000)])],
  ["a JPEG of the smallest segments", filled(JPEG, SEGMENT(0xe1, new Uint8Array()))],
  ["a JPEG of segments that look like Exif", filled(JPEG, SEGMENT(0xe1, ascii("Exif\0\0MM\0*\0\0\0\x08\xff\xff")))],
  ["a JPEG of bytes that only fill", filled(JPEG, Uint8Array.of(0xff))],
  ["a JPEG of tables", filled(JPEG, SEGMENT(0xc4, new Uint8Array(17 * 3800)))],
  ["a JPEG of scans", filled(JPEG, SCAN)],
  ["a JPEG of one scan with stuffed zeros", filled(joined([JPEG, SCAN]), Uint8Array.of(0xff, 0))],
  ["a WebP of the smallest chunks", filled(RIFF(LARGEST_PICTURE_BYTES), joined([ascii("EXIF"), new Uint8Array(4)]))],
  ["a WebP of one chunk", joined([RIFF(200_020), ascii("VP8L"), Uint8Array.of(64, 13, 3, 0), new Uint8Array(200_000)])],
];

describe("A4: a picture is bounded before it is parsed, and each byte is looked at a few times", () => {
  it.each(WORST)("at the bound, %s", (_, data) => {
    expect(data.length).toBeLessThanOrEqual(LARGEST_PICTURE_BYTES);
    const { image, looks } = counting(data);
    cleanPicture(image);
    expect(looks()).toBeLessThan(8 * LARGEST_PICTURE_BYTES);
  });

  it.each([
    ["PNG", PNG],
    ["JPEG", JPEG],
    ["WebP", RIFF(LARGEST_PICTURE_BYTES + 1)],
    ["anything else", ascii("<svg>")],
  ])("above it, only the kind of a %s is looked at", (_, begin) => {
    const { image, looks } = counting(filled(begin, Uint8Array.of(0), LARGEST_PICTURE_BYTES + 1));
    expect(cleanPicture(image)).toBeUndefined();
    expect(looks()).toBeLessThanOrEqual(24);
  });
});
