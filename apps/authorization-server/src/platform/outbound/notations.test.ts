/** Properties of addresses in any notation: an address outside the public internet is never reached. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";
import { targetProblem } from "./target.ts";
import { fetcherTo, type Listener, PUBLIC_HOST, resolverOf, startListener } from "./testing/listener.ts";

/** The ranges of RFC 6890 and of the IANA registry, listed independently of the code under test. */
const SPECIAL_IPV4: readonly (readonly [string, number, string])[] = [
  ["0.0.0.0", 8, "this network"],
  ["10.0.0.0", 8, "private use"],
  ["100.64.0.0", 10, "carrier-grade NAT (RFC 6598)"],
  ["127.0.0.0", 8, "loopback"],
  ["169.254.0.0", 16, "link-local"],
  ["172.16.0.0", 12, "private use"],
  ["192.0.0.0", 24, "protocol assignments"],
  ["192.0.2.0", 24, "documentation"],
  ["192.31.196.0", 24, "AS112"],
  ["192.52.193.0", 24, "AMT"],
  ["192.88.99.0", 24, "6to4 relays"],
  ["192.168.0.0", 16, "private use"],
  ["192.175.48.0", 24, "AS112"],
  ["198.18.0.0", 15, "benchmarking"],
  ["198.51.100.0", 24, "documentation"],
  ["203.0.113.0", 24, "documentation"],
  ["224.0.0.0", 4, "multicast"],
  ["240.0.0.0", 4, "reserved and broadcast"],
];
const SPECIAL_IPV6: readonly (readonly [string, number, string])[] = [
  ["::", 96, "unspecified, loopback and IPv4-compatible"],
  ["::ffff:0:0:0", 96, "IPv4-translated"],
  ["64:ff9b::", 96, "NAT64 (RFC 6052)"],
  ["64:ff9b:1::", 48, "local NAT64 (RFC 8215)"],
  ["100::", 64, "discard-only"],
  ["2001::", 32, "Teredo"],
  ["2001:2::", 48, "benchmarking"],
  ["2001:10::", 28, "ORCHID"],
  ["2001:20::", 28, "ORCHIDv2"],
  ["2001:db8::", 32, "documentation"],
  ["2002::", 16, "6to4"],
  ["3fff::", 20, "documentation (RFC 9637)"],
  ["5f00::", 16, "segment routing"],
  ["fc00::", 7, "unique local"],
  ["fe80::", 10, "link-local"],
  ["fec0::", 10, "site-local"],
  ["ff00::", 8, "multicast"],
];

const numberOf = (ipv4: string) => ipv4.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
const dotted = (n: number) => [24, 16, 8, 0].map((shift) => Math.floor(n / 2 ** shift) % 256).join(".");
const isSpecial = (n: number) =>
  SPECIAL_IPV4.some(([first, bits]) => Math.floor(n / 2 ** (32 - bits)) === numberOf(first) / 2 ** (32 - bits));
const ipv4 = fc.oneof(
  fc.nat(2 ** 32 - 1),
  ...SPECIAL_IPV4.map(([first, bits]) => fc.nat(2 ** (32 - bits) - 1).map((host) => numberOf(first) + host)),
);

const problem = (address: string) => {
  const url = URL.parse(address);
  return url === null ? "is not a URL" : targetProblem(url, new Set());
};

