import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../../testing/browser.ts";
import { authorizationOf } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("cred-14: limits do not tell whether an address has an account", () => {
  it.each(["alice", "nobody"])("two spellings of the address of %s count together", async (who) => {
    await service.rows(
      `UPDATE end_user SET email = 'alice@example.org', email_canonical = 'alice@example.org', email_verified_at = now()
        WHERE id = $1`,
      [service.alice],
    );
    const by = openBrowser(service.origin);
    const login = await by.follow(await by.get(authorizationOf("webClient")));
    const guess = async (username: string) =>
      (await by.submit(login, "/login", { username, password: "wrong", action: "sign-in" })).status;
    for (let n = 0; n < 10; n++) expect(await guess(`${who}@example.org`)).toBe(422);
    expect(await guess(`${who}@example.org.`)).toBe(429);
  });
});
