import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { sessionStateOf } from "@countersign/rules";
import { beforeEach, describe, expect, it } from "vitest";
import { fc } from "../../../testing/properties.ts";

const ASSETS = join(import.meta.dirname, "assets");
const scripts = ["sha-256.js", "check-session.js"].map((name) => readFileSync(join(ASSETS, name), "utf8"));
const origin = "https://rp.example";
const browserState = "b".repeat(43);

interface Frame {
  cookie: string;
  /** The responses of the lookup for each client, by its id. Without an entry the lookup fails. */
  readonly registered: Map<string, boolean>;
  readonly asked: string[];
  readonly replies: { answer: unknown; to: string }[];
  post(message: unknown, from?: string): void;
  /** Lets the pending lookups be answered. */
  answer(): void;
}

/** The page in an engine that has only what the script uses. */
function openFrame(): Frame {
  let listener: (event: object) => void = () => {};
  const waiting: (() => void)[] = [];
  const frame: Frame = {
    cookie: `other=1; __Host-state=${browserState}; more=2`,
    registered: new Map([["webClient", true]]),
    asked: [],
    replies: [],
    post: (data, from = origin) =>
      listener({
        data,
        origin: from,
        source: { postMessage: (answer: unknown, to: string) => frame.replies.push({ answer, to }) },
      }),
    answer: () => {
      for (const done of waiting.splice(0)) done();
    },
  };
  class XMLHttpRequest {
    readyState = 0;
    status = 0;
    onreadystatechange = () => {};
    open(_method: string, url: string) {
      frame.asked.push(url);
    }
    send() {
      waiting.push(() => {
        const id = new URL(frame.asked.at(-1) ?? "", origin).searchParams.get("client_id") ?? "";
        const known = frame.registered.get(id);
        this.status = known === undefined ? 0 : known ? 204 : 404;
        this.readyState = 4;
        this.onreadystatechange();
      });
    }
  }
  const attributes: Record<string, string> = { "data-cookie": "__Host-state", "data-look-up": "/look-up" };
  const document = {
    body: { getAttribute: (name: string) => attributes[name] },
    get cookie() {
      return frame.cookie;
    },
  };
  const window = {
    addEventListener: (_: string, added: typeof listener) => {
      listener = added;
    },
  };
  const context = createContext({ document, window, XMLHttpRequest });
  for (const script of scripts) runInContext(script, context);
  return frame;
}

const stateOf = (changes: Partial<Parameters<typeof sessionStateOf>[0]> = {}) =>
  sessionStateOf({ clientId: "webClient", redirectUri: `${origin}/cb`, browserState, salt: "salt", ...changes });

let frame: Frame;
beforeEach(() => {
  frame = openFrame();
});

/** The frame's reply to a message, after the lookup of its client. */
function said(message: unknown): unknown {
  frame.post(message);
  frame.answer();
  return frame.replies.at(-1)?.answer;
}

describe("OIDC Session Management §3.2: the session iframe", () => {
  it("replies unchanged while the state is that of the response, only to the page that sent the message", () => {
    expect(said(`webClient ${stateOf()}`)).toBe("unchanged");
    expect(frame.replies).toEqual([{ answer: "unchanged", to: origin }]);
  });

  it.each<[string, () => void]>([
    ["after another sign-in or a sign-out", () => (frame.cookie = `__Host-state=${"c".repeat(43)}`)],
    ["without its cookie", () => (frame.cookie = "")],
    ["with a cookie whose name only ends alike", () => (frame.cookie = `x__Host-state=${browserState}`)],
  ])("replies changed %s", (_, change) => {
    change();
    expect(said(`webClient ${stateOf()}`)).toBe("changed");
  });

  it.each([
    ["another client's state", () => stateOf({ clientId: "webPostClient" })],
    ["a state for another origin", () => stateOf({ redirectUri: "https://rp2.example/cb" })],
    ["an invented state", () => `${"A".repeat(43)}.salt`],
  ])("replies changed to %s", (_, state) => {
    expect(said(`webClient ${state()}`)).toBe("changed");
  });

  it.each([
    ["a message that is not text", { client_id: "webClient" }],
    ["a message without a space", "webClient"],
    ["a state without a salt", `webClient ${"A".repeat(43)}`],
    ["nothing", ""],
    ["characters beyond ASCII", `Wü ${"A".repeat(43)}.s`],
    ["a message that is too long", `webClient ${"A".repeat(600)}.s`],
  ])("replies error to %s", (_, message) => {
    expect(said(message)).toBe("error");
  });

  it("computes the same hash as the server: SHA-256 of any length", () => {
    const id = fc.stringMatching(/^[\x21-\x7e]{1,200}$/);
    const opened = openFrame();
    fc.assert(
      fc.property(id, fc.stringMatching(/^[\w-]{1,90}$/), (clientId, salt) => {
        const fresh = clientId === "webClient" ? opened : openFrame();
        fresh.registered.set(clientId, true);
        fresh.post(`${clientId} ${stateOf({ clientId, salt })}`);
        fresh.answer();
        expect(fresh.replies.at(-1)?.answer).toBe("unchanged");
      }),
    );
  });
});

describe("logout-18: a flood of messages", () => {
  it("looks a client and an origin up once", () => {
    for (let i = 0; i < 500; i++) frame.post(`webClient ${stateOf()}`);
    expect(frame.asked).toEqual([`/look-up?client_id=webClient&origin=${encodeURIComponent(origin)}`]);
    frame.answer();
    expect(frame.replies.length).toBeLessThanOrEqual(10);
    for (let i = 0; i < 500; i++) frame.post(`webClient ${stateOf()}`);
    expect(frame.asked).toHaveLength(1);
    expect(frame.replies.at(-1)).toEqual({ answer: "unchanged", to: origin });
  });

  it("of a page that is not the client's gets no reply, and causes no second lookup", () => {
    frame.registered.set("webClient", false);
    for (let i = 0; i < 1000; i++) {
      frame.post(`webClient ${stateOf()}`, "https://evil.example");
      if (i % 100 === 0) frame.answer();
    }
    expect([frame.asked.length, frame.replies]).toEqual([1, []]);
  });

  it("with a thousand client names causes ten lookups", () => {
    for (let i = 0; i < 1000; i++) frame.post(`client-${i} x.y`, "https://evil.example");
    frame.answer();
    expect([frame.asked.length, frame.replies]).toEqual([10, []]);
  });

  it.each(["null", "file://", "moz-extension://x"])("from %s, which is not a web origin, does nothing", (from) => {
    frame.post(`webClient ${stateOf()}`, from);
    frame.post("", from);
    expect([frame.asked, frame.replies]).toEqual([[], []]);
  });

  it("names of Object.prototype are treated like other names", () => {
    for (const clientId of ["__proto__", "constructor", "toString"]) frame.post(`${clientId} x.y`);
    expect(frame.asked).toHaveLength(3);
  });

  it("repeats a lookup that failed", () => {
    frame.registered.clear();
    expect(said(`webClient ${stateOf()}`)).toBeUndefined();
    frame.registered.set("webClient", true);
    expect(said(`webClient ${stateOf()}`)).toBe("unchanged");
  });
});

describe("the script runs in an old engine", () => {
  it.each(scripts)("has no syntax newer than ES5", (script) => {
    expect(script).not.toMatch(/=>|`|\b(?:let|const|class|async|await|Promise|Map|Set|fetch)\b|\*\*|\?\.|\?\?|\.\.\./);
  });
});
