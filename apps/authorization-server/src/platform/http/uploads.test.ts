import { Readable, Writable } from "node:stream";
import { isUpload } from "@countersign/service";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { uploadOf } from "./uploads.ts";

afterEach(() => vi.restoreAllMocks());

const TYPE = "multipart/form-data; boundary=x";
const read = (body: string | Buffer, type = TYPE, largestFileBytes = 100) => {
  const bytes = Buffer.from(body as string, "latin1");
  const headers = { "content-type": type, "content-length": String(bytes.length) };
  return uploadOf({ req: Object.assign(Readable.from([bytes]), { headers }) as never }, largestFileBytes);
};
const part = (head: string, value: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
const END = "--x--\r\n";

describe("RFC 7578: a form with a file", () => {
  it("has its fields, and the bytes of its file", async () => {
    const bytes = "\0\xff\r\n--y";
    const form = await read(`${part('name="csrf"', "t")}${part('name="p"; filename="../a.png"', bytes)}${END}`);
    expect([form.get("csrf"), form.names(), form.all("csrf")]).toEqual(["t", ["csrf"], ["t"]]);
    expect(Buffer.from(form.file ?? []).toString("latin1")).toBe(bytes);
  });

  it("may have no file, as a browser sends it if none was chosen", async () => {
    expect((await read(`${part('name="p"; filename=""', "")}${END}`)).file).toBeUndefined();
  });

  it("is recognized only by its media type", () => {
    const typed = (type: string) => isUpload({ headers: { "content-type": type } });
    expect([TYPE, "Multipart/Form-Data", "multipart/form-data2", "text/plain", ""].map(typed)).toEqual([
      ...[true, true, false, false, false],
    ]);
  });

  it.each<[string, string, string?]>([
    ["no boundary", part('name="a"', "b") + END, "multipart/form-data"],
    ["no end", part('name="a"', "b")],
    ["no parts", "hello"],
    ["nothing", ""],
    ["two files", `${part('name="p"; filename="a"', "1")}${part('name="p"; filename="b"', "2")}${END}`],
    ["too many fields", part('name="a"', "b").repeat(30) + END],
  ])("with %s is refused", async (_, body, type) => {
    await expect(read(body, type)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("of thousands of parts costs no more than its first ones", async () => {
    const write = vi.spyOn(Writable.prototype, "write");
    const given = (parser: string) =>
      write.mock.calls
        .filter((_, call) => (write.mock.contexts[call] as Writable).constructor.name === parser)
        .reduce((bytes, [chunk]) => bytes + (chunk as Buffer).length, 0);
    await expect(read("--x\r\n\r\n\r\n".repeat(29_000), TYPE, 262_144)).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(given("Busboy")).toBe(4096);
    await read(part('name="a"', "b".repeat(8000)) + END);
    expect(given("Busboy")).toBeGreaterThan(4096 + 8000);
  });

  it("of more than the file and its fields may have is refused, and not read", async () => {
    await expect(read(`${part('name="p"; filename="a"', "x".repeat(9000))}${END}`)).rejects.toMatchObject({
      status: 413,
    });
  });

  it("of random bytes is answered", async () => {
    const pieces = [
      "--x",
      "--x--",
      "\r\n",
      "\r\n\r\n",
      "Content-Disposition: form-data; name=a",
      "; filename=b",
      "y",
      "--",
    ];
    const wild = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(wild, async (some) => {
        const answer = await read(some.join("")).catch((err: { code: string }) => err.code);
        expect(typeof answer === "string" ? answer : "form").toMatch(/^form$|^invalid_request$/);
      }),
    );
  });
});
