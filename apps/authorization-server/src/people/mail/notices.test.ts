import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { heardMail } from "../../../testing/servers/mail.ts";
import { noon, openWorld, type World } from "../../../testing/world.ts";
import { addPerson } from "../../administration/people/people.ts";
import { inTransaction } from "../../platform/stores/transaction.ts";
import { actedIn, notify } from "./notices.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe("a notice goes to the proved address of an account", () => {
  it.each([
    ["that was proved", true, noon, ["person0@example.org"]],
    ["that only the claim calls verified, because several accounts had it", true, null, []],
    ["that was proved, regardless of the claim", false, noon, ["person2@example.org"]],
  ])("%s", async (_, claim, provedAt, expected) => {
    const index = people++;
    const claims = { email: `person${index}@example.org` };
    const person = { username: `person${index}`, passwordHash: "x", claims };
    const userId = (await addPerson(world.database, person, byOperatorAt(noon))) ?? "";
    const proved = "UPDATE end_user SET email_verified = $2, email_verified_at = $3 WHERE id = $1";
    await world.rows(proved, [userId, claim, provedAt]);

    const sent: string[] = [];
    const mail = heardMail(({ to }) => void sent.push(to));
    const notice = { kind: "factors-reset", parameters: {} } as const;
    await inTransaction(world.database.pool, (query) => notify(query, mail, userId, notice, { at: noon }));
    expect(sent).toEqual(expected);
  });
});

describe("a notice says where a person acted", () => {
  it.each([
    ["by the network of the address", "Firefox", "192.0.2.7", { network: "192.0.2.0/24" }],
    ["of IPv6, too", "Firefox", "2001:db8:1:2::7", { network: "2001:db8:1::/48" }],
    ["but not without an address", "Firefox", undefined, {}],
    ["nor where someone acted in the place of the person", "", "192.0.2.7", {}],
  ])("%s", async (_, browser, address, network) => {
    expect(actedIn(browser, { at: noon, address })).toEqual({ browser, ...network });
  });

  it("in what waits to be sent", async () => {
    const index = people++;
    const claims = { email: `person${index}@example.org` };
    const userId =
      (await addPerson(
        world.database,
        { username: `person${index}`, passwordHash: "x", claims },
        byOperatorAt(noon),
      )) ?? "";
    await world.rows("UPDATE end_user SET email_verified_at = $2 WHERE id = $1", [userId, noon]);
    const sent: unknown[] = [];
    const mail = heardMail(({ parameters }) => void sent.push(parameters));
    const notice = { kind: "password-changed", parameters: { browser: "Firefox" } } as const;
    await inTransaction(world.database.pool, (query) =>
      notify(query, mail, userId, notice, { at: noon, address: "192.0.2.7" }),
    );
    expect(sent).toEqual([{ browser: "Firefox", network: "192.0.2.0/24" }]);
  });
});

let people = 0;
