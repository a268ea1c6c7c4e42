import { hashSecret } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { noon, openWorld, type World } from "../../../../testing/world.ts";
import { rotateClientSecret } from "../../../administration/clients/client-secrets.ts";
import { disableClient, enableClient } from "../../../administration/clients/clients.ts";
import { clientStore } from "./clients.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const unsealed = { sealedSecret: undefined, secretKeyEncryptionKeyId: undefined };

describe("RFC 6749 §2.2: a client is found by its identifier, byte for byte", () => {
  it("returns what was registered, with the hash of the secret and no secret", async () => {
    const client = await clientStore(world.database).find("nativeClient");
    expect(client).toMatchObject({
      id: "nativeClient",
      profile: "oauth21",
      applicationType: "native",
      secretHash: undefined,
      hasLogo: false,
    });
    expect(Object.isFrozen(client)).toBe(true);
  });

  it.each<[string, string | undefined]>([
    ["no id", undefined],
    ["an empty one", ""],
    ["an unknown one", "nobody"],
    ["another case", "w1"],
    ["a space behind it", "webClient "],
    ["a NUL in it", "webClient\0"],
    ["a name of Object.prototype", "__proto__"],
    ["text beyond ASCII", "webClienté"],
    ["a quotation mark", "' OR '1'='1"],
    ["a very long one", "W".repeat(256)],
  ])("finds no client for %s", async (_, id) => {
    const clients = clientStore(world.database);
    expect(await clients.find(id)).toBeUndefined();
    expect(await clients.logo(id ?? "")).toBeUndefined();
  });
});

const byOperator = byOperatorAt(noon);

describe("architecture §4.7: a cached client is at most two seconds old", () => {
  it.each<[string, () => Promise<unknown>, (seen: unknown) => boolean]>([
    ["disabled", () => disableClient(world.database, "webPostClient", byOperator), (seen) => seen === undefined],
    ["enabled again", () => enableClient(world.database, "webPostClient", byOperator), (seen) => seen !== undefined],
    [
      "given another secret",
      () =>
        rotateClientSecret(
          world.database,
          { clientId: "webPostClient", secret: { secretHash: hashSecret("new"), ...unsealed } },
          byOperator,
        ),
      (seen) => (seen as { secretHash: Buffer }).secretHash.equals(hashSecret("new")),
    ],
  ])("a change to a client that was %s is read then, and not before", async (_, act, isSeen) => {
    const clients = clientStore(world.database);
    const asked = vi.spyOn(world.database.pool, "query");
    const before = await clients.find("webPostClient");
    await act();
    asked.mockClear();
    expect(await clients.find("webPostClient")).toBe(before);
    expect(asked).not.toHaveBeenCalled();

    await new Promise((resolve) => setTimeout(resolve, 2010));
    expect(isSeen(await clients.find("webPostClient"))).toBe(true);
    asked.mockRestore();
  });

  it("an unknown client is cached as unknown for no longer", async () => {
    const clients = clientStore(world.database);
    expect(await clients.find("lateClient")).toBeUndefined();
    await world.rows("UPDATE client SET id = 'lateClient' WHERE id = 'oidcClient'");
    await new Promise((resolve) => setTimeout(resolve, 2010));
    expect(await clients.find("lateClient")).toBeDefined();
  });
});

describe("decision 19: requests that need a client at the same time share a statement", () => {
  /** A store whose reads wait until the test answers them, with a row of this revision. */
  function withheld() {
    const answers: ((revision: number) => void)[] = [];
    const query = () =>
      new Promise((resolve) => answers.push((revision) => resolve({ rows: [{ id: "one", revision }] })));
    return { clients: clientStore({ pool: { query } as never }), answers };
  }

  it("one read answers all of them, and those that come later", async () => {
    const { clients, answers } = withheld();
    const all = Array.from({ length: 16 }, () => clients.find("one"));
    answers[0]?.(1);
    const [first, ...others] = await Promise.all(all);
    expect(new Set([...others, await clients.find("one")])).toEqual(new Set([first]));
    expect([first?.revision, answers.length]).toEqual([1, 1]);
  });

  it("a client that is forgotten meanwhile is read again, and what was read before is not kept", async () => {
    const { clients, answers } = withheld();
    const before = clients.find("one");
    clients.forget("one");
    const after = clients.find("one");
    answers[1]?.(2);
    expect((await after)?.revision).toBe(2);
    answers[0]?.(1);
    expect((await before)?.revision).toBe(1);
    expect((await clients.find("one"))?.revision).toBe(2);
  });

  it("nothing joins a read that began more than two seconds ago", async () => {
    const { clients, answers } = withheld();
    clients.find("one");
    await new Promise((resolve) => setTimeout(resolve, 2010));
    clients.find("one");
    expect(answers).toHaveLength(2);
  });

  it("a read that fails is not kept", async () => {
    const query = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue({ rows: [] });
    const clients = clientStore({ pool: { query } as never });
    await expect(clients.find("one")).rejects.toThrow("away");
    expect(await clients.find("one")).toBeUndefined();
    expect(query).toHaveBeenCalledTimes(2);
  });
});

describe("specification §4.8 rule 4: a logo is served from the database", () => {
  it("for an enabled client, as it was registered, and not for a disabled one", async () => {
    const image = Buffer.from([0x89, 0x50]);
    await world.rows("INSERT INTO client_logo VALUES ('webTwoUrisClient', 'image/png', $1)", [image]);
    const clients = clientStore(world.database);
    expect(await clients.logo("webTwoUrisClient")).toEqual({ mediaType: "image/png", image });
    expect((await clients.find("webTwoUrisClient"))?.hasLogo).toBe(true);

    await disableClient(world.database, "webTwoUrisClient", byOperator);
    expect(await clients.logo("webTwoUrisClient")).toBeUndefined();
  });
});
