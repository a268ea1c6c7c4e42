/**
 * Mail domains and networks that are blocked, and whether an address is among them. Domains are compared as A-labels
 * (RFC 5890), networks as prefixes (RFC 4632 §3.1, RFC 4291 §2.3). An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) is
 * an IPv4 address.
 */
import { z } from "zod";
import { asciiDomain } from "./email-address.ts";

/** A shorter prefix would block a large part of the internet by one entry. */
const SHORTEST_PREFIX = { 4: 8, 6: 16 } as const;
const BITS = { 4: 32, 6: 128 } as const;
const MAPPED_PREFIX = 96;
const MAPPED = 0xffffn;
const LONGEST = 300;

const IPV4 = z.ipv4();
const IPV6 = z.ipv6();

interface Network {
  readonly kind: "network";
  /** As it is written in one way, such as `192.0.2.0/24`. */
  readonly text: string;
  readonly family: 4 | 6;
  readonly prefix: number;
  /** The bits of the prefix. */
  readonly head: bigint;
}

interface Domain {
  readonly kind: "domain";
  /** In lower-case A-labels. */
  readonly text: string;
}

/** Reads what an administrator blocks, a mail domain or a network; otherwise `undefined`. An address is a network. */
export function blockedAddress(text: string): Network | Domain | undefined {
  if (text.length > LONGEST) return undefined;
  const [address = "", prefix, ...more] = text.trim().split("/");
  const ip = ipOf(address);
  if (ip !== undefined) return more.length === 0 ? networkOf(ip, prefix) : undefined;
  const domain = prefix === undefined ? asciiDomain(address) : undefined;
  return domain === undefined ? undefined : { kind: "domain", text: domain };
}

interface Ip {
  readonly family: 4 | 6;
  readonly bits: bigint;
  /** Whether it was written as IPv4-mapped: its prefix counts 96 bits more. */
  readonly isMapped: boolean;
}

function networkOf({ family, bits, isMapped }: Ip, written: string | undefined): Network | undefined {
  if (written !== undefined && !/^\d{1,3}$/.test(written)) return undefined;
  const counted = written === undefined ? BITS[family] : Number(written) - (isMapped ? MAPPED_PREFIX : 0);
  if (counted < SHORTEST_PREFIX[family] || counted > BITS[family]) return undefined;
  const rest = BigInt(BITS[family] - counted);
  const head = bits >> rest;
  return { kind: "network", text: `${textOf(family, head << rest)}/${counted}`, family, prefix: counted, head };
}

/** The bits of an IP address in any notation; `undefined` if it is none. A zone (RFC 4007 §11) does not count. */
function ipOf(text: string): Ip | undefined {
  if (IPV4.safeParse(text).success) return { family: 4, bits: bitsOf(text.split("."), 8, 10), isMapped: false };
  const [unzoned = ""] = text.split("%");
  if (!IPV6.safeParse(unzoned).success) return undefined;
  // The URL parser writes every notation in one way (RFC 5952), without an embedded IPv4 address.
  const [head = "", tail] = new URL(`http://[${unzoned}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [groupsIn(head), groupsIn(tail ?? "")];
  const zeros = Array<string>(8 - first.length - last.length).fill("0");
  const bits = bitsOf([...first, ...zeros, ...last], 16, 16);
  return bits >> 32n === MAPPED
    ? { family: 4, bits: bits & 0xffff_ffffn, isMapped: true }
    : { family: 6, bits, isMapped: false };
}

const groupsIn = (text: string) => (text === "" ? [] : text.split(":"));

const bitsOf = (parts: readonly string[], width: number, radix: number): bigint =>
  parts.reduce((bits, part) => (bits << BigInt(width)) | BigInt(Number.parseInt(part, radix)), 0n);

function textOf(family: 4 | 6, bits: bigint): string {
  const [count, width, radix] = family === 4 ? [4, 8n, 10] : [8, 16n, 16];
  const mask = (1n << width) - 1n;
  const parts = Array.from({ length: count }, (_, at) =>
    ((bits >> (BigInt(count - 1 - at) * width)) & mask).toString(radix),
  );
  return family === 4 ? parts.join(".") : new URL(`http://[${parts.join(":")}]`).hostname.slice(1, -1);
}

interface Entry {
  /** As it is stored, in its canonical form. */
  readonly address: string;
  readonly subdomains: boolean;
  readonly expiresAt?: Date | null;
}

/** Finds the entry that blocks an address. `at` is a time in milliseconds since the epoch. */
export interface BlockList<E> {
  /** The entry of a network in which an IP address is: one look for each length of a prefix that there is. */
  network(address: string, at: number): E | undefined;
  /** The entry of a domain, or of one above it whose subdomains are blocked: one look for each label. */
  domain(domain: string, at: number): E | undefined;
  /** Whether there is an entry of a domain, expired or not. */
  readonly hasDomains: boolean;
}

/** Makes entries findable. */
export function blockList<E extends Entry>(entries: readonly E[]): BlockList<E> {
  const domains = new Map<string, E>();
  const networks = new Map<string, E>();
  const lengths = new Map<string, readonly [family: 4 | 6, prefix: number]>();
  for (const entry of entries) {
    const read = blockedAddress(entry.address);
    if (read?.kind === "domain") domains.set(read.text, entry);
    if (read?.kind !== "network") continue;
    networks.set(keyOf(read), entry);
    lengths.set(`${read.family}/${read.prefix}`, [read.family, read.prefix]);
  }
  const counts = ({ expiresAt }: Entry, at: number) => expiresAt == null || expiresAt.getTime() > at;
  return {
    hasDomains: domains.size > 0,

    network(address, at) {
      const ip = lengths.size === 0 ? undefined : ipOf(address);
      if (ip === undefined) return undefined;
      for (const [family, prefix] of lengths.values()) {
        if (family !== ip.family) continue;
        const found = networks.get(keyOf({ family, prefix, head: ip.bits >> BigInt(BITS[family] - prefix) }));
        if (found !== undefined && counts(found, at)) return found;
      }
      return undefined;
    },

    domain(domain, at) {
      for (let name = domain; name !== ""; name = above(name)) {
        const found = domains.get(name);
        if (found !== undefined && (name === domain || found.subdomains) && counts(found, at)) return found;
      }
      return undefined;
    },
  };
}

const keyOf = ({ family, prefix, head }: Pick<Network, "family" | "prefix" | "head">) => `${family}/${prefix}/${head}`;

/** The domain above; none for a name of one label. */
const above = (name: string): string => (name.includes(".") ? name.slice(name.indexOf(".") + 1) : "");
