import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

const requestFrom = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

describe("meta-02: the address of a client is the one that our own proxies report", () => {
  const addressOf = clientAddress(["10.0.0.0/8", "fd00::/8"]);

  it.each([
    ["one proxy", "10.0.0.1", "198.51.100.7", "198.51.100.7"],
    ["a header that the client itself sent before that", "10.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"],
    ["two proxies of ours", "10.0.0.1", "203.0.113.9, 198.51.100.7, 10.0.0.2", "198.51.100.7"],
    ["no client behind our proxy", "10.0.0.1", undefined, "10.0.0.1"],
    ["an untrusted proxy", "192.0.2.1", "198.51.100.7", "192.0.2.1"],
    ["only trusted proxies", "10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.3"],
    ["a closed connection", undefined, "198.51.100.7", "unknown"],
  ])("%s", (_, peer, forwarded, address) => {
    expect(addressOf(requestFrom(peer, forwarded))).toBe(address);
  });

  it("is the address of the connection if no proxy is trusted", () => {
    expect(clientAddress([])(requestFrom("10.0.0.1", "198.51.100.7"))).toBe("10.0.0.1");
  });
});

describe("meta-11: a port does not change the address", () => {
  const addressOf = clientAddress(["10.0.0.0/8", "fd00::/8"]);

  it.each([
    ["IPv4", "203.0.113.9:40001", "203.0.113.9"],
    ["IPv6 in brackets", "[2001:db8::1]:40001", "2001:db8::1"],
    ["IPv6 in brackets without a port", "[2001:db8::1]", "2001:db8::1"],
    ["a proxy of ours", "198.51.100.7:40001, 10.0.0.2:443", "198.51.100.7"],
    ["a proxy of ours in IPv6", "198.51.100.7:40001, [fd00::2]:443", "198.51.100.7"],
  ])("of %s", (_, forwarded, address) => {
    expect(addressOf(requestFrom("10.0.0.1", forwarded))).toBe(address);
  });

  it.each([
    "not-an-ip",
    "unknown",
    "_hidden",
    "",
    " ",
    "198.51.100.7,",
    "198.51.100.7:",
    "198.51.100.7:port",
    "198.51.100.7:123456",
    "999.1.1.1",
    "999.1.1.1:80",
    "[198.51.100.7]x",
    "[not-an-ip]:80",
    "2001:db8::1]:80",
    "localhost:80",
    "198.51.100.7 evil",
  ])("%j, which is not an address, is ignored: the proxy is the client", (forwarded) => {
    expect(addressOf(requestFrom("10.0.0.1", forwarded))).toBe("10.0.0.1");
    expect(addressOf(requestFrom("10.0.0.1", `${forwarded}, 10.0.0.2`))).toBe("10.0.0.2");
  });
});
