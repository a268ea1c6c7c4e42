import { describe, expect, it } from "vitest";
import { pictureType } from "./picture-type.ts";

const typeOf = (bytes: string, encoding: BufferEncoding = "latin1") => pictureType(Buffer.from(bytes, encoding));

describe("a picture is recognized by its first bytes", () => {
  it.each([
    ["image/png", "89504e470d0a1a0a0000000d"],
    ["image/jpeg", "ffd8ffe000104a46"],
    ["image/webp", Buffer.from("RIFF\x10\x00\x00\x00WEBPVP8 ", "latin1").toString("hex")],
  ])("%s", (type, bytes) => expect(typeOf(bytes, "hex")).toBe(type));

  it.each(["", "\x89PNG", "<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF89a", "RIFF0000WAVE", " \x89PNG\r\n\x1a\n"])(
    "anything else is refused: %j",
    (bytes) => expect(typeOf(bytes)).toBeUndefined(),
  );
});
