import { describe, expect, it } from "vitest";
import { fc } from "../../../testing/properties.ts";
import { isPublicAddress } from "./public-address.ts";
import { targetProblem } from "./target.ts";

const nobody = new Set<string>();
const problem = (address: string, allowed: ReadonlySet<string> = nobody) => {
  const url = URL.parse(address);
  return url === null ? "is not a URL" : targetProblem(url, allowed);
};

describe("specification §4.8 rule 4: the allowed targets of a request", () => {
  it.each(["https://pub.example/jwks", "https://pub.example:443/", "https://8.8.8.8/", "https://[2a00::1]/x?y"])(
    "accepts %s",
    (address) => expect(problem(address)).toBeUndefined(),
  );

  it.each([
    ["ssrf-01", "https://127.0.0.1/x"],
    ["ssrf-01", "https://127.0.0.1:8443/x"],
    ["ssrf-01", "https://[::1]/x"],
    ["ssrf-02", "http://pub.example/"],
    ["ssrf-02", "file:///etc/passwd"],
    ["ssrf-02", "ftp://pub.example/"],
    ["ssrf-02", "gopher://pub.example/"],
    ["ssrf-02", "data:application/json,{}"],
    ["ssrf-02", "unix:/var/run/x.sock"],
    ["ssrf-03", "https://169.254.169.254/latest/meta-data/"],
    ["ssrf-03", "https://[fd00:ec2::254]/"],
    ["ssrf-04", "https://2130706433/"],
    ["ssrf-04", "https://0x7f.1/"],
    ["ssrf-04", "https://0x7f000001/"],
    ["ssrf-04", "https://0177.0.0.1/"],
    ["ssrf-04", "https://127.1/"],
    ["ssrf-04", "https://0/"],
    ["ssrf-04", "https://127.0.0.1./"],
    ["ssrf-04", "https://①②⑦.0.0.1/"],
    ["ssrf-04", "https://[::ffff:7f00:1]/"],
    ["ssrf-04", "https://[fe80::1%25eth0]/"],
    ["ssrf-12", "https://pub.example@127.0.0.1/"],
    ["ssrf-12", "https://user:password@pub.example/"],
    ["ssrf-12", "https://127.0.0.1#@pub.example/"],
    ["ssrf-12", "https://127.0.0.1\\@pub.example/"],
    ["ssrf-12", "https://pub.example:22/"],
    ["ssrf-12", "https://pub.example:6379/"],
    ["ssrf-12", "https://pub.example:0/"],
    ["B8: another spelling of a host, with limits of its own", "https://pub.example./"],
    ["no URL", "pub.example"],
  ])("%s: refuses %s", (_, address) => {
    expect(problem(address)).toBeDefined();
  });

  it("accepts hosts that the deployment allows, with their port or any, over https only", () => {
    const allowed = new Set(["keys.internal", "127.0.0.1:8443"]);
    expect(problem("https://keys.internal:9443/", allowed)).toBeUndefined();
    expect(problem("https://127.0.0.1:8443/", allowed)).toBeUndefined();
    expect(problem("https://127.0.0.1:8444/", allowed)).toBeDefined();
    expect(problem("https://x.keys.internal:9443/", allowed)).toBeDefined();
    expect(problem("http://keys.internal/", allowed)).toBeDefined();
    expect(problem("https://user@keys.internal/", allowed)).toBeDefined();
  });

  it("ssrf-02: accepts http only if the deployment allows it, and only for such a host", () => {
    const allowed = new Set(["localhost:4002"]);
    const plain = (address: string) => targetProblem(new URL(address), allowed, { plainHttp: true });
    expect(plain("http://localhost:4002/out")).toBeUndefined();
    expect(plain("http://localhost:4003/out")).toBe("is not https");
    expect(plain("http://pub.example/out")).toBe("is not https");
    expect(plain("ftp://localhost:4002/out")).toBe("is not https");
    expect(problem("http://localhost:4002/out", allowed)).toBe("is not https");
  });

  it("ssrf-04: refuses every address that is not public, in any notation", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const written = fc.constantFrom(
      (n: number) => String(n),
      (n: number) => `0x${n.toString(16)}`,
      (n: number) => `0${n.toString(8)}`,
    );
    fc.assert(
      fc.property(
        fc.array(byte, { minLength: 4, maxLength: 4 }),
        fc.array(written, { minLength: 4, maxLength: 4 }),
        (bytes, forms) => {
          const address = `https://${bytes.map((n, index) => forms[index]?.(n)).join(".")}/`;
          return (problem(address) === undefined) === isPublicAddress(bytes.join("."));
        },
      ),
    );
  });
});
