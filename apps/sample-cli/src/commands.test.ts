import { execFile } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { walk } from "./testing/browser.ts";
import { type RealProvider, runRealProvider } from "./testing/real-provider.ts";
import { openTerminal, type Terminal } from "./testing/terminal.ts";

let provider: RealProvider;
let terminal: Terminal;
/** What the browser of this machine ended with. */
let pages: Promise<string>[];

async function start(tokenSeconds?: number): Promise<void> {
  provider = await runRealProvider(tokenSeconds);
  terminal = openTerminal(settings(), { open: (url) => void pages.push(walk(url)) });
}
async function stop(): Promise<void> {
  terminal.close();
  await provider.close();
}
beforeEach(async () => {
  pages = [];
  await start();
});
afterEach(stop);

const settings = () => ({ ISSUER: provider.origin, ORDERS_API: provider.api });
const said = () => terminal.said.join("\n");
const printed = () => terminal.printed.join("\n");

const folder = () => join(terminal.environment.XDG_STATE_HOME ?? "", "sample-cli");
const tokenFiles = () => readdirSync(folder()).filter((name) => name.endsWith(".json"));
const tokensFile = () => join(folder(), tokenFiles()[0] ?? "none");

/** Signs in by the browser, which needs no waiting. */
const signIn = async () => expect(await terminal.type("sign-in", "--browser")).toBe(0);

/** Changes what is kept. Returns what was kept before. */
function change(members: object): string {
  const text = readFileSync(tokensFile(), "utf8");
  writeFileSync(tokensFile(), JSON.stringify({ ...JSON.parse(text), ...members }));
  return text;
}

const linkShown = () => vi.waitUntil(() => /http\S+user_code=\S+/.exec(said())?.[0]);

/** Fills the code in, and presses Abort on the page that follows. */
const refuse = (page: string) => {
  if (page.includes('name="abort"')) return { abort: "yes" };
  return page.includes("interrupted") ? undefined : {};
};

describe("the device grant (RFC 8628)", () => {
  it("shows an address, a code, a link as QR code, and signs in when the person has agreed elsewhere", async () => {
    const done = terminal.type("sign-in");
    expect(await walk(await linkShown())).toContain("Sign-in Success");
    expect(await done).toBe(0);
    expect(said()).toMatch(/Open {2}http.*\/device\nCode {2}[A-Z-]{9}\n/);
    expect(said()).toContain("▀");
    expect(printed()).toContain("You are signed in as Alice Adams");
    expect(provider.grants).toEqual(["urn:ietf:params:oauth:grant-type:device_code"]);
  });

  it("says that the person refused, and keeps nothing", async () => {
    const done = terminal.type("sign-in");
    await walk(await linkShown(), refuse);
    expect(await done).toBe(1);
    expect(said()).toContain("refused in the browser");
    expect(await terminal.type("list")).toBe(1);
    expect(said()).toContain("You are not signed in");
  });
});

describe("the browser of this machine (RFC 8252)", () => {
  it("signs in by a redirect to a port of loopback", async () => {
    await signIn();
    expect(await pages[0]).toContain("You can close this page");
    expect(provider.grants).toEqual(["authorization_code"]);
    expect(await terminal.type("who")).toBe(0);
    expect(printed()).toContain("Alice Adams");
  });

  it("§8.9: takes only the response to its own request", async () => {
    terminal.close();
    const statuses: number[] = [];
    const open = async (url: string) => {
      const callback = new URL(url).searchParams.get("redirect_uri") ?? "";
      const strange = ["", "?code=c&state=of-another", "?error=access_denied"];
      statuses.push(...(await Promise.all(strange.map(async (query) => (await fetch(callback + query)).status))));
      await walk(url);
    };
    terminal = openTerminal(settings(), { open });
    await signIn();
    expect(statuses).toEqual([404, 404, 404]);
  });
});

describe("the API", () => {
  it("gets a token for itself, with what the person allowed", async () => {
    await signIn();
    expect(await terminal.type("list")).toBe(0);
    expect(printed()).toContain("orders:read");
    expect(await terminal.type("add", "tea")).toBe(0);
    expect(printed()).toContain("Ordered: tea");
  });

  it("gets another token when it refuses the first one", async () => {
    await signIn();
    change({ accessToken: "unknown" });
    expect(await terminal.type("list")).toBe(0);
    expect(provider.grants).toEqual(["authorization_code", "refresh_token"]);
  });

  it("is named when it does not answer", async () => {
    await signIn();
    terminal.environment.ORDERS_API = "http://localhost:1";
    expect(await terminal.type("list")).toBe(1);
    expect(said()).toContain("that http://localhost:1 is its address");
  });
});

