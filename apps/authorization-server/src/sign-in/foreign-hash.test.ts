/** Hashes of other software. The first two are of RFC 6070 §2 and RFC 7914 §12, the others of Python's hashlib. */
import { beforeAll, describe, expect, it } from "vitest";
import { matchesForeignHash } from "./foreign-hash.ts";
import { openPasswords, type Passwords } from "./passwords.ts";

const RFC_6070 = "$pbkdf2-sha1$i=4096$c2FsdA$SwB5AbdlSJq+rUnZJvch0GWkKcE";
const RFC_7914 =
  "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf" +
  "046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw";
const OF_HASHLIB = [
  "$pbkdf2-sha1$i=20000$TmFDbC1vZi1zaXh0ZWVuIQ$9umHfXgiXautMpcQ" + "gnnHKWFhL8Y",
  "$pbkdf2-sha256$i=27500$TmFDbC1vZi1zaXh0ZWVuIQ$24o4IkTP5friDt" +
    "Pzqo6VXQRHi/Dyel9BKlrX9IZ275Da7kcDL8fcWr7Icaa6TfstiGynbmHthz4/7b3jYYxnXg",
  "$pbkdf2-sha512$i=30000$TmFDbC1vZi1zaXh0ZWVuIQ$Or80GPuikZnXPq" +
    "JPuZXVluajfOsENvK5wK2GUmT4Fzr7ySogL0lGQxYRPezGIgC+nD0iBf8K6FB/1phxdS6puA",
  "$scrypt$ln=14,r=8,p=1$TmFDbC1vZi1zaXh0ZWVuIQ$00ESG51nsNlMi42" +
    "YjhXcX2KGYbt+rtbnDqnO6cxU5wJMZTbTeCz4XikH4wEKrQiajYbbaVkKztcZ2t+LoeBM6A",
];
const PASSWORD = "p\u00e4ssword 1";

let passwords: Passwords;
beforeAll(async () => {
  passwords = await openPasswords();
});

describe("RFC 8018 and RFC 7914: passwords that other software hashed", () => {
  it.each([
    [RFC_6070, "password"] as const,
    [RFC_7914, "pleaseletmein"] as const,
    ...OF_HASHLIB.map((hash) => [hash, PASSWORD] as const),
  ])("%s matches its password and no other", async (hash, password) => {
    expect(await passwords.verify(hash, password)).toBe(true);
    expect(await passwords.verify(hash, `${password}x`)).toBe(false);
    expect(await passwords.verify(hash, "")).toBe(false);
  });

  it("another Unicode normalization of the password matches as well", async () => {
    for (const hash of OF_HASHLIB) expect(await passwords.verify(hash, PASSWORD.normalize("NFD"))).toBe(true);
  });
});

describe("dos-11: a hash that would take long is refused before it is computed", () => {
  const key = "A".repeat(43);
  it.each([
    `$pbkdf2-sha256$i=999999999$c2FsdA$${key}`,
    `$pbkdf2-sha256$i=2000001$c2FsdA$${key}`,
    `$pbkdf2-sha1$i=1000001$c2FsdA$${key}`,
    `$scrypt$ln=18,r=8,p=1$c2FsdA$${key}`,
    `$scrypt$ln=99,r=8,p=1$c2FsdA$${key}`,
    `$scrypt$ln=17,r=8,p=2$c2FsdA$${key}`,
  ])("%s", async (hash) => {
    const started = performance.now();
    expect(await matchesForeignHash(hash, "password")).toBe(false);
    expect(performance.now() - started).toBeLessThan(50);
  });

  it.each([
    "",
    "password",
    "$pbkdf2-sha256$i=1000$c2FsdA$",
    "$pbkdf2-sha256$i=1000$c2FsdA$AAAA",
    `$pbkdf2-sha256$i=0$c2FsdA$${key}`,
    `$pbkdf2-sha256$i=1e3$c2FsdA$${key}`,
    `$pbkdf2-md5$i=1000$c2FsdA$${key}`,
    `$constructor$i=1000$c2FsdA$${key}`,
    `$pbkdf2-sha256$i=1000$c2FsdA$${key}$more`,
    `$pbkdf2-sha256$i=1000$c2FsdA=$${key}`,
    `$scrypt$ln=14$c2FsdA$${key}`,
  ])("and %j is no hash that anything matches", async (hash) => {
    for (const password of ["", "password", hash]) expect(await matchesForeignHash(hash, password)).toBe(false);
  });
});
