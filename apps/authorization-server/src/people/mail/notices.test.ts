import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { heardMail } from "../../../testing/servers/mail.ts";
import { noon, openWorld, type World } from "../../../testing/world.ts";
import { addPerson } from "../../administration/people/people.ts";
import { inTransaction } from "../../platform/stores/transaction.ts";
import { notify } from "./notices.ts";

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

let people = 0;
