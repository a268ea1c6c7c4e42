import { describe, expect, it } from "vitest";
import { addressInUsername, foldUsername, username, usernameLook } from "./username.ts";
import { LOOKALIKES } from "./username-lookalikes.ts";

const problemOf = (name: string) => {
  const { success, error } = username.safeParse(name);
  return success ? undefined : error.issues.map(({ message }) => message).join();
};
const everyLetter = () =>
  Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
/** The letters that have another form (UAX #44). `npm run fuzz` folds all others, too. */
const lettersToFold = () =>
  process.env.FUZZ_SECONDS === undefined
    ? everyLetter().filter((letter) => /[\p{Changes_When_NFKC_Casefolded}\p{Changes_When_Casemapped}]/u.test(letter))
    : everyLetter();

describe("RFC 8265 §3.3, cred-12: spellings of one username", () => {
  it.each([
    ["letters in capitals", "ALICE", "alice"],
    ["capital I with a dot", "mİmi", "mimi"],
    ["small i without a dot", "mımi", "mimi"],
    ["small i with a combining dot", "mi\u0307mi", "mimi"],
    ["small i with many combining dots", "mi\u0307\u0307\u0307mi", "mimi"],
    ["the sign for kelvin", "\u212Aate", "kate"],
    ["long s", "\u017Fam", "sam"],
    ["fullwidth letters", "ａｌｉｃｅ", "alice"],
    ["mathematical letters", "𝐚𝓵𝔦𝕔𝚎", "alice"],
    ["a ligature", "ﬁona", "fiona"],
    ["an accent of its own", "rene\u0301", "ren\u00e9"],
    ["sharp s", "STRASSE", "straße"],
    ["capital sharp s", "STRAẞE", "strasse"],
    ["sigma at the end of a word", "ΟΔΟΣ", "οδος"],
    ["sigma within a word", "οδοσ", "οδος"],
  ])("%s", (_, one, other) => expect(foldUsername(one)).toBe(foldUsername(other)));

  it("of ASCII is the lower case", () => {
    const ascii = String.fromCodePoint(...Array.from({ length: 128 }, (_, code) => code));
    expect(foldUsername(ascii)).toBe(ascii.toLowerCase());
  });

  it("is the same if folded again, for every character of Unicode that a fold may change", () => {
    const changed = lettersToFold().filter((letter) => foldUsername(foldUsername(letter)) !== foldUsername(letter));
    expect(changed).toEqual([]);
  });

  it("keeps names apart that differ in a letter", () => {
    const names = ["anna", "änna", "ann", "anna ", "anna.", "Ана"].map(foldUsername);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("C3, decision 127: the address that a username reads as", () => {
  it.each([
    ["no address", "alice", undefined],
    ["an address, which is the folded username itself", "Alice@Example.org", undefined],
    ["an address whose folded local part is ASCII", "İnfo@example.org", undefined],
    ["a domain in Unicode (RFC 5890)", "alice@Bücher.example", "alice@xn--bcher-kva.example"],
    ["the same with a local part that is ASCII only when folded", "ınfo@bücher.example", "info@xn--bcher-kva.example"],
    ["a domain that the fold makes another one of", "alice@straße.example", "alice@xn--strae-oqa.example"],
    ["a local part that no address has", "ünal@bücher.example", undefined],
  ])("%s", (_, name, address) => {
    expect(addressInUsername(name)).toBe(address);
  });
});

describe("RFC 8265 §3.3: usernames that a new account may have", () => {
  it.each([
    ...["alice", "Alice", "a", "7", "svc_mail-2", "anna.berg", "anne+news@example.com", "o'brien@mail.example.ie"],
    ...[
      "josé",
      "jose\u0301",
      "straße",
      "иван",
      "иван@example.com",
      "иван@пример.example",
      "山田太郎",
      "やまだ",
      "ヤマダー",
    ],
    "ann_acme.example#EXT#@tenant.onmicrosoft.com", // a guest of Entra ID (F35)
    ...["김철수", "محمد", "דוד", "नरेंद्र", "สมชาย", "Ελένη", "x".repeat(320)],
  ])("%s", (name) => expect(problemOf(name)).toBeUndefined());

  it("are stored in NFKC", () => expect(username.parse("ａlice＠example.com")).toBe("alice@example.com"));

  it.each([
    ["nothing", "", "empty"],
    ["more than 320 characters", "x".repeat(321), "320"],
    ["what NFKC makes longer than that", "\ufdfa".repeat(200), "320"],
    ["a space at the front", " alice", "characters"],
    ["a space inside", "al ice", "characters"],
    ["a no-break space", "al\u00a0ice", "characters"],
    ["a line break", "alice\n", "characters"],
    ["a control character", "al\u0007ice", "characters"],
    ["a zero-width space", "al\u200bice", "characters"],
    ["a zero-width joiner", "al\u200dice", "characters"],
    ["a change of direction", "\u202eecila", "characters"],
    ["a soft hyphen", "al\u00adice", "characters"],
    ["an invisible filler", "al\u3164ice", "characters"],
    ["a variation selector", "alice\ufe0f", "characters"],
    ["an unassigned code point", "al\u{10fffd}ice", "characters"],
    ["an emoji", "alice😀", "characters"],
    ["an apostrophe that counts as a letter", "o\u02bcbrien", "characters"],
    ["a comma", "a@x,b@y", "characters"],
    ["a semicolon", "a@x;b@y", "characters"],
    ["a quoted local part", '"a b"@x.example', "characters"],
    ["angle brackets", "alice<a@x.example>", "characters"],
    ["digits of another script", "alice٣", "characters"],
    ["a lone surrogate", "al\ud800ice", "characters"],
    ["two @", "a@b@c.example", "more than one @"],
    ["two @, one of them fullwidth", "a@b＠c.example", "more than one @"],
    ["no local part", "@x.example", "dot"],
    ["no domain", "alice＠", "no domain name"],
    ["a domain with an empty label", "a@x..example", "no domain name"],
    ["a domain that begins with a hyphen", "a@-x.example", "no domain name"],
    ["a domain with an underscore", "a@x_y.example", "no domain name"],
    ["a dot in front", ".alice", "dot"],
    ["two dots in a row", "al..ice", "dot"],
    ["a mark without a letter", "\u0301alice", "combining mark"],
    ["a stack of marks", `a${"\u0316".repeat(5)}`, "combining mark"],
    ["a Cyrillic letter among Latin ones", "аlice", "scripts"],
    ["a Greek letter among Latin ones", "alιce", "scripts"],
    ["a Cyrillic letter in a Latin domain", "alice@exаmple.com", "scripts"],
    ["a historic script", "𐤀𐤋𐤉𐤎", "scripts"],
    ["Cherokee", "ᎠᏂᏴᏫ", "scripts"],
  ])("a username with %s is refused", (_, name, why) => expect(problemOf(name)).toContain(why));
});

describe("UTS #39 §4: usernames that look alike", () => {
  it.each([
    ["Cyrillic and Latin", "сосо", "coco"],
    ["Cyrillic in capitals and Latin", "РОРА", "popa"],
    ["Greek and Latin", "ονο", "ovo"],
    ["Greek and Cyrillic", "ροκο", "роко"],
    ["Armenian and Latin", "հսո", "hun"],
    ["Latin letters of phonetics and plain ones", "ɡoɑt", "goat"],
    ["letters with accents", "ё", "ë"],
    ["a letter in a domain", "a@сосо.example", "a@coco.example"],
  ])("%s", (_, one, other) => {
    expect(foldUsername(one)).not.toBe(foldUsername(other));
    expect(usernameLook(one)).toBe(usernameLook(other));
  });

  it("are not equal usernames: equal ones are equal, not similar", () => {
    for (const [one, other] of [
      ["mİmi", "MIMI"],
      ["straße", "STRASSE"],
      ["rene\u0301", "REN\u00c9"],
    ] as const)
      expect(usernameLook(one)).toBe(usernameLook(other));
  });

  it("are never two usernames of ASCII letters only", () => {
    const names = ["bern", "bem", "userl", "user1", "usero", "user0", "wan", "vvan"];
    expect(new Set(names.map(usernameLook)).size).toBe(names.length);
  });

  it("compares in folded form, and replaces no letter twice", () => {
    for (const [letter, like] of LOOKALIKES) {
      expect([letter, foldUsername(letter)]).toEqual([letter, letter]);
      expect([like, usernameLook(like)]).toEqual([like, like]);
    }
  });
});