describe("refreshing (RFC 6749 §6)", () => {
  it("is done by one of the commands that run at once", async () => {
    await stop();
    await start(12); // a token of twelve seconds works for two
    await signIn();
    change({ endsAt: 0 });

    const main = join(import.meta.dirname, "main.ts");
    const env = { ...process.env, ...terminal.environment };
    const commands = [1, 2, 3].map(() => promisify(execFile)(process.execPath, [main, "who"], { env }));
    expect((await Promise.all(commands)).map(({ stdout }) => stdout)).toEqual(Array(3).fill("Alice Adams\n"));
    expect(provider.grants.slice(1).length).toBeLessThan(3);
    // A refresh token that was used twice would have ended the sign-in.
    change({ endsAt: 0 });
    expect(await terminal.type("who")).toBe(0);
  });

  it("forgets a sign-in that has ended, and says how to begin again", async () => {
    await signIn();
    change({ endsAt: 0, refreshToken: "unknown" });
    expect(await terminal.type("list")).toBe(1);
    expect(said()).toContain("Your sign-in here has ended. Run `sign-in`");
    expect(tokenFiles()).toEqual([]);
  });

  it("keeps the sign-in when the provider does not answer", async () => {
    await signIn();
    change({ endsAt: 0 });
    await provider.close();
    expect(await terminal.type("list")).toBe(1);
    expect(said()).toContain("The provider does not answer");
    expect(tokenFiles()).toHaveLength(1);
  });
});

describe("the file", () => {
  it("is only for its owner, and becomes so again when it is read", async () => {
    await signIn();
    expect(statSync(tokensFile()).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(tokensFile())).mode & 0o777).toBe(0o700);
    chmodSync(tokensFile(), 0o644);
    await terminal.type("who");
    expect(statSync(tokensFile()).mode & 0o777).toBe(0o600);
  });

  it("counts as nothing if it cannot be read", async () => {
    await signIn();
    writeFileSync(tokensFile(), "{");
    expect(await terminal.type("who")).toBe(1);
    expect(said()).toContain("You are not signed in");
  });
});

describe("signing out (RFC 7009)", () => {
  it("revokes what the provider gave, and forgets it", async () => {
    await signIn();
    const path = tokensFile();
    const before = readFileSync(path, "utf8");
    expect(await terminal.type("sign-out")).toBe(0);
    expect(await terminal.type("sign-out")).toBe(0);
    expect(terminal.printed.slice(1)).toEqual(["You are signed out.", "You were not signed in."]);

    writeFileSync(path, before);
    expect(await terminal.type("list")).toBe(1);
    expect(said()).toContain("Your sign-in here has ended");
  });

  it("forgets it without the provider, too, and says what is left to do", async () => {
    await signIn();
    await provider.close();
    expect(await terminal.type("sign-out")).toBe(0);
    expect(printed()).toContain("end the access in your account");
    expect(tokenFiles()).toEqual([]);
  });
});

describe("a command line that cannot be understood", () => {
  it.each([[["sign-up"]], [["--unknown"]], [[]], [["add"]]])("%j gets the usage", async (argv) => {
    expect(await terminal.type(...argv)).toBe(1);
    expect(said()).toContain("Usage: orders <command>");
  });

  it.each([
    ["ISSUER", "http://auth.example"],
    ["ORDERS_API", "http://api.example"],
    ["ISSUER", "https://user@auth.example"],
    ["TOKEN_STORE", "cloud"],
  ])("refuses %s=%s", async (name, value) => {
    terminal.environment[name] = value;
    expect(await terminal.type("who")).toBe(1);
    expect(said()).toContain(`→ at ${name}`);
  });

  it("does not use a file where a keychain is demanded and there is none", async () => {
    terminal.environment.TOKEN_STORE = "keychain";
    vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
    const exit = await terminal.type("who");
    vi.unstubAllEnvs();
    if (process.platform === "linux") expect([exit, said()]).toEqual([1, expect.stringContaining("no keychain here")]);
  });
});
