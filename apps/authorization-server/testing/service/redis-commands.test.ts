/** The load that a sign-in puts on the short-lived store, counted by the server itself. */
import { type RedisMonitor, redisInstalled, startRedis, type TestRedis } from "@countersign/ephemeral/test-redis";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../browser.ts";
import { addedPasskey, passkeySignIn } from "../factors/passkeys.ts";
import { agree, authorizationOf, signIn } from "../flows.ts";
import { type Service, startService } from "../service.ts";
import { password } from "../world.ts";

describe.skipIf(!redisInstalled)("dos-33: a sign-in needs few Redis commands", () => {
  let redis: TestRedis;
  let monitor: RedisMonitor;
  let service: Service;
  beforeAll(async () => {
    redis = await startRedis();
    service = await startService({ ephemeral: "configured", settings: { REDIS_URL: redis.url } });
    monitor = await redis.monitor();
    await signInAndAgree(); // From here on, the server has the scripts and the person's consent.
  });
  afterAll(async () => {
    monitor.close();
    await service.close();
    await redis.stop();
  });
  beforeEach(() => monitor.take());

  const signInAndAgree = async (scope = "openid") => {
    const browser = openBrowser(service.origin);
    const page = await signIn(browser, await browser.get(authorizationOf("webClient", { scope })));
    return agree(browser, page);
  };

  it("8 commands, from the request of a client to its code", async () => {
    const browser = openBrowser(service.origin);
    const start = await browser.get(authorizationOf("webClient"));
    // The limits of the address, a place for the request, and the request.
    expect((await monitor.take()).sent).toEqual(["EVALSHA"]);

    const page = await browser.follow(start);
    expect((await monitor.take()).sent).toEqual(["GET"]);

    const answer = await browser.submit(page, "/login", {
      username: "alice",
      password,
      action: "sign-in",
    });
    // The request, the four limits of an attempt, the refund of them, and the person's answer.
    expect((await monitor.take()).sent).toEqual(["GET", "EVALSHA", "EVALSHA", "EVALSHA"]);

    const back = await browser.follow(answer);
    expect(back.location?.searchParams.get("code")).toBeTruthy();
    expect((await monitor.take()).sent).toEqual(["GET", "EVALSHA"]);
  });

  it("and 41 more that scripts call, one of each for the time", async () => {
    const browser = openBrowser(service.origin);
    await signIn(browser, await browser.get(authorizationOf("webClient")));
    const { sent, called } = await monitor.take();
    expect(sent).toHaveLength(8);
    expect(called.length).toBeLessThanOrEqual(41);
  });

  it("and 7 commands with a passkey, of which one is its challenge", async () => {
    const key = await addedPasskey(service, service.alice);
    const begun = async (browser: Browser) => browser.follow(await browser.get(authorizationOf("webClient")));
    const first = openBrowser(service.origin);
    await passkeySignIn(first, await begun(first), key); // from here on, the server knows the script
    await monitor.take();

    const browser = openBrowser(service.origin);
    const page = await begun(browser);
    expect((await monitor.take()).sent).toEqual(["EVALSHA", "GET"]);

    const answer = await passkeySignIn(browser, page, key);
    // The request, the challenge with its use, and the person's answer.
    expect((await monitor.take()).sent).toEqual(["GET", "EVALSHA", "EVALSHA"]);

    const back = await browser.follow(answer);
    expect(back.location?.searchParams.get("code")).toBeTruthy();
    expect((await monitor.take()).sent).toEqual(["GET", "EVALSHA"]);
  });

  it("a consent needs 4 more", async () => {
    await signInAndAgree("openid email");
    expect((await monitor.take()).sent).toHaveLength(12);
  });
});
