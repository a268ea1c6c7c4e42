import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanPicture, LARGEST_PICTURE_BYTES } from "./clean.ts";
import { joined } from "./cleaned.ts";
import { crc32 } from "./png.ts";
import { PICTURES } from "./testing/pictures.ts";

const PNG = PICTURES.png;
const ascii = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const textOf = (image: Uint8Array | undefined) => Buffer.from(image ?? []).toString("latin1");
const number = (value: number) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);

/** A PNG chunk with its length and CRC. */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const content = joined([ascii(type), data]);
  return joined([number(data.length), content, number(crc32(content))]);
}
const SIGNATURE = PNG.slice(0, 8);
const IDAT = chunk("IDAT", Uint8Array.of(1, 2, 3));
const IEND = chunk("IEND", new Uint8Array());
const header = (width: number, height: number, rest: readonly number[] = [8, 2, 0, 0, 0]) =>
  chunk("IHDR", joined([number(width), number(height), Uint8Array.from(rest)]));
const png = (...chunks: readonly Uint8Array[]) => joined([SIGNATURE, ...chunks]);

/** A JPEG with one more segment after its start. */
const withSegment = (marker: number, data: Uint8Array, jpeg: Uint8Array = PICTURES.jpeg) =>
  joined([
    jpeg.slice(0, 2),
    Uint8Array.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255),
    data,
    jpeg.slice(2),
  ]);

describe("a picture is rewritten with the parts that draw it", () => {
  it("acct-03: a JPEG of a thousand scans is refused: each costs a pass over all pixels", () => {
    const segment = (marker: number, ...content: number[]) => [0xff, marker, 0, content.length + 2, ...content];
    const frame = segment(0xc2, 8, 16, 0, 16, 0, 1, 1, 0x11, 0);
    const scans = (count: number) => Array.from({ length: count }, () => segment(0xda, 1, 1, 0, 1, 63, 0)).flat();
    const jpeg = (count: number) => Uint8Array.from([0xff, 0xd8, ...frame, ...scans(count), 0xff, 0xd9]);
    expect([cleanPicture(jpeg(10))?.width, cleanPicture(jpeg(1000))]).toEqual([4096, undefined]);
  });

  it.each(Object.entries(PICTURES))("acct-03: %s keeps its size, and no metadata", (name, image) => {
    const cleaned = cleanPicture(image);
    expect(cleaned).toMatchObject({ type: `image/${/png|jpeg|webp/.exec(name)?.[0]}`, width: 8, height: 6 });
    expect(textOf(cleaned?.image)).not.toMatch(/SECRET|Exif\0\0II|EXIF|XMP|tEXt|eXIf|ICCP|iCCP/);
    expect(cleaned?.image.length).toBeLessThanOrEqual(image.length);
  });

  it.each(Object.entries(PICTURES))("%s is the same when it is rewritten again", (_, image) => {
    const once = cleanPicture(image);
    expect(once && cleanPicture(once.image)).toEqual(once);
  });

  it.each(Object.entries(PICTURES))("acct-03: %s loses a second document after its end", (_, image) => {
    const more = cleanPicture(joined([image, ascii("<script>alert(1)</script>PK\x03\x04")]));
    expect(more).toEqual(cleanPicture(image));
  });

  it("keeps how a JPEG is to be turned, and nothing else of Exif", () => {
    const exif = textOf(cleanPicture(PICTURES.jpeg)?.image).match(/Exif\0\0MM/g);
    expect(exif).toHaveLength(1);
    const position = textOf(cleanPicture(PICTURES.jpeg)?.image).indexOf("\x01\x12\0\x03\0\0\0\x01\0\x06\0\0");
    expect(position).toBeGreaterThan(0);
  });

  it("removes comments and application segments of a JPEG", () => {
    const hidden = withSegment(0xfe, ascii("HIDDEN"), withSegment(0xe2, ascii("ICC_PROFILE HIDDEN")));
    expect(cleanPicture(hidden)).toEqual(cleanPicture(PICTURES.jpeg));
  });

  it("removes every ancillary chunk of a PNG but transparency", () => {
    const drawn = [header(4, 4), IDAT, IEND];
    const hidden = png(header(4, 4), chunk("tEXt", ascii("HIDDEN")), chunk("eXIf", ascii("II*\0")), IDAT, IEND);
    expect(cleanPicture(hidden)?.image).toEqual(png(...drawn));
  });
});

