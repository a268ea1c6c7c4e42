import { parseSetCookie } from "cookie";
import type { Request, Response } from "express";
import { beforeEach, describe, expect, it } from "vitest";
import { openSessions, type Session, type SessionStore } from "./session.ts";

const noon = new Date("2030-01-01T12:00:00Z");
let now: Date;
let sessions: SessionStore;
beforeEach(() => {
  now = noon;
  sessions = openSessions({ secure: false }, () => now.getTime());
});

const sessionOf = (sub: string): Session => ({
  flow: "code",
  sub,
  idToken: undefined,
  userinfo: undefined,
  scopes: [],
  access: { accessToken: "at", expiresAt: undefined, refreshToken: undefined, sender: {} },
  steps: [],
  account: { id: 1, issuer: "https://op.example", sub, signIns: 1 },
});

const requestWith = (cookie?: string) => ({ headers: { cookie } }) as Request;

/** Starts a session in a new browser. Returns a request of that browser. */
function signIn(session: Session): Request {
  let cookie = "";
  const append = (_: string, line: string) => {
    const { name, value } = parseSetCookie(line);
    cookie = `${name}=${value}`;
  };
  sessions.start(requestWith(), { append } as unknown as Response, session);
  return requestWith(cookie);
}

describe("sessions are bounded and expire", () => {
  it("end eight hours after the sign-in, no matter how often they are used", () => {
    const alice = signIn(sessionOf("alice"));
    now = new Date(noon.getTime() + 8 * 3_600_000);
    expect(sessions.read(alice)?.sub).toBe("alice");
    sessions.change(alice, (session) => ({ ...session, scopes: ["openid"] }));
    now = new Date(now.getTime() + 1);
    expect(sessions.read(alice)).toBeUndefined();
  });

  it("rp-28: a person who signs in 20 000 times ends no session of another person", () => {
    const alice = signIn(sessionOf("alice"));
    for (let i = 0; i < 20_000; i++) signIn(sessionOf("mallory"));
    expect(sessions.read(alice)?.sub).toBe("alice");
  });

  it("are limited to twenty for each person: the least recently used one ends", () => {
    const started = Array.from({ length: 20 }, () => signIn(sessionOf("alice")));
    sessions.read(started[0] ?? requestWith());
    signIn(sessionOf("alice"));
    const over = started.map((browser) => sessions.read(browser) === undefined);
    expect(over.indexOf(true)).toBe(1);
    expect(over.filter(Boolean)).toHaveLength(1);
  });
});