/** An IPv4 address may be written in 1, 2, 3 or 4 parts. The last part holds all remaining bits. */
function partsOf(n: number, count: number): number[] {
  const head = dotted(n)
    .split(".")
    .map(Number)
    .slice(0, count - 1);
  return [...head, n % 2 ** (8 * (5 - count))];
}
const digits = fc.constantFrom(
  (n: number) => String(n),
  (n: number) => `0x${n.toString(16)}`,
  (n: number) => `0X${n.toString(16).toUpperCase()}`,
  (n: number) => `0${n.toString(8)}`,
  (n: number) => `000${n.toString(8)}`,
);
const percent = (text: string) => [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join("");
const wide = (text: string) =>
  [...text].map((one) => (/\d/.test(one) ? String.fromCodePoint(one.charCodeAt(0) - 48 + 0xff10) : one)).join("");
const disguise = fc.constantFrom<(text: string) => string>(
  (text) => text,
  percent,
  wide,
  (text) => `${text}.`,
);

describe("ssrf-06: an IPv4 address", () => {
  it("is public only if no special range contains it", () => {
    fc.assert(
      fc.property(ipv4, (n) => isPublicAddress(dotted(n)) === !isSpecial(n)),
      { numRuns: 2000 },
    );
  });

  it("ssrf-04: in decimal, octal or hexadecimal, in one to four parts, disguised or not, is normalized", () => {
    fc.assert(
      fc.property(
        ipv4,
        fc.integer({ min: 1, max: 4 }),
        fc.array(digits, { minLength: 4, maxLength: 4 }),
        disguise,
        (n, count, forms, change) => {
          const host = partsOf(n, count)
            .map((part, index) => forms[index]?.(part))
            .join(".");
          return (problem(`https://${change(host)}/`) === undefined) === !isSpecial(n);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("inside IPv6 counts as the IPv4 address if it is mapped, and is never public in any other form", () => {
    const hex = (n: number) => `${Math.floor(n / 65_536).toString(16)}:${(n % 65_536).toString(16)}`;
    fc.assert(
      fc.property(ipv4, (n) => {
        const mapped = [`::ffff:${dotted(n)}`, `::ffff:${hex(n)}`, `0:0:0:0:0:FFFF:${hex(n)}`];
        const others = [`64:ff9b::${dotted(n)}`, `64:ff9b::${hex(n)}`, `2002:${hex(n)}::1`, `2001:0:${hex(n)}::1`];
        const rare = [`::${hex(n)}`, `::ffff:0:${dotted(n)}`, `64:ff9b:1::${dotted(n)}`, `fe80::5efe:${dotted(n)}`];
        return (
          mapped.every((one) => isPublicAddress(one) === !isSpecial(n)) &&
          mapped.every((one) => (problem(`https://[${one}]/`) === undefined) === !isSpecial(n)) &&
          [...others, ...rare].every((one) => !isPublicAddress(one) && problem(`https://[${one}]/`) !== undefined)
        );
      }),
    );
  });
});

describe("ssrf-06: an IPv6 address of a special range is refused", () => {
  const groupsOf = (address: string) => {
    const [head = "", tail = ""] = address.split("::");
    const [before, after] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
    const zeros = Array<string>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill("0");
    return [...(before ?? []), ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16));
  };
  const bitsOf = (address: string) => groupsOf(address).reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
  const written = (bits: bigint) =>
    Array.from({ length: 8 }, (_, n) => ((bits >> BigInt(112 - 16 * n)) & 0xffffn).toString(16)).join(":");

  it.each(SPECIAL_IPV6)("%s/%i: %s", (first, bits) => {
    const host = fc.bigInt({ min: 0n, max: (1n << BigInt(128 - bits)) - 1n });
    fc.assert(
      fc.property(host, (rest) => {
        const address = written(bitsOf(first) | rest);
        return !isPublicAddress(address) && problem(`https://[${address}]/`) !== undefined;
      }),
    );
  });

  it("an address with a zone, or outside 2000::/3, is refused", () => {
    const outside = fc
      .bigInt({ min: 0n, max: (1n << 128n) - 1n })
      .filter((bits) => bits >> 125n !== 1n && bits >> 32n !== 0xffffn);
    fc.assert(fc.property(outside, (bits) => !isPublicAddress(written(bits))));
    fc.assert(
      fc.property(fc.ipV6(), fc.stringMatching(/^[a-z0-9]{1,8}$/), (address, zone) => {
        return !isPublicAddress(`${address}%${zone}`) && problem(`https://[${address}%25${zone}]/`) !== undefined;
      }),
    );
  });
});

describe("ssrf-07: a name with one address that is not public, among others", () => {
  let listener: Listener;
  beforeAll(async () => {
    listener = await startListener((_req, res) => res.setHeader("content-type", "application/json").end("{}"));
  });
  afterAll(() => listener.close());

  it("is not connected to", async () => {
    const isPublic = ipv4.filter((n) => !isSpecial(n)).map(dotted);
    const inside = ipv4.filter(isSpecial).chain((n) => fc.constantFrom(dotted(n), `::ffff:${dotted(n)}`));
    const answers = fc
      .tuple(fc.array(isPublic, { maxLength: 3 }), inside, fc.array(isPublic, { maxLength: 3 }))
      .map(([before, bad, after]) => [...before, bad, ...after]);
    await fc.assert(
      fc.asyncProperty(answers, async (addresses) => {
        const fetcher = fetcherTo(listener.port, { lookup: resolverOf({ [PUBLIC_HOST]: addresses }) });
        const wanted = { kind: "keys" as const, mediaTypes: ["application/json"], maxBytes: 100 };
        const refused = await fetcher.get(`https://${PUBLIC_HOST}/`, wanted).then(
          () => false,
          () => true,
        );
        await fetcher.close();
        return refused && listener.connections() === 0;
      }),
    );
  });
});
