import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../../testing/browser.ts";
import { authorizationOf } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { password } from "../../../../../testing/world.ts";
import { retireUsername } from "../../../../platform/stores/person/usernames.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({
    settings: {
      SIGN_UP: "open",
      MAIL_URL: "smtps://relay.example:465",
      MAIL_FROM: "Example <no-reply@example.org>",
    },
  });
});
afterAll(() => service.close());
beforeEach(() => service.pass(3600));

describe("a sign-up of a stranger", () => {
  const details = { "given-name": "Nora", "new-password": "mossy lantern over seven rivers", action: "create" };
  const atSignUp = async (by: ReturnType<typeof openBrowser>) => {
    const login = await by.follow(await by.get(authorizationOf("webClient")));
    return by.follow(await by.submit(login, "/login", { action: "sign-up" }));
  };
  const atCode = async (by: ReturnType<typeof openBrowser>, fields: Record<string, string>) =>
    by.follow(await by.submit(await atSignUp(by), "/sign-up", { action: "continue", ...fields }));

  it("signup-16: does not get the username of an erased account", async () => {
    await retireUsername(async (text, values) => service.rows(text, values as unknown[]), "ceo", service.clock.now);
    const by = openBrowser(service.origin);
    const page = await atCode(by, { email: "new@example.org" });
    const code = (await service.mails()).at(-1)?.parameters.code ?? "";
    const last = await by.follow(await by.submit(page, "/sign-up/code", { code, action: "confirm" }));
    const done = await by.submit(last, "/sign-up/details", { ...details, username: "ceo" });
    expect(done.status).toBe(422);
  });

  it("signup-17: uses up no tries of an address to which no mail went", async () => {
    service.pass(3600);
    const stranger = openBrowser(service.origin);
    const fields = { email: "victim@example.org", "leave-empty": "x", action: "continue" };
    const refused = await stranger.submit(await atSignUp(stranger), "/sign-up", fields);
    expect([refused.status, refused.body.includes('name="code"')]).toEqual([422, false]);
    const victim = openBrowser(service.origin);
    const own = await atCode(victim, { email: "victim@example.org" });
    const code = (await service.mails()).at(-1)?.parameters.code ?? "";
    expect((await victim.submit(own, "/sign-up/code", { code, action: "confirm" })).status).toBe(303);
  });

  it("signup-18: hashes and asks for usernames within a limit, while others sign in", async () => {
    const by = openBrowser(service.origin);
    const login = await by.follow(await by.get(authorizationOf("webClient")));
    const address = await by.follow(await by.submit(login, "/login", { action: "sign-up" }));
    const page = await by.follow(
      await by.submit(address, "/sign-up", { action: "continue", email: "mal@example.org" }),
    );
    const code = (await service.mails()).at(-1)?.parameters.code ?? "";
    const last = await by.follow(await by.submit(page, "/sign-up/code", { code, action: "confirm" }));
    const alice = openBrowser(service.origin);
    const form = await alice.follow(await alice.get(authorizationOf("webClient")));

    const fields = { "new-password": "mossy lantern over seven rivers", action: "create", username: "alice" };
    const flood = Array.from({ length: 230 }, () => by.submit(last, "/sign-up/details", fields));
    const mine = await alice.submit(form, "/login", { username: "alice", password, action: "sign-in" });
    const answers = await Promise.all(flood);
    expect(answers.filter(({ status }) => status === 422).length).toBeLessThan(100);
    expect(mine.status).toBe(303);
  }, 60_000);
});
