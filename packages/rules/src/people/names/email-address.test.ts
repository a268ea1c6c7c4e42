import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asciiDomain, domainOf, readEmailAddress } from "./email-address.ts";

const x64 = "x".repeat(64);
const domainOf253 = `${`${"d".repeat(61)}.`.repeat(4)}example`.slice(-253);

describe("RFC 5321 §4.1.2 and RFC 5890: addresses that identify a person", () => {
  it.each([
    ["a plain address", "alice@example.com", "alice@example.com"],
    ["capitals in both parts (signup-03)", "ALICE@Example.COM", "alice@example.com"],
    ["a dot at the end (signup-03)", "alice@example.com.", "alice@example.com"],
    ["spaces around (signup-03)", "  alice@example.com  ", "alice@example.com"],
    ["dots in the local part, which stay", "a.l.ice@gmail.com", "a.l.ice@gmail.com"],
    ["a tag, which stays", "alice+news@gmail.com", "alice+news@gmail.com"],
    ["every sign of an atom", "!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
    ["a local part of 64 octets", `${x64}@example.com`, `${x64}@example.com`],
    ["a domain in Unicode", "alice@bücher.example", "alice@xn--bcher-kva.example"],
    ["the same domain in A-labels", "alice@XN--BCHER-KVA.example", "alice@xn--bcher-kva.example"],
    ["the same domain, decomposed", "alice@bu\u0308cher.example", "alice@xn--bcher-kva.example"],
    ["fullwidth letters in the domain", "alice@ｅｘａｍｐｌｅ.com", "alice@example.com"],
    ["a domain that looks like another", "alice@ехample.com", "alice@xn--ample-ywe6i.com"],
    ["a subdomain", "a@mail.corp.example", "a@mail.corp.example"],
    ["digits in labels", "a@123.4you.example", "a@123.4you.example"],
    ["one letter", "a@b.c", "a@b.c"],
  ])("accepts %s", (_, typed, canonical) => {
    expect(readEmailAddress(typed)).toMatchObject({ canonical });
  });

  it.each([
    ["nothing", ""],
    ["no at sign", "alice"],
    ["no local part", "@example.com"],
    ["no domain", "alice@"],
    ["two at signs (signup-13)", "a@corp.example@evil.example"],
    ["a second address (mail-02)", "a@x.example,b@y.example"],
    ["angle brackets (mail-02)", "<a@x.example>b@y.example"],
    ["a quoted local part with a command (mail-02)", '"a\r\nRCPT TO:<b>"@x.example'],
    ["a quoted local part", '"alice"@example.com'],
    ["a line break at the end", "alice@example.com\r\n"],
    ["a line break within", "alice@exam\nple.com"],
    ["a NUL", "alice\0@example.com"],
    ["a tab", "alice@example.com\t"],
    ["a space within", "al ice@example.com"],
    ["a comma", "alice,bob@example.com"],
    ["a semicolon", "alice@example.com;bob@example.com"],
    ["a colon", "mailto:alice@example.com"],
    ["a comment", "alice(me)@example.com"],
    ["a backslash", "a\\b@example.com"],
    ["a dot at the start of the local part", ".alice@example.com"],
    ["a dot at the end of the local part", "alice.@example.com"],
    ["two dots in the local part", "al..ice@example.com"],
    ["letters of another script in the local part", "аlice@example.com"],
    ["a local part of 65 octets", `${x64}x@example.com`],
    ["more than 254 octets", `${x64}@${domainOf253}`],
    ["a label of 64 octets", `a@${x64}.example`],
    ["two dots in the domain", "a@example..com"],
    ["two dots at the end", "a@example.com.."],
    ["one label", "alice@localhost"],
    ["a hyphen at the start of a label", "a@-example.com"],
    ["a hyphen at the end of a label", "a@example-.com"],
    ["an underscore in the domain", "a@exa_mple.com"],
    ["an address literal", "a@[127.0.0.1]"],
    ["an IPv4 address", "a@127.0.0.1"],
    ["a short IPv4 address", "a@127.1"],
    ["a hexadecimal IPv4 address", "a@0x7f.1"],
    ["a path", "a@example.com/evil"],
    ["a port", "a@example.com:25"],
    ["a percent sign in the domain", "a@ex%61mple.com"],
    ["an invisible character in the domain", "a@exa\u00admple.com"],
    ["a zero-width joiner in the local part", "ali\u200dce@example.com"],
    ["megabytes", `${"a".repeat(1_000_000)}@example.com`],
  ])("refuses %s", (_, typed) => {
    expect(readEmailAddress(typed)).toBeUndefined();
  });

  it("keeps the case of the local part for delivery", () => {
    expect(readEmailAddress("Alice@Example.COM")?.deliverable).toBe("Alice@example.com");
  });

  it("gives an address that reads as itself, and that no header or command can be hidden in", () => {
    const part = fc.string({ unit: "grapheme", maxLength: 20 });
    fc.assert(
      fc.property(fc.tuple(part, part), ([local, domain]) => {
        const read = readEmailAddress(`${local}@${domain}`);
        if (read === undefined) return;
        expect(read.deliverable).toMatch(/^[\x21-\x7e]+@[a-z0-9.-]+$/);
        expect(read.deliverable).not.toMatch(/[<>,;:"()\\\s]/);
        expect(readEmailAddress(read.canonical)).toEqual({ deliverable: read.canonical, canonical: read.canonical });
      }),
    );
  });
});

describe("the domain of an address", () => {
  it("is what follows the at sign, compared in full (signup-13)", () => {
    expect(domainOf("a@corp.example")).toBe("corp.example");
    expect(domainOf("a@corp.example.evil.example")).toBe("corp.example.evil.example");
  });

  it.each([
    ["Bücher.Example", "xn--bcher-kva.example"],
    ["corp.example.", "corp.example"],
    ["corp", undefined],
    ["*.corp.example", undefined],
    ["10.0.0.1", undefined],
  ])("%s is %s as a domain of mail", (typed, domain) => expect(asciiDomain(typed)).toBe(domain));
});