describe("a file that cannot be shown as a picture is refused", () => {
  const cut = (image: Uint8Array, length: number) => image.slice(0, length);
  it.each<[string, Uint8Array]>([
    ["nothing", new Uint8Array()],
    ["acct-03: an SVG", ascii('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["acct-03: a page that begins like a GIF", ascii("GIF89a/*<script>*/")],
    ["acct-03: a PNG of 20,000 by 20,000 pixels", png(header(20_000, 20_000), IDAT, IEND)],
    ["a PNG without a side", png(header(0, 4), IDAT, IEND)],
    ["a PNG with a side below zero", png(header(0x80000000, 4), IDAT, IEND)],
    ["a PNG without pixels", png(header(4, 4), IEND)],
    ["a PNG with two headers", png(header(4, 4), header(4, 4), IDAT, IEND)],
    ["a PNG with a palette after its pixels", png(header(4, 4), IDAT, chunk("PLTE", new Uint8Array(3)), IEND)],
    ["a PNG with pixels in two places", png(header(4, 4), IDAT, chunk("tRNS", new Uint8Array(2)), IDAT, IEND)],
    ["a PNG with a palette that is too long", png(header(4, 4), chunk("PLTE", new Uint8Array(771)), IDAT, IEND)],
    ["a PNG of an unknown depth", png(header(4, 4, [7, 2, 0, 0, 0]), IDAT, IEND)],
    ["a PNG with a chunk that must be understood", png(header(4, 4), chunk("EVIL", ascii("x")), IDAT, IEND)],
    ["a PNG with a broken chunk", Uint8Array.from(PNG, (byte, index) => (index === 20 ? byte ^ 1 : byte))],
    ["a PNG without an end", png(header(4, 4), IDAT)],
    ["a PNG that is cut off", cut(PNG, PNG.length - 20)],
    ["a JPEG that is cut off", cut(PICTURES.jpeg, PICTURES.jpeg.length - 2)],
    ["a JPEG with a segment of an unknown kind", withSegment(0xc3, new Uint8Array(8))],
    ["a JPEG with a table that hides something", withSegment(0xdb, ascii("\0HIDDEN"))],
    ["a JPEG with a segment that is too short", joined([PICTURES.jpeg.slice(0, 2), Uint8Array.of(0xff, 0xe1, 0, 1)])],
    ["a WebP that is cut off", cut(PICTURES.webp, PICTURES.webp.length - 20)],
    ["a WebP that is animated", ascii("RIFF\x12\0\0\0WEBPANIM\x06\0\0\0\0\0\0\0\0\0")],
    ["a file that is too long", joined([PNG, new Uint8Array(LARGEST_PICTURE_BYTES)])],
  ])("%s", (_, image) => expect(cleanPicture(image)).toBeUndefined());

  it("acct-03: a JPEG and a WebP with a side of more than 4096 pixels", () => {
    const find = (image: Uint8Array, marker: string) => textOf(image).indexOf(marker);
    const jpeg = PICTURES.jpeg.slice();
    jpeg.set([0x4e, 0x20], find(jpeg, "\xff\xc0") + 5);
    const webp = PICTURES["webp without loss"].slice();
    webp.set([0xff, 0xff], find(webp, "VP8L") + 9);
    expect([cleanPicture(jpeg), cleanPicture(webp)]).toEqual([undefined, undefined]);
  });

  it("wild changes of a picture never throw, and what is kept is a picture that is kept as it is", () => {
    const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) });
    const pictures = fc.constantFrom(...Object.values(PICTURES));
    fc.assert(
      fc.property(
        pictures,
        fc.array(change, { maxLength: 8 }),
        fc.uint8Array({ maxLength: 64 }),
        (image, changes, more) => {
          const wild = joined([image, more]);
          for (const { at, byte } of changes) wild[at % wild.length] = byte;
          const cleaned = cleanPicture(wild);
          expect(cleaned && cleanPicture(cleaned.image)).toEqual(cleaned);
        },
      ),
    );
  });
});
