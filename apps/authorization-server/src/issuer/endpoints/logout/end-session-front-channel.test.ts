import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../../testing/browser.ts";
import { codeFor, redeem } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";

const BYE = "https://rp.example/bye";

let service: Service;
let browser: Browser;
let idToken: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("UPDATE client SET frontchannel_logout_uri = NULL");
  browser = openBrowser(service.origin);
  idToken = (await redeem(service.origin, await codeFor(browser, "webClient"))).body.id_token;
  await codeFor(browser, "webTwoUrisClient");
});

const listen = (client: string, uri: string) =>
  service.rows("UPDATE client SET frontchannel_logout_uri = $2 WHERE id = $1", [client, uri]);
const end = (query: Record<string, string>) => browser.get(`/end_session?${new URLSearchParams(query)}`);
const sidOf = async (client: string) =>
  (
    await service.rows(
      `SELECT k.sid FROM session_client k JOIN browser_session s ON s.id = k.session_id
        WHERE k.client_id = $1 ORDER BY s.created_at DESC, k.sid`,
      [client],
    )
  ).map(({ sid }) => String(sid));
const framesOf = (body: string) =>
  [...body.matchAll(/<iframe src="([^"]*)"/g)].map(([, src = ""]) => src.replaceAll("&amp;", "&"));
const onwardOf = (body: string) =>
  /id="continue" class="button" href="([^"]*)"/.exec(body)?.[1]?.replaceAll("&amp;", "&");

describe("OIDC Front-Channel Logout §3: the pages of the session's clients are loaded", () => {
  it("each with the issuer and its sid after its own query, and nothing else", async () => {
    await listen("webClient", "https://rp.example/out?tenant=a%26b");
    await listen("webTwoUrisClient", "https://rp4.example/out");
    const sids = [await sidOf("webClient"), await sidOf("webTwoUrisClient")].flat();
    const page = await end({ id_token_hint: idToken, post_logout_redirect_uri: BYE, state: 'x" onload="' });

    expect(page.status).toBe(200);
    const frames = framesOf(page.body).map((frame) => new URL(frame));
    expect(frames.map(({ origin, pathname }) => origin + pathname)).toEqual([
      "https://rp.example/out",
      "https://rp4.example/out",
    ]);
    expect([...(frames[0]?.searchParams ?? [])].slice(0, 2)).toEqual([
      ["tenant", "a&b"],
      ["iss", issuer],
    ]);
    expect([...(frames[1]?.searchParams.keys() ?? [])]).toEqual(["iss", "sid"]);
    for (const frame of frames) expect(sids).toContain(frame.searchParams.get("sid"));
    expect(onwardOf(page.body)).toBe(`${BYE}?state=x%22+onload%3D%22`);
  });

  it("logout-15: the page's policy allows frames of these origins only", async () => {
    await listen("webClient", "https://rp.example/out?x=1");
    await listen("webTwoUrisClient", "https://rp4.example/out");
    const page = await end({ id_token_hint: idToken });
    const policy = page.headers.get("content-security-policy")?.split("; ");
    expect(policy).toContain("frame-src https://rp.example https://rp4.example");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(onwardOf(page.body)).toBe(`${issuer}/signed-out`);
    expect(page.body).toContain(
      `<noscript><meta http-equiv="refresh" content="5; url=${issuer}/signed-out"></noscript>`,
    );
  });

  it("logout-15: a framed page can neither navigate our page nor open a window", async () => {
    await listen("webClient", "https://rp.example/out");
    const { body } = await end({ id_token_hint: idToken });
    const frames = body.match(/<iframe [^>]*>/g);
    expect(frames).toHaveLength(1);
    expect(frames?.[0]).toContain(' sandbox="allow-scripts allow-same-origin allow-forms"');
  });

  it("also after a person confirmed, when the session has ended", async () => {
    await listen("webClient", "https://rp.example/out");
    const page = await browser.submit(await end({}), "/end_session", {});
    expect(framesOf(page.body)).toHaveLength(1);
    expect((await browser.get("/")).body).not.toContain("alice example");
  });

  it.each([
    ["no client of the session has a front-channel logout page", async () => {}],
    ["only a client outside this session has one", () => listen("webPostClient", "https://rp2.example/out")],
    [
      "the client was disabled",
      async () => {
        await listen("webTwoUrisClient", "https://rp4.example/out");
        await service.rows("UPDATE client SET disabled_at = now() WHERE id = 'webTwoUrisClient'");
      },
    ],
  ])("if %s, the browser is redirected at once", async (_, given) => {
    await given();
    const { status, location } = await end({ id_token_hint: idToken, post_logout_redirect_uri: BYE });
    await service.rows("UPDATE client SET disabled_at = NULL");
    expect([status, location?.href]).toEqual([303, BYE]);
  });
});

describe("the page after signing out", () => {
  const told = async () => [...(await browser.get("/signed-out")).body.matchAll(/<bdi>(Client [^<]+)<\/bdi>/g)];

  it("names the apps that were told, once, and no others", async () => {
    await listen("webTwoUrisClient", "https://rp4.example/out");
    await service.rows(
      "UPDATE client SET backchannel_logout_uri = 'https://rp2.example/out' WHERE id = 'webPostClient'",
    );
    await codeFor(browser, "webPostClient");
    await end({ id_token_hint: idToken });
    expect((await told()).map(([, name]) => name)).toEqual(["Client webPostClient", "Client webTwoUrisClient"]);
    expect(await told()).toEqual([]);
    await service.rows("UPDATE client SET backchannel_logout_uri = NULL");
  });

  it("names none if the person goes back to an app, or no app was to be told", async () => {
    await end({ id_token_hint: idToken });
    expect(await told()).toEqual([]);
    await codeFor(browser, "webTwoUrisClient");
    await listen("webTwoUrisClient", "https://rp4.example/out");
    const again = (await redeem(service.origin, await codeFor(browser, "webClient"))).body.id_token;
    await end({ id_token_hint: again, post_logout_redirect_uri: BYE });
    expect(await told()).toEqual([]);
  });

  it.each(["x", "WyJub2JvZHkiXQ", "e30", "WzEsbnVsbF0"])(
    "says nothing of a cookie that others wrote: %s",
    async (value) => {
      const [name = ""] = [...browser.cookies.keys()].filter((one) => one.endsWith("-session"));
      browser.cookies.set(name.replace(/session$/, "told"), value);
      expect((await browser.get("/signed-out")).status).toBe(200);
      expect(await told()).toEqual([]);
    },
  );
});

describe("the script of that page", () => {
  const script = readFileSync(
    join(import.meta.dirname, "..", "..", "..", "people", "views", "assets", "signing-out.js"),
    "utf8",
  );

  function run() {
    const went: string[] = [];
    const timers: { work: () => void; after: number }[] = [];
    const window = {
      onload: () => {},
      setTimeout: (work: () => void, after: number) => timers.push({ work, after }),
      location: { replace: (to: string) => went.push(to) },
    };
    runInNewContext(script, { window, document: { getElementById: () => ({ href: BYE }) } });
    return { went, timers, window };
  }

  it("continues once all frames have loaded, and only once", () => {
    const { went, timers, window } = run();
    expect(went).toEqual([]);
    window.onload();
    for (const { work } of timers) work();
    expect(went).toEqual([BYE]);
  });

  it("continues after three seconds if a frame does not load", () => {
    const { went, timers } = run();
    expect(timers.map(({ after }) => after)).toEqual([3000]);
    timers[0]?.work();
    expect(went).toEqual([BYE]);
  });
});
