import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readFilter } from "./filter.ts";
import type { Filter } from "./filter-form.ts";
import { GROUP_TYPE, USER_TYPE } from "./schemas.ts";
import { ScimError } from "./scim-error.ts";

const read = (text: string) => written(readFilter(text, USER_TYPE));

/** A filter in full parentheses. */
function written(filter: Filter): string {
  const not = "isNegated" in filter && filter.isNegated ? "!" : "";
  if (filter.kind === "and" || filter.kind === "or") return `(${filter.filters.map(written).join(` ${filter.kind} `)})`;
  const { extension, attribute, sub } = filter.path;
  const name = [extension?.split(":").at(-3), attribute.name, sub?.name].filter(Boolean).join(".");
  if (filter.kind === "values") return `${not}${name}[${written(filter.filter)}]`;
  if (filter.kind === "present") return `${not}${name} pr`;
  return `${not}${name} ${filter.operator} ${JSON.stringify(filter.value)}`;
}

const refusal = (text: string, type = USER_TYPE): unknown => {
  try {
    return readFilter(text, type);
  } catch (err) {
    return err instanceof ScimError ? [err.status, err.scimType] : err;
  }
};
afterEach(() => vi.restoreAllMocks());
const INVALID = [400, "invalidFilter"];

describe("RFC 7644 §3.4.2.2: filters", () => {
  it.each([
    ['userName eq "bjensen"', 'userName eq "bjensen"'],
    ['USERNAME EQ "bjensen"', 'userName eq "bjensen"'],
    ['name.familyName co "O\'Malley"', 'name.familyName co "O\'Malley"'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', 'userName sw "J"'],
    ["title pr", "title pr"],
    ['meta.lastModified gt "2011-05-13T04:42:34Z"', 'meta.lastModified gt "2011-05-13T04:42:34.000Z"'],
    ['title pr and userType eq "Employee"', '(title pr and userType eq "Employee")'],
    ['title pr or userType eq "Intern" and active eq true', '(title pr or (userType eq "Intern" and active eq true))'],
    [
      'userType ne "x" and not (emails co "a.com" or emails.value ew "b")',
      '(userType ne "x" and (!emails.value co "a.com" and !emails.value ew "b"))',
    ],
    [
      'emails[type eq "work" and value co "@example.com"]',
      'emails[(emails.type eq "work" and emails.value co "@example.com")]',
    ],
    [
      // F36: as Entra sends it.
      'emails[type eq "work"].value eq "x" or title pr',
      '(emails[(emails.type eq "work" and emails.value eq "x")] or title pr)',
    ],
    ['not (emails[type eq "work"])', '!emails[emails.type eq "work"]'],
    ["not (not (title pr))", "title pr"],
    ["nickName eq null", "!nickName pr"],
    ["nickName ne null", "nickName pr"],
    ['active eq "True"', "active eq true"],
    ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "X"', 'enterprise.department eq "X"'],
    ['externalId eq "a\\"b\\\\c"', 'externalId eq "a\\"b\\\\c"'],
  ])("%s", (text, meaning) => expect(read(text)).toBe(meaning));

  it("scim-01: a filter that is malformed, too deep, too long or about an unknown attribute is refused", () => {
    for (const text of [
      `${"(".repeat(500)}title pr${")".repeat(500)}`,
      'emails[type eq "work"].value',
      'emails[type eq "work"].other eq "x"',
      'emails[type eq "work"].value eq "x".value',
      `${"(".repeat(11)}title pr${")".repeat(11)}`,
      `${"not (".repeat(11)}title pr${")".repeat(11)}`,
      'password sw "a"',
      'password_hash eq "a"',
      '__proto__ eq "a"',
      'emails[password eq "a"]',
      'userName eq "a',
      'userName eq "a" or "1"="1"',
      "userName eq 'a'",
      'userName eq "a"; DROP TABLE end_user',
      'userName eq "\\u0000"',
      'userName eq "\\ud800"',
      'userName eq "\\x"',
      "userName eq 1",
      'userName xx "a"',
      "userName",
      "userName pr pr",
      "and",
      "",
      "()",
      "not title pr",
      "title pr and",
      "(title pr",
      "title pr)",
      'emails[type eq "work"',
      'name[givenName eq "a"]',
      'name eq "a"',
      "active gt true",
      'active eq "yes"',
      'meta.created gt "yesterday"',
      "meta.created gt true",
      'meta.created co "2011-05-13T04:42:34Z"',
      'meta.created sw "2011-05-13T04:42:34Z"',
      'not (meta.lastModified ew "2011-05-13T04:42:34Z")',
      'meta.created gt "0000-12-31T23:59:59Z"',
      'meta.created gt "0001-01-01T00:00:00+00:01"',
      'meta.created lt "9999-12-31T23:59:59-00:01"',
      'userName.value eq "a"',
      'emails[value[value eq "a"]]',
      `userName eq "${"a".repeat(1024)}"`,
    ]) {
      expect([text, refusal(text)]).toEqual([text, INVALID]);
    }
    expect(refusal('userName eq "a"', GROUP_TYPE)).toEqual(INVALID);
  });

  it("accepts ten levels", () => {
    expect(read(`${"(".repeat(10)}title pr${")".repeat(10)}`)).toBe("title pr");
  });

  it.each([
    ["words", "title ".repeat(170)],
    ["one word", "a".repeat(1024)],
    ["strings", '"a" '.repeat(256)],
    ["comparisons", 'title eq "a" or '.repeat(64)],
    ["brackets", "(".repeat(1024)],
  ])("A4: a filter of 1024 bytes of %s: each character is looked at once, and of 1025 none is", (_, text) => {
    const looks = vi.spyOn(RegExp.prototype, "test");
    refusal(text);
    expect(looks.mock.calls.length).toBeLessThanOrEqual(2 * 1024);
    looks.mockClear();
    expect(refusal(text.padEnd(1025, "a"))).toEqual(INVALID);
    expect(looks).not.toHaveBeenCalled();
  });

  it.each(["a@a.", "a", " ", 'a "', "a-!", "/.", "%2e", ".a", "[", "0x", ":", "\u{1D400}", "i\u0307"])(
    "dos-09: of 1024 bytes of %j each character is looked at once",
    (part) => {
      const looks = vi.spyOn(RegExp.prototype, "test");
      refusal(part.repeat(1024).slice(0, 1024));
      expect(looks.mock.calls.length).toBeLessThanOrEqual(2 * 1024);
    },
  );

  it("scim-01: any text is a filter or is refused as one, in linear time", () => {
    const parts = [
      "userName",
      "emails",
      " ",
      "[",
      "]",
      "(",
      ")",
      "not",
      "and",
      "or",
      "eq",
      "pr",
      '"a"',
      "\\",
      ".",
      "é",
    ];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom(...parts)).map((some) => some.join(" ")),
        ),
        (text) => {
          const answer = refusal(text);
          expect(Array.isArray(answer) ? answer : (answer as Filter).kind).toEqual(
            Array.isArray(answer) ? INVALID : expect.any(String),
          );
        },
      ),
    );
  });
});
