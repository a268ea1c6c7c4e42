import { describe, expect, it } from "vitest";
import { fc } from "../../../testing/properties.ts";
import { isPublicAddress } from "./public-address.ts";

describe("RFC 6890: public addresses", () => {
  it.each([
    "93.184.215.14",
    "8.8.8.8",
    "1.1.1.1",
    "223.255.255.254",
    "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
    "2a00::1",
  ])("%s", (address) => expect(isPublicAddress(address)).toBe(true));

  it("an IPv4-mapped public address", () => {
    expect(isPublicAddress("::ffff:93.184.215.14")).toBe(true);
  });
});

describe("RFC 6890, ssrf-03, ssrf-06: addresses that are not public", () => {
  it.each([
    // ssrf-01 and ssrf-03
    ...["127.0.0.1", "127.255.255.255", "::1", "169.254.169.254", "fd00:ec2::254"],
    // ssrf-06
    ...["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1", "198.18.0.1", "192.0.2.1"],
    ...["198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "0.0.0.0", "0.1.2.3", "192.0.0.8"],
    ...["fe80::1", "fc00::1", "ff02::1", "::", "fec0::1", "2001:db8::1", "3fff::1", "100::1", "5f00::1", "2001:10::1"],
    // IPv4 in IPv6: mapped, compatible, translated, NAT64 (both prefixes), 6to4, Teredo
    ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::127.0.0.1", "::ffff:0:127.0.0.1", "::ffff:a00:1"],
    ...[
      "64:ff9b::7f00:1",
      "64:ff9b::10.0.0.1",
      "64:ff9b:1::7f00:1",
      "2002:7f00:1::",
      "2002:a00:1::1",
      "2001:0:7f00:1::",
    ],
  ])("%s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ["a zone", "2606:2800:21f:cb07:6820:80da:af6b:8b2c%eth0"],
    ["a zone on a link-local address", "fe80::1%eth0"],
    ["decimal", "134744072"],
    ["hexadecimal", "0x8.0x8.0x8.0x8"],
    ["octal, which others read as 10.8.8.8", "012.8.8.8"],
    ["fewer parts", "8.8.2056"],
    ["brackets", "[2a00::1]"],
    ["a space", " 8.8.8.8"],
    ["a name", "pub.example"],
    ["nothing", ""],
  ])("ssrf-04: an address with %s", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it("no private address, in any embedding", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const first = fc.constantFrom<readonly [number, number]>(
      [10, 0],
      [127, 0],
      [172, 16],
      [192, 168],
      [169, 254],
      [100, 64],
    );
    const hex = (a: number, b: number) => ((a << 8) | b).toString(16);
    fc.assert(
      fc.property(first, byte, byte, ([a, b], c, d) => {
        const [high, low] = [hex(a, b), hex(c, d)];
        const forms = ["", "::ffff:", "::", "64:ff9b::", "::ffff:0:"].map((prefix) => `${prefix}${a}.${b}.${c}.${d}`);
        const others = [`2002:${high}:${low}::1`, `::ffff:${high}:${low}`, `64:ff9b:1::${high}:${low}`];
        return [...forms, ...others].every((address) => !isPublicAddress(address));
      }),
    );
  });

  it("never throws, for any text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.ipV4Extended(), fc.ipV6()),
        (text) => typeof isPublicAddress(text) === "boolean",
      ),
    );
  });
});
