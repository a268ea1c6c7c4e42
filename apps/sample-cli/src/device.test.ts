import { afterEach, describe, expect, it } from "vitest";
import { type Listening, listen } from "./testing/listen.ts";
import { openTerminal, type Terminal } from "./testing/terminal.ts";

type Answer = [status: number, body: unknown, challenge?: string] | "hang up";

let provider: Listening;
let terminal: Terminal;
let polls: number[];

afterEach(async () => {
  terminal.close();
  await provider.close();
});

/** A provider that answers polls with these, the last one again and again. */
async function start(answers: readonly Answer[], device: object = {}): Promise<void> {
  polls = [];
  provider = await listen((issuer) => (req, res) => {
    const send = ([status, body, challenge = ""]: [number, unknown, string?]) => {
      if (challenge !== "") res.setHeader("www-authenticate", challenge);
      res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (req.url === "/.well-known/openid-configuration") return send([200, { issuer, ...METADATA(issuer) }]);
    if (req.url === "/device") return send([200, { ...BEGUN, verification_uri: `${issuer}/code`, ...device }]);
    polls.push(performance.now());
    const answer = answers[Math.min(polls.length, answers.length) - 1] ?? "hang up";
    return answer === "hang up" ? req.destroy() : send(answer);
  });
  terminal = openTerminal({ ISSUER: provider.origin });
}

const METADATA = (issuer: string) => ({
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  device_authorization_endpoint: `${issuer}/device`,
});
const BEGUN = { device_code: "d", user_code: "BCDF-GHJK", expires_in: 600, interval: 0.2 };
const TOKENS = { access_token: "a", token_type: "bearer", expires_in: 300 };
const error = (code: string): Answer => [400, { error: code }];

describe("RFC 8628 §3.5: what a poll can be answered", () => {
  it("waits as long as the decision is pending, then signs in", async () => {
    await start([error("authorization_pending"), error("authorization_pending"), [200, TOKENS]]);
    expect(await terminal.type("sign-in")).toBe(0);
    expect(polls).toHaveLength(3);
    expect(terminal.said.join()).not.toContain("▀"); // there is no link
  });

  it("slow_down adds five seconds, from then on", async () => {
    await start([error("slow_down"), [200, TOKENS]]);
    expect(await terminal.type("sign-in")).toBe(0);
    expect((polls[1] ?? 0) - (polls[0] ?? 0)).toBeGreaterThan(5_000);
  });

  it("tries again when it got no answer, and waits longer each time", async () => {
    await start(["hang up", "hang up", [200, TOKENS]]);
    expect(await terminal.type("sign-in")).toBe(0);
    const [first = 0, second = 0, third = 0] = polls;
    expect(second - first).toBeGreaterThan(900);
    expect(third - second).toBeGreaterThan(1_900);
  });

  it.each([
    ["access_denied", "The request was refused in the browser"],
    ["expired_token", "The code expired before someone decided. Run `sign-in`"],
    ["invalid_client", "The provider does not know this program"],
    ["unauthorized_client", "does not let this program sign people in in this way"],
    ["some_other", "The provider answered with the error some_other"],
  ])("%s becomes a sentence that says the way on", async (code, sentence) => {
    await start([error(code)]);
    expect(await terminal.type("sign-in")).toBe(1);
    expect(terminal.said.at(-1)).toContain(sentence);
    expect(polls).toHaveLength(1);
  });

  it("a client that the provider does not know is named as the cause (RFC 6749 §5.2)", async () => {
    await start([[401, { error: "invalid_client" }, "Basic"]]);
    expect(await terminal.type("sign-in")).toBe(1);
    expect(terminal.said.at(-1)).toContain("The provider does not know this program");
  });

  it("ends by itself when the code has expired and nothing is answered", async () => {
    await start(["hang up"], { expires_in: 1 });
    expect(await terminal.type("sign-in")).toBe(1);
    expect(terminal.said.at(-1)).toContain("The code expired");
  });
});

describe("a provider that cannot be used", () => {
  it("without the device grant, the other way is named", async () => {
    await start([]);
    await provider.close();
    provider = await listen((issuer) => (_req, res) => {
      const { device_authorization_endpoint: _, ...metadata } = METADATA(issuer);
      res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ issuer, ...metadata }));
    });
    terminal.close();
    terminal = openTerminal({ ISSUER: provider.origin });
    expect(await terminal.type("sign-in")).toBe(1);
    expect(terminal.said.at(-1)).toContain("Try `sign-in --browser`");
  });

  it("of another name is refused (OpenID Connect Discovery §4.3)", async () => {
    await start([]);
    terminal.close();
    terminal = openTerminal({ ISSUER: `${provider.origin}/` });
    expect(await terminal.type("sign-in")).toBe(1);
    expect(terminal.said.at(-1)).toContain("Is ISSUER right, to the letter?");
  });

  it("that does not answer is named as the cause", async () => {
    await start([]);
    await provider.close();
    expect(await terminal.type("sign-in")).toBe(1);
    expect(terminal.said.at(-1)).toContain("The provider does not answer");
  });
});
