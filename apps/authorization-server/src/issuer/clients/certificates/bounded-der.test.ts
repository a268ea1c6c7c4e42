import { X509Certificate } from "node:crypto";
import { AsnConvert } from "@peculiar/asn1-schema";
import { afterEach, describe, expect, it, vi } from "vitest";
import { authority, certificate } from "../../../../testing/clients/certificates.ts";
import { noon } from "../../../../testing/world.ts";
import { assertBounded } from "./bounded-der.ts";
import { readCertificate } from "./read-certificate.ts";
import { openTrust } from "./trust.ts";

afterEach(() => vi.restoreAllMocks());

/** An element with its length. */
function element(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const lengths = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...lengths]), content]);
}
const NULL = Buffer.from([5, 0]);
const sequence = (content: Uint8Array) => element(0x30, content);
/** One element, in so many levels of others. */
const nested = (levels: number) => Array.from({ length: levels }).reduce<Buffer>((inner) => sequence(inner), NULL);
/** So many elements, all in one. */
const wide = (elements: number) => sequence(Buffer.concat(Array.from({ length: elements - 1 }, () => NULL)));

const ATTEMPTS: readonly (readonly [string, Uint8Array, string])[] = [
  ["one byte too many", Buffer.concat([sequence(element(4, Buffer.alloc(11_000))), Buffer.alloc(1000)]), "12000 bytes"],
  ["one element too many", wide(1001), "1000 elements"],
  ["one level too many", nested(25), "24 levels"],
  ["as many levels as fit into the bytes", nested(2900), "24 levels"],
  ["as many elements as fit into the bytes", wide(5900), "1000 elements"],
  ["an indefinite length", Buffer.from([0x30, 0x80, 5, 0, 0, 0]), "no usual length"],
  ["a length of nine bytes", Buffer.from([0x30, 0x89, 1, 1, 1, 1, 1, 1, 1, 1, 1]), "no usual length"],
  ["a long tag", Buffer.from([0x3f, 0x81, 0x01, 0]), "long tag"],
  ["an element that is longer than all", Buffer.from([0x30, 0x7f, 5, 0]), "longer than what it is in"],
  ["an element that is longer than that around it", sequence(Buffer.from([0x30, 2, 5, 0x50])), "longer than what"],
];

describe("A4: a certificate is bounded before it is parsed (X.690 §8.1)", () => {
  it.each(ATTEMPTS)("%s: the parser is not called", (_, raw, problem) => {
    const parse = vi.spyOn(AsnConvert, "parse");
    expect(() => readCertificate({ raw: Buffer.from(raw) as Buffer<ArrayBuffer> })).toThrow(problem);
    expect(parse).not.toHaveBeenCalled();
  });

  it.each([
    ["1000 elements", wide(1000), 1000],
    ["24 levels", nested(24), 25],
  ])("%s are let through, and each is looked at once", (_, der, elements) => {
    let looks = 0;
    const counted = new Proxy(der, {
      get(target, name) {
        if (typeof name === "string" && /^\d+$/.test(name)) looks += 1;
        return Reflect.get(target, name, target);
      },
    });
    expect(() => assertBounded(counted)).not.toThrow();
    expect(looks).toBeLessThanOrEqual(elements * 5);
  });

  it("certificates with a hundred names are read", async () => {
    const names = Array.from({ length: 100 }, (_, n) => ({ type: "dns", value: `host-${n}.example` }) as const);
    const { der } = await certificate("CN=client", { names });
    expect(readCertificate({ raw: new X509Certificate(der).raw }).names.dns).toHaveLength(100);
  });

  it("one with more names than it may have is malformed, and its names are not parsed", async () => {
    const ours = await authority("CN=Clients");
    const names = Array.from({ length: 1001 }, () => ({ type: "dns", value: "a" }) as const);
    const { der, thumbprint } = await certificate("CN=client", { by: ours, names });
    const shown = { leaf: new X509Certificate(der), chain: [], thumbprint };
    expect(openTrust(ours.cert).verify(shown, { at: noon })).toEqual({ problem: "it is malformed" });
  });
});
