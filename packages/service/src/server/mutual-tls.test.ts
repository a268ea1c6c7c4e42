import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readEnvironment } from "../environment.ts";
import { checkMutualTls, mutualTls, mutualTlsEnvironment } from "./mutual-tls.ts";

const schema = z
  .object({ PORT: z.coerce.number().default(4000), ...mutualTlsEnvironment.shape })
  .superRefine(checkMutualTls);
const read = (env: Record<string, string>) => mutualTls(readEnvironment(schema, env));

const url = { MTLS_URL: "https://mtls.auth.example" };
const at = { ...url, MTLS_PORT: "4008" };
const pem = {
  MTLS_SERVER_CERTIFICATE: "-----BEGIN CERTIFICATE-----\nAAAA",
  MTLS_SERVER_KEY: "-----BEGIN PRIVATE KEY-----\nAAAA",
};

describe("RFC 8705 §6.5: mutual TLS", () => {
  it("is off unless it has an address", () => {
    expect(read({})).toBeUndefined();
  });

  it("ends in the process, without any header", () => {
    const listener = read({ ...at, ...pem });
    expect(listener).toMatchObject({ at: { host: "127.0.0.1", port: 4008 }, trustedProxies: [] });
    expect(listener?.tls).toMatchObject({ requestCert: true, rejectUnauthorized: false, minVersion: "TLSv1.2" });
  });

  it("or at a proxy that has an address or a Unix socket", () => {
    const byAddress = read({ ...at, MTLS_PROXIES: "10.0.0.5, 10.1.0.0/24" });
    expect(byAddress).toMatchObject({ tls: undefined, trustedProxies: ["10.0.0.5", "10.1.0.0/24"] });
    expect(read({ ...url, MTLS_SOCKET: "/run/mtls.sock" })).toMatchObject({ at: { path: "/run/mtls.sock" } });
  });

  it.each([
    ["neither certificate nor proxy", at, "MTLS_URL: needs"],
    ["both", { ...at, ...pem, MTLS_PROXIES: "127.0.0.1" }, "MTLS_PROXIES: must not be set if"],
    [
      "a certificate without its key",
      { ...at, MTLS_SERVER_CERTIFICATE: pem.MTLS_SERVER_CERTIFICATE },
      "MTLS_SERVER_KEY: is not set",
    ],
    ["a header that any client could send", { ...at, ...pem, MTLS_PEM_HEADER: "x-cert" }, "MTLS_PEM_HEADER: needs"],
    ["every IPv4 address", { ...at, MTLS_PROXIES: "0.0.0.0/0" }, "MTLS_PROXIES: must not be every address"],
    ["every IPv6 address", { ...at, MTLS_PROXIES: "::/0" }, "MTLS_PROXIES: must not be every address"],
    ["no address", { ...at, MTLS_PROXIES: "," }, "MTLS_PROXIES: must name at least one"],
    ["a host name", { ...at, MTLS_PROXIES: "proxy.example" }, "MTLS_PROXIES: must be IP addresses"],
    [
      "the port of the public listener",
      { ...at, MTLS_PORT: "4000", MTLS_PROXIES: "127.0.0.1" },
      "MTLS_PORT: must be another",
    ],
    ["no port", { ...url, MTLS_PROXIES: "127.0.0.1" }, "MTLS_PORT: is not set"],
    ["an address by http", { MTLS_URL: "http://mtls.auth.example", MTLS_PORT: "4008" }, "MTLS_URL: "],
  ])("the start refuses %s", (_, env, problem) => {
    expect(() => read(env as Record<string, string>)).toThrow(problem);
  });
});
