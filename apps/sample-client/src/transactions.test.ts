import type { Request, Response } from "express";
import { beforeEach, describe, expect, it } from "vitest";
import { openTransactions, type Transaction } from "./transactions.ts";

const noon = new Date("2030-01-01T12:00:00Z");
let now = noon;
beforeEach(() => {
  now = noon;
});

const transaction = (state: string): Transaction => ({
  flow: "code",
  scope: "openid",
  startedAt: noon,
  state,
  nonce: "n",
  codeVerifier: "v",
  authorizationUrl: "https://op.example/authorization",
  returnTo: "/",
});

const requestWith = (cookie?: string) => ({ headers: { cookie } }) as Request;

/** A response that remembers the cookie it was given, as a Cookie header. */
function responseWithCookie(): { res: Response; lines: string[] } {
  const lines: string[] = [];
  return { res: { append: (_: string, line: string) => lines.push(line) } as unknown as Response, lines };
}

function begin(store: ReturnType<typeof openTransactions>, state: string, cookie?: string): string {
  const { res, lines } = responseWithCookie();
  store.begin(requestWith(cookie), res, transaction(state));
  return lines[0]?.split(";")[0] ?? "";
}

describe("rp-23: transactions are bounded and expire", () => {
  it("forgets a transaction after ten minutes", () => {
    const store = openTransactions({ secure: false }, () => now);
    const cookie = begin(store, "s1");
    now = new Date(noon.getTime() + 600_000);
    expect(store.take(requestWith(cookie), "code", "s1")).toBeUndefined();
  });

  it("does not let a later sign-in prolong an earlier one", () => {
    const store = openTransactions({ secure: false }, () => now);
    const cookie = begin(store, "s1");
    now = new Date(noon.getTime() + 599_000);
    begin(store, "s2", cookie);
    now = new Date(noon.getTime() + 600_000);
    expect(store.take(requestWith(cookie), "code", "s1")).toBeUndefined();
    expect(store.take(requestWith(cookie), "code", "s2")?.state).toBe("s2");
  });

  it("remembers a bounded number of browsers that keep no cookie", () => {
    const store = openTransactions({ secure: false }, () => now, { browsers: 10 });
    for (let i = 0; i < 200; i++) begin(store, `s${i}`);
    expect(store.size()).toBe(10);
  });

  it("gives a transaction out once", () => {
    const store = openTransactions({ secure: false }, () => now);
    const cookie = begin(store, "s1");
    expect(store.take(requestWith(cookie), "code", "s1")?.state).toBe("s1");
    expect(store.take(requestWith(cookie), "code", "s1")).toBeUndefined();
  });
});

describe("the cookie that binds a sign-in to a browser", () => {
  it.each([
    [true, /^__Host-sample_client_login=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
    [false, /^sample_client_login=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/],
  ])("is short-lived, HttpOnly and Lax (https: %s)", (secure, expected) => {
    const { res, lines } = responseWithCookie();
    openTransactions({ secure }, () => now).begin(requestWith(), res, transaction("s1"));
    expect(lines).toEqual([expect.stringMatching(expected)]);
  });
});
