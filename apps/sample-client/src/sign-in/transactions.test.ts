import { parseSetCookie } from "cookie";
import type { Request, Response } from "express";
import { beforeEach, describe, expect, it } from "vitest";
import { newSecret } from "../session/secrets.ts";
import { configFor } from "../testing/config.ts";
import { openTransactions, type Transaction, type TransactionStore } from "./transactions.ts";

const noon = new Date("2030-01-01T12:00:00Z");
let now = noon;
beforeEach(() => {
  now = noon;
});
const at = (seconds: number) => {
  now = new Date(noon.getTime() + seconds * 1000);
};

const config = configFor({ COOKIE_SECRET: "a secret of the tests, long enough" });
const open = (settings = config) => openTransactions(settings, () => now);

const codeSignIn = (state: string): Transaction => ({
  flow: "code",
  scope: "openid",
  startedAt: now,
  state,
  nonce: "n",
  codeVerifier: "v",
  returnTo: "/",
});

/** A browser that stores the cookies of the client. */
function browser() {
  const jar = new Map<string, string>();
  const lines: string[] = [];
  const header = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const req = () => ({ headers: { cookie: header() } }) as Request;
  const res = {
    append(_: string, line: string) {
      lines.push(line);
      const { name, value = "", maxAge } = parseSetCookie(line);
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, value);
    },
  } as unknown as Response;

  return {
    jar,
    /** The Set-Cookie headers so far. */
    lines,
    header,
    begin: (store: TransactionStore, transaction: Transaction) => store.begin(req(), res, transaction),
    take: (store: TransactionStore, state: string, flow: "code" | "implicit" = "code") =>
      store.take(req(), res, { flow, state }),
  };
}

describe("rp-23: transactions are bounded and expire", () => {
  it("forgets a transaction after ten minutes", async () => {
    const [store, alice] = [open(), browser()];
    await alice.begin(store, codeSignIn("s1"));
    at(600);
    expect(await alice.take(store, "s1")).toBeUndefined();
  });

  it("does not extend an earlier sign-in by a later one", async () => {
    const [store, alice] = [open(), browser()];
    await alice.begin(store, codeSignIn("s1"));
    at(599);
    await alice.begin(store, codeSignIn("s2"));
    at(600);
    expect(await alice.take(store, "s1")).toBeUndefined();
    expect((await alice.take(store, "s2"))?.state).toBe("s2");
  });

  it("returns what was stored, with the exact time", async () => {
    const [store, alice] = [open(), browser()];
    const begun = codeSignIn("s1");
    await alice.begin(store, begun);
    at(60);
    expect(await alice.take(store, "s1")).toEqual(begun);
  });

  it("keeps the newest five of a browser, in any order of its cookies", async () => {
    const [store, alice] = [open(), browser()];
    for (const seconds of [3, 1, 4, 2, 0]) {
      at(seconds);
      await alice.begin(store, codeSignIn(`s${seconds}`));
    }
    at(5);
    await alice.begin(store, codeSignIn("s5"));
    expect(alice.jar.size).toBe(5);
    expect(await alice.take(store, "s0")).toBeUndefined();
    for (const state of ["s1", "s2", "s3", "s4", "s5"]) expect((await alice.take(store, state))?.state).toBe(state);
    expect(alice.jar.size).toBe(0);
  });

  it("removes cookies that cannot be decrypted before valid ones", async () => {
    const [store, alice] = [open(), browser()];
    for (let i = 0; i < 5; i++) alice.jar.set(`sample_client_login_${String(i).padEnd(22, "x")}`, "garbage");
    alice.jar.set("another", "x");
    for (const state of ["s1", "s2"]) await alice.begin(store, codeSignIn(state));
    expect(alice.jar.size).toBe(6);
    expect(alice.jar.has("another")).toBe(true);
    for (const state of ["s1", "s2"]) expect((await alice.take(store, state))?.state).toBe(state);
  });

  it("reads and removes few of many invented cookies", async () => {
    const [store, alice] = [open(), browser()];
    for (let i = 0; i < 300; i++) alice.jar.set(`sample_client_login_${String(i).padEnd(22, "x")}`, "garbage");
    await alice.begin(store, codeSignIn("s1"));
    expect(alice.lines.length).toBeLessThanOrEqual(21);
    expect((await alice.take(store, "s1"))?.state).toBe("s1");
  });

  it("stays within 8 KB of cookies with the longest return paths", async () => {
    const [store, alice] = [open(configFor({ BASE_URL: "https://app.example" })), browser()];
    for (let i = 0; i < 9; i++) {
      const longest = { nonce: newSecret(), codeVerifier: newSecret(), returnTo: `/${"x".repeat(511)}` };
      await alice.begin(store, { ...codeSignIn(newSecret()), scope: config.scope, ...longest });
    }
    expect([alice.jar.size, alice.header().length < 8000]).toEqual([5, true]);
  });
});

describe("rp-25: sign-ins of strangers end no sign-in of a person", () => {
  it("keeps the sign-in of a browser while 20 000 others begin", async () => {
    const [store, alice] = [open(), browser()];
    await alice.begin(store, codeSignIn("alice"));
    for (let i = 0; i < 20_000; i++) await browser().begin(store, codeSignIn(`s${i}`));
    expect((await alice.take(store, "alice"))?.state).toBe("alice");
  }, 60_000);
});

