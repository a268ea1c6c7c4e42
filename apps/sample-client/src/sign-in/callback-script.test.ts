import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../testing/browser.ts";
import { type FakeProvider, runFakeProvider } from "../testing/fake-provider.ts";
import { type RunningClient, runClient } from "../testing/run-client.ts";

const script = readFileSync(new URL("../views/callback.js", import.meta.url), "utf8");

interface Ran {
  readonly posted: readonly [string, string][] | undefined;
  readonly addressAfter: string;
  readonly nothingShown: boolean;
}

/** Runs the script on a page of test elements. Returns what it would post, and the address afterwards. */
function run(fragment: string): Ran {
  const fields: { name: string; value: string }[] = [];
  const elements: Record<string, { hidden: boolean }> = {
    "#under-way": { hidden: true },
    "#nothing": { hidden: true },
  };
  let address = `/callback${fragment}`;
  let isSubmitted = false;
  const form = { append: (field: (typeof fields)[number]) => fields.push(field), submit: () => (isSubmitted = true) };

  runInNewContext(script, {
    URLSearchParams,
    TextDecoder,
    Uint8Array,
    atob,
    location: { hash: fragment, pathname: "/callback" },
    history: { replaceState: (_state: unknown, _title: string, to: string) => (address = to) },
    document: {
      querySelector: (selector: string) => (selector === "#answer" ? form : elements[selector]),
      createElement: () => ({}),
    },
  });
  const posted = isSubmitted ? fields.map(({ name, value }): [string, string] => [name, value]) : undefined;
  return { posted, addressAfter: address, nothingShown: elements["#nothing"]?.hidden === false };
}

const jwtFor = (sub: unknown) => `h.${Buffer.from(JSON.stringify({ sub })).toString("base64url")}.s`;

describe("the script on /callback (specification §4.6 and §4.7)", () => {
  it("posts user ID and access token, with the other parameters of the fragment", () => {
    const { posted } = run(`#access_token=at&state=s&id_token=${jwtFor("alice")}&scope=openid%20email`);
    expect(Object.fromEntries(posted ?? [])).toEqual({
      user_id: "alice",
      access_token: "at",
      state: "s",
      id_token: jwtFor("alice"),
      scope: "openid email",
    });
  });

  it("removes the token from the address and the history", () => {
    expect(run("#access_token=at&state=s").addressAfter).toBe("/callback");
    expect(run("#access_token=at").addressAfter).toBe("/callback");
  });

  it.each(["ünïcödé ✓", "a?b>c~"])("reads a user ID such as %s", (sub) => {
    expect(run(`#state=s&id_token=${jwtFor(sub)}`).posted).toContainEqual(["user_id", sub]);
  });

  it.each(["a.b.c", "a", "", jwtFor(1), jwtFor(undefined), "h.bnVsbA.s"])("posts no user ID for %s", (idToken) => {
    const { posted } = run(`#state=s&access_token=at&id_token=${idToken}`);
    expect(posted?.map(([name]) => name)).toEqual(["state", "access_token", "id_token"]);
  });

  it("ignores a user ID parameter in the provider's response", () => {
    expect(run("#state=s&user_id=mallory").posted).toEqual([["state", "s"]]);
  });

  it("posts a repeated parameter, which the server then refuses", () => {
    expect(run("#state=s&access_token=a&access_token=b").posted).toHaveLength(3);
  });

  it.each(["", "#", "#access_token=at", "#error=x"])("posts nothing for %j, and shows a message", (fragment) => {
    expect([run(fragment).posted, run(fragment).nothingShown]).toEqual([undefined, true]);
  });
});

describe("the page of the script", () => {
  let provider: FakeProvider;
  let client: RunningClient;
  beforeEach(async () => {
    provider = await runFakeProvider();
    client = await runClient(provider.origin);
  });
  afterEach(async () => {
    await client.close();
    await provider.close();
  });

  it("allows only our script files, and forms to this site", async () => {
    const response = await openBrowser().visit(`${client.origin}/callback`);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/default-src 'none';.*frame-ancestors 'none';.*script-src 'self'; form-action 'self'$/);
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("cache-control")).toBe("no-store");

    const page = await response.text();
    expect([...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script src="/callback.js" type="module">',
    ]);
    expect(page).toContain("This needs JavaScript");
    expect(page).not.toMatch(/style=|onload|undefined/);
  });

  it("is the only one: no other page may run a script", async () => {
    for (const path of ["/", "/signed-out", "/nowhere", "/callback?error=x", "/session"]) {
      const response = await openBrowser().visit(client.origin + path);
      expect(response.headers.get("content-security-policy")).not.toContain("script-src");
    }
  });

  it("contains the script unchanged", async () => {
    const response = await openBrowser().visit(`${client.origin}/callback.js`);
    expect([response.headers.get("content-type"), await response.text()]).toEqual([
      expect.stringContaining("javascript"),
      script,
    ]);
  });
});
