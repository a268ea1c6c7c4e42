import { lookupLanguage, readRegistration } from "@countersign/rules";
import { afterEach, describe, expect, it, vi } from "vitest";
import { verifyRegistration } from "../../people/sign-in/passkeys/verification.ts";
import { cookiesFor } from "./cookies.ts";
import { languagesOf } from "./languages.ts";

afterEach(() => vi.restoreAllMocks());

/** Node refuses longer headers. */
const HEADER_BYTES = 16_384;
const filled = (part: string) => part.repeat(Math.floor(HEADER_BYTES / part.length));
const requestWith = (headers: Readonly<Record<string, string>>) => ({ headers, url: "/" }) as never;

describe("A4: headers are bounded, and each part of one is looked at a few times", () => {
  it.each([
    ["the shortest languages", filled("a,")],
    ["languages with weights", filled("a;q=0.1,")],
    ["one language of many parts", filled("a-b")],
    ["commas", filled(",")],
    ["spaces", filled(" ")],
    ["quotation marks", filled('",')],
  ])("Accept-Language of %s: 20 languages of 64 characters are looked up", (_, header) => {
    const exec = vi.spyOn(RegExp.prototype, "exec");
    const languages = languagesOf(requestWith({ "accept-language": header }));
    expect(exec.mock.calls.length).toBeLessThanOrEqual(header.split(",").length + 10);

    const get = vi.fn(() => undefined);
    lookupLanguage(languages, { get } as never);
    expect(get.mock.calls.length).toBeLessThanOrEqual(20 * 32);
  });

  it.each([
    ["the shortest cookies", filled("a=b; ")],
    ["semicolons", filled(";")],
    ["spaces", filled(" ")],
    ["cookies of one name", filled("__Host-countersign-language=de;x ")],
  ])("Cookie of %s: each is looked at a few times", (_, header) => {
    const request = requestWith({ cookie: header });
    const cookies = cookiesFor("https://auth.example");
    const calls = (["split", "indexOf", "startsWith", "trim", "slice"] as const).map((name) =>
      vi.spyOn(String.prototype, name),
    );
    cookies.session(request);
    languagesOf(request);
    const steps = calls.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    expect(steps).toBeLessThanOrEqual(4 * header.split(";").length + 50);
  });
});

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const registration = (attestationObject: Uint8Array) => ({
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: {
    clientDataJSON: base64url(Buffer.from("{}")),
    attestationObject: base64url(attestationObject),
    transports: [],
  },
});
const relyingParty = { id: "auth.example", name: "x", origins: ["https://auth.example"] } as never;

describe("A4: CBOR of a passkey is bounded before it is parsed (WebAuthn §6.5.4)", () => {
  it.each([
    ["arrays in arrays", Buffer.alloc(4096, 0x81)],
    ["maps in maps", Buffer.alloc(4096, 0xa1)],
    ["tags of tags", Buffer.alloc(4096, 0xc1)],
    ["an array of as many members as a number can say", Buffer.from([0x9b, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
    ["a text as long as a number can say", Buffer.from([0x7a, 0xff, 0xff, 0xff, 0xff])],
    ["many short texts", Buffer.concat([Buffer.from([0x99, 0x0f, 0xfd]), Buffer.alloc(4093, 0x60)])],
  ])("%s: each byte is looked at a few times", async (_, cbor) => {
    const read = readRegistration(JSON.stringify(registration(cbor)));
    if (read === undefined) throw new Error("is out of bounds");
    const looks = vi.spyOn(DataView.prototype, "getUint8");
    const expected = { challenge: "AAAA", relyingParty, requireUserVerification: true };
    expect(await verifyRegistration(read, expected)).toBeUndefined();
    expect(looks.mock.calls.length).toBeLessThanOrEqual(4 * 4096);
  });

  it("4097 bytes are not parsed", () => {
    expect(readRegistration(JSON.stringify(registration(Buffer.alloc(4096))))).toBeDefined();
    expect(readRegistration(JSON.stringify(registration(Buffer.alloc(4097))))).toBeUndefined();
  });
});