describe("rp-02: a transaction is used once", () => {
  it("is removed from the browser by taking it", async () => {
    const [store, alice] = [open(), browser()];
    await alice.begin(store, codeSignIn("s1"));
    expect((await alice.take(store, "s1"))?.state).toBe("s1");
    expect(await alice.take(store, "s1")).toBeUndefined();
  });

  it("stays if the response is for the other flow", async () => {
    const [store, alice] = [open(), browser()];
    await alice.begin(store, codeSignIn("s1"));
    expect(await alice.take(store, "s1", "implicit")).toBeUndefined();
    expect((await alice.take(store, "s1"))?.state).toBe("s1");
  });

  it("yields one session, also for a browser that copied its cookie before", async () => {
    const [store, alice, thief] = [open(), browser(), browser()];
    await alice.begin(store, codeSignIn("s1"));
    for (const [name, value] of alice.jar) thief.jar.set(name, value);
    const first = await alice.take(store, "s1");
    const second = await thief.take(store, "s1");
    const finished = [first, second].map((taken) => taken !== undefined && store.finish(taken));
    expect(finished).toEqual([true, false]);

    await browser().begin(store, codeSignIn("another"));
    for (const [name, value] of [...alice.jar, ...thief.jar]) thief.jar.set(name, value);
    expect(await thief.take(store, "s1")).toBeUndefined();
  });
});

describe("rp-27: a browser cannot make or alter a transaction", () => {
  const planted = async (change: (value: string) => string, settings = config) => {
    const [store, alice] = [open(), browser()];
    await alice.begin(open(settings), codeSignIn("s1"));
    for (const [name, value] of alice.jar) alice.jar.set(name, change(value));
    return alice.take(store, "s1");
  };
  const part = (value: string, index: number, change: (part: string) => string) =>
    value
      .split(".")
      .map((each, i) => (i === index ? change(each) : each))
      .join(".");
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

  it("decrypts what it sealed", async () => {
    expect(await planted((value) => value)).toBeDefined();
  });

  it.each<[string, (value: string) => string]>([
    ["no value", () => ""],
    ["plain JSON", () => encoded({ flow: "code", state: "s1" })],
    [
      "an altered initialization vector",
      (value) => part(value, 2, (iv) => `${iv[0] === "A" ? "B" : "A"}${iv.slice(1)}`),
    ],
    ["an altered content", (value) => part(value, 3, (text) => `${text[0] === "A" ? "B" : "A"}${text.slice(1)}`)],
    ["another tag", (value) => part(value, 4, () => "A".repeat(43))],
    ["another encryption", (value) => part(value, 0, () => encoded({ alg: "dir", enc: "A128CBC-HS256" }))],
    [
      "a compressed content",
      (value) => part(value, 0, () => encoded({ alg: "dir", enc: "A256CBC-HS512", zip: "DEF" })),
    ],
  ])("does not decrypt %s", async (_, change) => {
    expect(await planted(change)).toBeUndefined();
  });

  it.each([
    ["another secret", { cookieSecret: "another secret of the tests, long enough" }],
    ["another provider (RFC 9700 §4.4)", { issuer: "https://other.example" }],
    ["another client", { clientId: "another" }],
  ])("does not decrypt what was sealed for %s", async (_, settings) => {
    expect(await planted((value) => value, { ...config, ...settings })).toBeUndefined();
  });

  it("does not accept the cookie of one state for another", async () => {
    const [store, alice] = [open(), browser()];
    await alice.begin(store, codeSignIn("s1"));
    const [first] = alice.jar.values();
    await alice.begin(store, codeSignIn("s2"));
    for (const name of alice.jar.keys()) alice.jar.set(name, first ?? "");
    expect(await alice.take(store, "s2")).toBeUndefined();
  });

  it("reveals nothing of the content to the browser", async () => {
    const [store, alice] = [open(), browser()];
    await alice.begin(store, { ...codeSignIn("s-e-c-r-e-t"), nonce: "n-o-n-c-e" });
    const parts = alice.header().split(/[.=]/);
    const readable = [...parts, ...parts.map((each) => Buffer.from(each, "base64url").toString())].join();
    expect(readable).not.toMatch(/s-e-c-r-e-t|n-o-n-c-e/);
  });
});

describe("the cookie that binds a sign-in to a browser", () => {
  const sealed = "sample_client_login_[\\w-]{22}=[\\w-]+\\.\\.[\\w-]+\\.[\\w-]+\\.[\\w-]+";
  it.each([
    ["https://app.example", `^__Host-${sealed}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax$`],
    ["http://localhost:4002", `^${sealed}; Max-Age=600; Path=/; HttpOnly; SameSite=Lax$`],
  ])("is short-lived, HttpOnly and Lax at %s", async (baseUrl, expected) => {
    const alice = browser();
    const store = open(configFor({ BASE_URL: baseUrl }));
    await alice.begin(store, codeSignIn("s1"));
    expect(alice.lines).toEqual([expect.stringMatching(new RegExp(expected))]);
    expect((await alice.take(store, "s1"))?.state).toBe("s1");
  });
});
