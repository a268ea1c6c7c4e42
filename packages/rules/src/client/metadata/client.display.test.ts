import { describe, expect, it } from "vitest";
import { clientMetadata } from "./client-metadata.ts";

const shape = clientMetadata({ issuer: "https://auth.example" });
const web = { client_name: "Web", redirect_uris: ["https://rp.example/cb"] };

/** The members with problems, each once; none if the metadata is valid. */
function faults(metadata: unknown): readonly PropertyKey[] {
  const issues = shape.safeParse(metadata).error?.issues ?? [];
  return [...new Set(issues.map(({ path }) => path[0] ?? "all of it"))];
}

describe("RFC 7591 §5: the URL of a client's page is shown as a link, so it must be http or https", () => {
  const pages = ["client_uri", "policy_uri", "tos_uri"];

  it.each([
    ["dcr-07: a script", "javascript:alert(1)"],
    ["dcr-07: a script with a host", "javascript://rp.example/%0aalert(1)"],
    ["a disguised script", "java\tscript:alert(1)"],
    ["data", "data:text/html,x"],
    ["a relative path", "/about"],
    ["no slashes", "https:rp.example"],
    ["a line break", "https://rp.example/a\nb"],
    ["NUL", "https://rp.example/\0"],
    ["a direction mark", "https://rp.example/\u202e"],
    ["half a character", "https://rp.example/\ud800"],
    ["a quotation mark", 'https://rp.example/"onclick="x'],
    ["userinfo that looks like a host", "https://rp.example@evil.example/"],
    ["empty userinfo", "https://@evil.example/"],
    ["userinfo with another address behind it", "https://rp.example@evil.example/http://rp.example/"],
    ["a scheme that ends like one of the web", "xhttps://rp.example/"],
    ["a scheme that begins like one of the web", "httpsx://rp.example/"],
    ["2001 characters", "https://rp.example/".padEnd(2001, "x")],
    ["a number", 5],
  ])("refuses %s", (_, uri) => {
    for (const name of pages) expect(faults({ ...web, [name]: uri })).toEqual([name]);
  });

  it.each(["https://rp.example", "https://rp.example?x=a@b", "https://rp.example/@user", "https://rp.example/#@"])(
    "accepts %s",
    (uri) => {
      for (const name of pages) expect(faults({ ...web, [name]: uri })).toEqual([]);
    },
  );
});

describe("RFC 6749 §10.2: a client name must be readable", () => {
  it.each([["Bücher & Söhne"], ["<script>"], ["日本語"], ["x".repeat(100)]])(
    "dcr-08: accepts %s as plain text",
    (name) => {
      expect(shape.parse({ ...web, client_name: name }).client_name).toBe(name);
    },
  );

  it("is trimmed", () => {
    expect(shape.parse({ ...web, client_name: " \tWeb \u00a0" }).client_name).toBe("Web");
  });

  it.each([
    ["nothing", ""],
    ["blanks", " \t\u00a0 "],
    ["101 characters", "x".repeat(101)],
    ["10 KiB", "x".repeat(10_240)],
    ["a direction override", "Goo\u202egle"],
    ["a direction isolate", "Goo\u2066gle"],
    ["a zero-width space", "Goo\u200bgle"],
    ["a zero-width joiner", "Goo\u200dgle"],
    ["a line break", "Goo\ngle"],
    ["a line separator", "Goo\u2028gle"],
    ["a paragraph separator", "Goo\u2029gle"],
    ["NUL", "Goo\0gle"],
    ["an escape", "Goo\x1b[31mgle"],
    ["half a character", "Goo\ud83dgle"],
    ["an invisible filler", "\u3164"],
    ["a braille blank", "\u2800"],
    ["a number", 5],
  ])("dcr-08, consent-06: refuses %s", (_, name) => {
    expect(faults({ ...web, client_name: name })).toEqual(["client_name"]);
  });
});
