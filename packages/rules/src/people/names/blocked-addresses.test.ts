import { describe, expect, it } from "vitest";
import { blockedAddress, blockList } from "./blocked-addresses.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const at = noon.getTime();
const entry = (address: string, { subdomains = false, expiresAt = null as Date | null } = {}) => ({
  ...{ address, subdomains, expiresAt },
});

describe("what is blocked is written in one way", () => {
  it.each([
    ["mail.example", "mail.example"],
    [" Mail.EXAMPLE. ", "mail.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["BÜCHER.example", "xn--bcher-kva.example"],
    ["192.0.2.0/24", "192.0.2.0/24"],
    ["192.0.2.77/24", "192.0.2.0/24"],
    ["192.0.2.7", "192.0.2.7/32"],
    ["2001:DB8:0:0::/32", "2001:db8::/32"],
    ["2001:db8::1", "2001:db8::1/128"],
    ["2001:db8:ffff::/33", "2001:db8:8000::/33"],
    ["::ffff:192.0.2.0/120", "192.0.2.0/24"],
    ["::ffff:c000:207", "192.0.2.7/32"],
    ["fe80::1%eth0", "fe80::1/128"],
  ])("%s is %s", (text, written) => {
    expect(blockedAddress(text)?.text).toBe(written);
    expect(blockedAddress(written)?.text).toBe(written);
  });

  it.each([
    ["one label", "example"],
    ["a top-level domain", "com"],
    ["an email address", "a@mail.example"],
    ["a wildcard", "*.mail.example"],
    ["everything", "0.0.0.0/0"],
    ["everything of IPv6", "::/0"],
    ["everything, as IPv4-mapped", "::ffff:0:0/96"],
    ["a large part of the internet", "10.0.0.0/7"],
    ["a prefix that is too long", "192.0.2.0/33"],
    ["a prefix that is not a number", "192.0.2.0/2x"],
    ["two prefixes", "192.0.2.0/24/24"],
    ["a domain with a prefix", "mail.example/24"],
    ["an IPv4 address with an octal part", "0300.0.2.1"],
    ["a number", "3221225985"],
    ["nothing", ""],
    ["a long text", `${"a.".repeat(200)}example`],
  ])("%s is refused: %s", (_, text) => {
    expect(blockedAddress(text)).toBeUndefined();
  });
});

describe("RFC 4632 §3.1: an address is in a network if it begins with its prefix", () => {
  const list = blockList([entry("192.0.2.0/24"), entry("2001:db8::/32"), entry("198.51.100.7"), entry("10.128.0.0/9")]);

  it.each([
    ["192.0.2.0", true],
    ["192.0.2.255", true],
    ["192.0.3.0", false],
    ["198.51.100.7", true],
    ["198.51.100.8", false],
    ["10.127.255.255", false],
    ["10.128.0.0", true],
    ["2001:db8:ffff::1", true],
    ["2001:DB8:0::1", true],
    ["2001:db9::1", false],
    // RFC 4291 §2.5.5.2: the same host by a dual-stack socket.
    ["::ffff:192.0.2.5", true],
    ["::ffff:c000:205", true],
    ["0:0:0:0:0:ffff:192.0.2.5", true],
    ["::192.0.2.5", false],
    ["unknown", false],
    ["", false],
  ])("%s: %s", (address, isIn) => {
    expect(list.network(address, at) !== undefined).toBe(isIn);
  });

  it("looks once for each length of a prefix, no matter how many networks there are", () => {
    const many = Array.from({ length: 10_000 }, (_, n) => entry(`10.${n >> 8}.${n & 255}.0/24`));
    const large = blockList(many);
    expect(large.network("10.5.7.9", at)?.address).toBe("10.5.7.0/24");
    expect(large.network("10.200.7.9", at)).toBeUndefined();
  });
});

describe("a domain", () => {
  const list = blockList([entry("mail.example"), entry("trash.example", { subdomains: true })]);

  it.each([
    ["mail.example", true],
    ["a.mail.example", false],
    ["evilmail.example", false],
    ["mail.example.org", false],
    ["trash.example", true],
    ["a.b.trash.example", true],
    ["nottrash.example", false],
    ["example", false],
  ])("%s: %s; its subdomains are blocked only if the entry says so", (domain, isBlocked) => {
    expect(list.domain(domain, at) !== undefined).toBe(isBlocked);
  });

  it("of 127 labels is looked up once for each", () => {
    expect(list.domain(`${"a.".repeat(125)}trash.example`, at)?.address).toBe("trash.example");
  });
});

describe("an entry that expired", () => {
  const until = { expiresAt: noon };
  const list = blockList([entry("mail.example", until), entry("192.0.2.0/24", until)]);

  it("blocks until its time, and no longer", () => {
    expect([list.domain("mail.example", at - 1), list.network("192.0.2.1", at - 1)]).not.toContain(undefined);
    expect([list.domain("mail.example", at), list.network("192.0.2.1", at)]).toEqual([undefined, undefined]);
  });

  it("does not hide one that is wider, and counts", () => {
    const both = blockList([entry("192.0.2.0/24", until), entry("192.0.0.0/16")]);
    expect(both.network("192.0.2.1", at)?.address).toBe("192.0.0.0/16");
    const domains = blockList([entry("a.trash.example", until), entry("trash.example", { subdomains: true })]);
    expect(domains.domain("a.trash.example", at)?.address).toBe("trash.example");
  });
});

it("says whether domains count at all", () => {
  expect([blockList([entry("192.0.2.0/24")]).hasDomains, blockList([entry("a.example")]).hasDomains]).toEqual([
    false,
    true,
  ]);
});
