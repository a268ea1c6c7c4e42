import { describe, expect, it } from "vitest";
import { pagesAround, readCursor, writeCursor } from "./cursor.ts";

const owner = { operation: "list", caller: "c", params: {}, filter: {} };
const texts = {
  seal: (text: string) => ({ sealed: Buffer.from(text), keyEncryptionKeyId: "k" }),
  open: ({ sealed }: { sealed: Uint8Array }) => Buffer.from(sealed).toString(),
};

describe("the pages around a page", () => {
  it("the first page has none before it", () => {
    expect(pagesAround({ place: undefined, trail: [] }, ["b"])).toEqual({
      next: { place: ["b"], trail: [null] },
      previous: undefined,
    });
  });

  it("a page leads back the way that led to it", () => {
    expect(pagesAround({ place: ["c"], trail: [null, ["b"]] }, undefined)).toEqual({
      next: undefined,
      previous: { place: ["b"], trail: [null] },
    });
  });

  it("the way back is bounded, and then leads to the first page", () => {
    let page: Parameters<typeof pagesAround>[0] = { place: undefined, trail: [] };
    const longest: number[] = [];
    for (let n = 0; n < 50; n += 1) {
      page = pagesAround(page, [`${n}`.padEnd(200, "x")]).next ?? page;
      longest.push(writeCursor(page, owner, texts).length);
    }
    expect(Math.max(...longest)).toBeLessThan(4000);
    for (let n = 0; n < 50; n += 1) page = pagesAround(page, undefined).previous ?? page;
    expect(page).toEqual({ place: undefined, trail: [] });
  });

  it("a cursor of the version before is a place", () => {
    const sealed = Buffer.from(JSON.stringify(["0", "key", "id"])).toString("base64url");
    expect(readCursor(`${sealed}.aw`, owner, texts)).toEqual({ place: ["0", "key", "id"], trail: [] });
  });

  it.each([[{ place: undefined, trail: [] }], [{ place: ["a", "b"], trail: [null, ["c"]] }]])(
    "a cursor is read as it was written",
    (page) => {
      expect(readCursor(writeCursor(page, owner, texts), owner, texts)).toEqual(page);
    },
  );
});
