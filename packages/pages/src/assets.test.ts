import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Assets, openAssets } from "./index.ts";

const FIRST_FONT = "fonts/inter-latin.woff2";

let folder: string;
let assets: Assets;
let server: Server;
const get = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/assets/${path}`, init);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "assets-"));
  mkdirSync(join(folder, "pictures"));
  writeFileSync(join(folder, "icon.svg"), "<svg><!-- theirs --></svg>");
  writeFileSync(join(folder, "pictures", "harbour one.png"), "not really");
  mkdirSync(join(folder, "long.css"));
  writeFileSync(join(folder, "long.css", "2-after.css"), "a {\n  color: red;\n}\n");
  writeFileSync(join(folder, "long.css", "1-before.css"), "/* Words. */\nb {\n  color: blue;\n}\n");
  assets = openAssets([folder]);
  server = createServer((req, res) => {
    req.url = req.url?.slice("/assets".length);
    assets.handler(req, res, () => res.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe("files that pages load", () => {
  it.each([
    ["style.css", "text/css; charset=utf-8", "@font-face"],
    ["ui.js", "text/javascript; charset=utf-8", "data-shows"],
    ["icon.svg", "image/svg+xml", "theirs"],
    ["pictures/harbour%20one.png", "image/png", "not really"],
    [FIRST_FONT, "font/woff2", "wOF2"],
  ])("%s is served as %s", async (path, type, words) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    expect(await answer.text()).toContain(words);
  });

  it("a folder that is named as a stylesheet is one, of its parts in the order of their names", async () => {
    const found = await get("long.css");
    expect([found.status, found.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
    expect(await found.text()).toBe("b {\ncolor: blue;\n}a {\ncolor: red;\n}");
    expect((await get("long.css/1-before.css")).status).toBe(404);
  });

  it("are kept for a year by an address that changes with them, and for minutes by any other", async () => {
    const kept = async (path: string) => (await get(path)).headers.get("cache-control");
    expect(await kept(assets.address("style.css"))).toBe("public, max-age=31536000, immutable");
    for (const path of ["style.css", "style.css?v=old", "style.css?v=a&v=b"])
      expect(await kept(path), path).toBe("public, max-age=300");
  });

  it("are not sent again to a browser that has them", async () => {
    const tag = (await get("style.css")).headers.get("etag") ?? "";
    const again = await get("style.css", { headers: { "if-none-match": tag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it.each(["", "nothing.css", "pictures", "%E0%A4%A", "%00", "..%2findex.ts", "../package.json"])(
    "%j names none",
    async (path) => expect((await get(path)).status).toBe(404),
  );

  it("RFC 9110 §13.1.1: are not sent if the browser asks for another version", async () => {
    expect((await get("style.css", { headers: { "if-match": '"another"' } })).status).toBe(412);
  });

  it.each([
    ["style.css", "gzip, deflate, br", "gzip"],
    ["style.css", "br;q=1, gzip;q=0.5", "gzip"],
    ["style.css", "gzip;q=0", null],
    ["style.css", "identity", null],
    [FIRST_FONT, "gzip", null],
  ])("%s for a browser that takes %s is in %s", async (path, accepted, coding) => {
    const { headers } = await get(path, { headers: { "accept-encoding": accepted }, method: "HEAD" });
    expect(headers.get("content-encoding")).toBe(coding);
  });

  it("HEAD is GET without a body", async () => {
    const { status, headers } = await get("style.css", { method: "HEAD" });
    expect([status, Number(headers.get("content-length")) > 5000]).toEqual([200, true]);
  });

  it("are only read", async () => expect((await get("style.css", { method: "POST" })).status).toBe(404));

  it("the stylesheet names each font by its address, for the letters that it has", async () => {
    const css = await (await get("style.css")).text();
    const faces = [...css.matchAll(/src:url\((fonts\/[^)]+)\)[^}]*unicode-range:U/g)].map(
      ([, address = ""]) => address,
    );
    expect(faces).toHaveLength(6);
    for (const address of faces) {
      const { status, headers } = await get(address);
      expect([address, status, headers.get("cache-control")]).toEqual([
        address,
        200,
        expect.stringContaining("immutable"),
      ]);
    }
  });
});
