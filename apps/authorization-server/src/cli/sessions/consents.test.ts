import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { resourceServerStore } from "../../platform/stores/client/resource-servers.ts";
import { consentStore } from "../../platform/stores/issued/consents.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";
import { type Issued, issue } from "../testing/issued.ts";

const resource = "urn:r";

let cli: CommandLine;
let people: Record<"alice" | "bob", string>;
let clients: Record<"shop" | "news", string>;
beforeAll(async () => {
  cli = await openCommandLine();
  const about = { name: "userinfo", accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300 } as const;
  await resourceServerStore(cli.database).upsert({ identifier: resource, scopes: ["openid", "email"], ...about });
  const person = async (name: string) => (await cli.json("users", "add", name, "--generate-password")).id as string;
  people = { alice: await person("alice"), bob: await person("bob") };
  const client = async (name: string) =>
    (await cli.json("clients", "add", "--name", name, "--redirect-uri", `https://${name}.example/cb`)).client_id;
  clients = { shop: await client("shop"), news: await client("news") };
});
afterAll(() => cli.close());

let atShop: Issued;
let atNews: Issued;
let bobs: Issued;
beforeEach(async () => {
  await cli.json("authorizations", "revoke", "--all");
  await agree(people.alice, clients.shop, ["phone"]);
  await agree(people.alice, clients.news);
  await agree(people.bob, clients.shop);
  atShop = await issue(cli.database, people.alice, clients.shop, cli.clock.now);
  atNews = await issue(cli.database, people.alice, clients.news, cli.clock.now);
  bobs = await issue(cli.database, people.bob, clients.shop, cli.clock.now);
});

const agree = (userId: string, clientId: string, declined: readonly string[] = []) =>
  consentStore(cli.database).record(
    { userId, clientId, clientRevision: 0, host: "shop.example" },
    [
      {
        resource,
        consent: {
          granted: { scopes: ["openid", "email"], claims: ["birthdate"] },
          declined: { scopes: declined, claims: [] },
        },
      },
    ],
    { at: cli.clock.now, address: "192.0.2.7" },
  );
const isLive = async (...all: readonly Issued[]) =>
  Promise.all(all.map(async (one) => (await one.state()).authorization));

describe("consents list", () => {
  const of = (consents: readonly Record<string, unknown>[]) => consents.map((one) => [one.username, one.client_name]);

  it("lists what a person granted and declined, and to which client", async () => {
    const found = await cli.json("consents", "list", "--user", "ALICE", "--client", clients.shop);
    expect(found).toEqual([
      {
        username: "alice",
        user_id: people.alice,
        client_id: clients.shop,
        client_name: "shop",
        resource,
        granted_scopes: ["openid", "email"],
        declined_scopes: ["phone"],
        granted_claims: ["birthdate"],
        declined_claims: [],
        hosts: ["shop.example"],
        updated_at: cli.clock.now.toISOString(),
      },
    ]);
    const { stdout } = await cli.run(["consents", "list", "--user", "alice", "--client", clients.shop]);
    expect(stdout).toMatch(/alice .*shop .*openid email birthdate .*phone/);
  });

  it("filters by person or client", async () => {
    expect(of(await cli.json("consents", "list", "--user", "alice")).sort()).toEqual([
      ["alice", "news"],
      ["alice", "shop"],
    ]);
    expect(of(await cli.json("consents", "list", "--client", clients.shop))).toEqual([
      ["alice", "shop"],
      ["bob", "shop"],
    ]);
  });
});

describe("consents withdraw", () => {
  it("revokes one person's consent for one client, and everything that was issued under it", async () => {
    const answer = await cli.json("consents", "withdraw", "--user", "alice", "--client", clients.shop);
    expect(answer).toEqual({ consents: 1, authorizations: 1 });
    expect(await isLive(atShop, atNews, bobs)).toEqual([false, true, true]);
    expect(await cli.json("consents", "list", "--user", "alice", "--client", clients.shop)).toEqual([]);
    expect(await cli.json("consents", "list", "--client", clients.shop)).toHaveLength(1);
    const trail = await cli.audited();
    expect(trail.at(-1)).toEqual({
      type: "consent_withdrawn",
      actor: "operator",
      user_id: people.alice,
      client_id: clients.shop,
      detail: answer,
    });
    expect((await cli.run(["consents", "withdraw", "--user", "alice", "--client", clients.shop])).stdout).toBe(
      "Consents withdrawn: 0. Authorizations revoked: 0.",
    );
    expect(await cli.audited()).toEqual(trail);
  });

  it.each([
    ["no person", ["--user", "nobody", "--client", "CLIENT"], 1],
    ["no client", ["--user", "alice", "--client", "nobody"], 1],
    ["only a person", ["--user", "alice"], 2],
    ["only a client", ["--client", "CLIENT"], 2],
  ])("with %s revokes nothing", async (_, argv, exitCode) => {
    const given = argv.map((word) => (word === "CLIENT" ? clients.shop : word));
    expect((await cli.run(["consents", "withdraw", ...given])).exitCode).toBe(exitCode);
    expect(await isLive(atShop, atNews, bobs)).toEqual([true, true, true]);
  });
});

it("authorizations revoke --user --client: revokes the authorizations of both, and keeps the consent", async () => {
  const answer = await cli.json("authorizations", "revoke", "--user", "alice", "--client", clients.shop);
  expect(answer).toEqual({ revoked: 1 });
  expect(await isLive(atShop, atNews, bobs)).toEqual([false, true, true]);
  expect(await cli.json("consents", "list", "--user", "alice", "--client", clients.shop)).toHaveLength(1);
});
