import { ProtocolError } from "@countersign/rules";
import { describe, expect, it } from "vitest";
import type { AcceptedDocument } from "./accepted-document.ts";
import { fetchClientDocument, fetchJwks, fetchPicture, fetchRequestObject, fetchSector } from "./documents.ts";
import { fetchRefused } from "./fetch-refused.ts";
import type { Fetched } from "./guarded-fetch.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

const outboundOf = (answer: (wanted: AcceptedDocument) => Fetched) => ({
  get: async (_url: string, wanted: AcceptedDocument) => answer(wanted),
});
const logged: unknown[] = [];
const log = { info: (...line: unknown[]) => void logged.push(line) } as never;

describe("a JWK Set", () => {
  it("is JSON of at most 64 KB", async () => {
    const outbound = outboundOf(({ mediaTypes, maxBytes }) => {
      expect({ mediaTypes, maxBytes }).toEqual({
        mediaTypes: ["application/json", "application/jwk-set+json"],
        maxBytes: 65_536,
      });
      return { mediaType: "application/json", body: Buffer.from('{"keys":[]}') };
    });
    expect(await fetchJwks(outbound, "https://rp.example/jwks")).toEqual({ keys: [] });
  });

  it.each(["", "{", "<html>", "\u0000", '{"keys":[],"keys":[1]}', `{"keys":${"[".repeat(40)}${"]".repeat(40)}}`])(
    "any other document is refused: %j",
    async (body) => {
      const outbound = outboundOf(() => ({ mediaType: "application/json", body: Buffer.from(body) }));
      await expect(fetchJwks(outbound, "https://rp.example/jwks")).rejects.toMatchObject({ code: "fetch_refused" });
    },
  );
});

describe("CIMD, section 8.4: a metadata document", () => {
  it("ssrf-13: is fetched within 3 seconds and the size that the deployment allows", async () => {
    const asked: unknown[] = [];
    const outbound = outboundOf((wanted) => {
      asked.push(wanted);
      return { mediaType: "application/json", body: Buffer.from("{}") };
    });
    await fetchClientDocument({ outbound, log }, "https://rp.example/c", { maxBytes: 5120, isKnown: false });
    expect(asked).toMatchObject([{ kind: "client document", timeoutMs: 3000, maxBytes: 5120 }]);
  });
});

describe("A4, B8: RFC 8259 §4: a document with a member twice is not read", () => {
  const outbound = outboundOf(() => ({ mediaType: "application/json", body: Buffer.from('{"a":1,"a":2}') }));

  it.each([
    [
      "a metadata document",
      () => fetchClientDocument({ outbound, log }, "https://rp.example/c", { maxBytes: 5120, isKnown: false }),
    ],
    ["a sector identifier", () => fetchSector({ outbound, log }, "https://rp.example/s")],
  ])("%s", async (_, fetching) => {
    logged.length = 0;
    expect(await fetching()).toBeUndefined();
    expect(logged).toMatchObject([[{ err: { problem: "a member is repeated" } }, expect.any(String)]]);
  });
});

describe("ssrf-17: a logo", () => {
  const fetchOf = (answer: () => Fetched) =>
    fetchPicture({ outbound: outboundOf(answer), log }, "https://rp.example/l");

  it("has the type of its first bytes, no matter what its media type says", async () => {
    await expect(fetchOf(() => ({ mediaType: "image/webp", body: PNG }))).resolves.toEqual({
      mediaType: "image/png",
      image: PNG,
    });
  });

  it.each([
    ["an SVG with the media type of a PNG", () => ({ mediaType: "image/png", body: Buffer.from("<svg/>") })],
    ["nothing", () => ({ mediaType: "image/png", body: Buffer.alloc(0) })],
    [
      "a document that could not be fetched",
      () => {
        throw fetchRefused("the answer was 404");
      },
    ],
  ])("is refused if it is %s, and only the log says so", async (_, answer) => {
    logged.length = 0;
    await expect(fetchOf(answer)).resolves.toBeUndefined();
    expect(logged).toHaveLength(1);
  });
});

describe("dos-23: exhausted fetch slots are not reported as a fault of the document", () => {
  const full = new ProtocolError("temporarily_unavailable", "too many documents are being fetched");
  const outbound = outboundOf(() => {
    throw full;
  });
  it.each([
    ["a key set", () => fetchJwks(outbound, "https://rp.example/jwks")],
    ["a logo", () => fetchPicture({ outbound, log }, "https://rp.example/l")],
    ["a request object", () => fetchRequestObject({ outbound, log }, "https://rp.example/r", "webClient")],
    ["a sector identifier", () => fetchSector({ outbound, log }, "https://rp.example/s")],
    [
      "a metadata document",
      () => fetchClientDocument({ outbound, log }, "https://rp.example/c", { maxBytes: 5120, isKnown: false }),
    ],
  ])("also for %s", async (_, fetching) => {
    await expect(fetching()).rejects.toBe(full);
  });
});
