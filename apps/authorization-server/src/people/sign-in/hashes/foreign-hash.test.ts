/** Hashes of other software. The first two are of RFC 6070 §2 and RFC 7914 §12, the others of Python's hashlib. */
import { hash as hashBcrypt } from "@node-rs/bcrypt";
import { beforeAll, describe, expect, it } from "vitest";
import { quickest } from "../../../../testing/quickest.ts";
import { openPasswords, type Passwords } from "../passwords.ts";
import { hashProblem, matchesForeignHash } from "./foreign-hash.ts";

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
beforeAll(() => {
  passwords = openPasswords();
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

/** Of the reference implementation of argon2, jBCrypt, Django, libxcrypt, and the documentation of firebase/scrypt. */
const OF_OTHERS = [
  ["$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc", "password", undefined],
  ["$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA", "password", undefined],
  ["$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe", "a", "weak"],
  ["$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i", "abc", "weak"],
  ["$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq", "rasmuslerdorf", "weak"],
  ["$bcrypt-sha256$2b$12$k8A0Q8Bi51Fb3oULUjgO1O1/ppaRcANGMHf9bDYbeuX7KZYc.qzPu", "fay-old-password", undefined],
  ["$bcrypt-sha256$2b$12$E5hoX9GUTSk4Z8x/mMzS5eZADpVj5d3hEtVzvz1Sx2mgIDeXz0mCm", "x".repeat(100), undefined],
  [
    "$firebase-scrypt$ln=14,r=8,p=1$42xEC+ixf3L2lwc$GjH2+Jz+dglLj5NuFkZHgBvZn" +
      "v8Z8VZE5sdIgEAbIgeXy+ZfSpJLu1A++pZcpx0OhX41mDwvu2Olmp+PnfLfyQ",
    "user1password",
    undefined,
  ],
  ["{SSHA}uvpCGjrxK/Zg2R70fZ+9KtGzj5NOYUNsc2FsdA==", PASSWORD, "weak"],
  ["{SSHA256}ZibQCt+amE5isK2/5f2WatxjljnfWP/fYq/Fs7kyofJOYUNsc2FsdA==", PASSWORD, "weak"],
  ["{SSHA384}MQFvNgsziIqinLIXNJHpqATZiO0+HzZ8/mBur2scVZKr6mamExDbCegNrIuyOY/cTmFDbHNhbHQ=", PASSWORD, "weak"],
  [
    "{SSHA512}ACVoV5Ui+Hg7jOihozj1QY3Lqs+2vmClzYPKEoR50vuGgeHAVTd9psDwB85mZ7D7QLzqGttHeH/HHBiHsBzBTE5hQ2xzYWx0",
    PASSWORD,
    "weak",
  ],
] as const;

/** Of passlib, and of those above with the prefixes of Spring Security and Dovecot, and with padding. */
const SPELLED_OTHERWISE = [
  [
    "$pbkdf2-sha512$1500$.//.PgARIjNEVWZ3iJmquw$iw9j2./iS63ckk3MqWs4OP6l" +
      "f.HS5tIfGW5xMfUi0UIFzT3pixnOUuAJaJMMjLZMnIkjpQYXMr/xPbHss7amuw",
    PASSWORD,
    undefined,
  ],
  ["$pbkdf2-sha256$1500$.//.PgARIjNEVWZ3iJmquw$l15tI2wmrLBei74pv2oR3EOH7bf4XOPdvgUVfVvtwbE", PASSWORD, undefined],
  ["$pbkdf2$1500$.//.PgARIjNEVWZ3iJmquw$hP5de33e5cPMG7jkOswSt2uXvfA", PASSWORD, undefined],
  ["{bcrypt}$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i", "abc", "weak"],
  ["{BLF-CRYPT}$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq", "rasmuslerdorf", "weak"],
  ["{CRYPT}$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq", "rasmuslerdorf", "weak"],
  ["$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ=$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc=", "password", undefined],
  [
    "{argon2}$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "password",
    undefined,
  ],
] as const;

describe("im.3: passwords that other software hashed", () => {
  it.each([...OF_OTHERS, ...SPELLED_OTHERWISE])(
    "%s matches its password and no other",
    async (hash, password, cost) => {
      expect(hashProblem(hash)).toBe(cost);
      expect(await passwords.verify(hash, password)).toBe(true);
      expect(await passwords.verify(hash, `${password}x`)).toBe(false);
      expect(await passwords.verify(hash, "")).toBe(false);
    },
  );

  it("pass-05: a password of 73 bytes does not match the bcrypt hash of its first 72", async () => {
    const of72 = await hashBcrypt("a".repeat(72), { cost: 4 });
    for (const version of ["2a", "2b", "2y"]) {
      const hash = of72.replace("$2b$", `$${version}$`);
      expect(await passwords.verify(hash, "a".repeat(72))).toBe(true);
      expect(await passwords.verify(hash, "a".repeat(73))).toBe(false);
      expect(await passwords.verify(hash, `${"a".repeat(71)}\u00e9`)).toBe(false);
    }
  });

  it("a Unicode form of 72 bytes matches, although another form is longer", async () => {
    const composed = "\u00e9".repeat(36);
    const hash = await hashBcrypt(composed, { cost: 4 });
    expect(await passwords.verify(hash, composed.normalize("NFD"))).toBe(true);
  });
});

describe("im.3: the bounds of what an import accepts", () => {
  const [salt, key] = ["c29tZXNhbHQ", "A".repeat(43)];
  it.each([
    [`$pbkdf2-sha256$i=1000000000$${salt}$${key}`, "excessive"],
    [`$pbkdf2-sha256$i=999$${salt}$${key}`, "weak"],
    [`$pbkdf2-sha256$i=1000$${salt}$${key}`, undefined],
    [`$argon2id$v=19$m=262145,t=1,p=1$${salt}$${key}`, "excessive"],
    [`$argon2id$v=19$m=262144,t=5,p=1$${salt}$${key}`, "excessive"],
    [`$argon2id$v=19$m=1024,t=3,p=1$${salt}$${key}`, "weak"],
    [`$argon2id$v=19$m=7168,t=5,p=1$${salt}$${key}`, undefined],
    [`$argon2d$v=19$m=7168,t=5,p=1$${salt}$${key}`, "unknown"],
    [`$argon2id$v=19$m=16,t=5,p=4$${salt}$${key}`, "unknown"],
    [`$2b$15$${"a".repeat(53)}`, "excessive"],
    [`$2b$07$${"a".repeat(53)}`, "weak"],
    [`$2b$12$${"a".repeat(53)}`, undefined],
    [`$2x$12$${"a".repeat(53)}`, "unknown"],
    [`$2b$12$${"a".repeat(52)}`, "unknown"],
    [`$2b$03$${"a".repeat(53)}`, "unknown"],
    [`$scrypt$ln=18,r=8,p=1$${salt}$${key}`, "excessive"],
    [`$scrypt$ln=9,r=8,p=1$${salt}$${key}`, "weak"],
    [`$firebase-scrypt$ln=18,r=8,p=1$${salt}$${key}`, "excessive"],
    [`$pbkdf2-sha256$1000000000$${salt}$${key}`, "excessive"],
    [`{bcrypt}$2b$15$${"a".repeat(53)}`, "excessive"],
    ["{bcrypt}a password", "unknown"],
    [`{MD5}$2b$12$${"a".repeat(53)}`, "unknown"],
    ["{SSHA}AAAA", "unknown"],
    ["{MD5}AAAAAAAAAAAAAAAAAAAAAA==", "unknown"],
    ["a password", "unknown"],
  ] as const)("%s is %s", (hash, problem) => expect(hashProblem(hash)).toBe(problem));
});

describe("im.4, dos-11: slow hashes of other software share the queue", () => {
  it("two run at once, and when two hundred wait, others are told to retry", async () => {
    const hash = await hashBcrypt("slow", { cost: 4 });
    const attempts = Array.from({ length: 250 }, () => passwords.verify(hash, "wrong").catch((err: unknown) => err));
    const answers = await Promise.all(attempts);
    expect(answers.filter((answer) => answer === false)).toHaveLength(202);
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
    `$firebase-scrypt$ln=20,r=8,p=1$c2FsdA$${key}`,
    `$argon2id$v=19$m=99999999,t=9999,p=1$c29tZXNhbHQ$${key}`,
    `$2b$31$${"a".repeat(53)}`,
  ])("%s", async (hash) => {
    expect(await matchesForeignHash(hash, "password")).toBe(false);
    expect(await quickest(() => matchesForeignHash(hash, "password"))).toBeLessThan(50);
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
  ])("and %j is not a hash that anything matches", async (hash) => {
    for (const password of ["", "password", hash]) expect(await matchesForeignHash(hash, password)).toBe(false);
  });
});
