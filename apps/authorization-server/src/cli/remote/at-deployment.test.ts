import { OPERATIONS as METHODS } from "@countersign/admin-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API_PATH } from "../../administration/api/environment.ts";
import { isCommand } from "../../administration/api/operation.ts";
import { OPERATIONS } from "../../administration/api/operation-table.ts";
import { ADMIN_SCOPES } from "../../administration/api/scopes.ts";
import { type Api, startApi } from "../../administration/api/testing/api.ts";
import { type Elsewhere, openElsewhere } from "./testing/elsewhere.ts";

let api: Api;
let elsewhere: Elsewhere;
beforeAll(async () => {
  api = await startApi();
  elsewhere = await openElsewhere("https://auth.example");
  await elsewhere.kept.write({
    issuer: "https://auth.example",
    clientId: "countersign-cli",
    api: `${api.adminOrigin}${API_PATH}`,
    way: "device",
    // A program of the operator is asked for no second factor.
    accessToken: await api.tokenOf(...ADMIN_SCOPES),
    accessEndsAt: new Date("2100-01-01T00:00:00Z"),
  });
});
afterAll(async () => {
  elsewhere.close();
  await api.close();
});

async function json(...argv: string[]) {
  const { exitCode, stdout, stderr } = await elsewhere.run([...argv, "--json"]);
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
const ORDERS = "https://orders.example";

describe("a command of an operation at a deployment elsewhere", () => {
  it.each(OPERATIONS.filter(isCommand).map(({ id, method, path }) => [id, method, path] as const))(
    "%s is a method of the client of the API",
    (id, method, path) => {
      const called = METHODS[id as keyof typeof METHODS];
      expect(called).toMatchObject({ method, path: path.replace(/:(\w+)/g, "{$1}") });
    },
  );

  it("acts there as its caller, and the API says so in the audit log", async () => {
    expect(await json("groups", "add", "Support")).toMatchObject({ name: "Support", members: 0 });
    const [last] = await api.rows("SELECT type, actor FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(last).toEqual({ type: "group_added", actor: "client" });
  });

  it("prints the items of all pages of a list", async () => {
    await api.rows(
      `INSERT INTO user_group (id, name, name_key, created_at)
       SELECT gen_random_uuid(), 'g' || n, 'g' || n, now() FROM generate_series(1, 401) n`,
    );
    const names: { name: string }[] = await json("groups", "list");
    expect(new Set(names.map(({ name }) => name)).size).toBe(402);
  });

  it("names things as it does on the database, where the API takes ids", async () => {
    await json("resources", "add", ORDERS, "--name", "Orders", "--scope", "read write");
    await json("roles", "add", ORDERS, "clerk", "--scope", "read");
    expect(await json("roles", "change", ORDERS, "clerk", "--scope", "read write")).toMatchObject({
      scopes: ["read", "write"],
    });
    await json("roles", "assign", ORDERS, "clerk", "--user", "alice");
    await json("webhooks", "add", "Log", "--url", "https://log.example/", "--types", "all");
    expect(await json("webhooks", "disable", "Log")).toMatchObject({ enabled: false, event_types: [] });
    expect(await json("groups", "rename", "Support", "Helpers")).toMatchObject({ name: "Helpers" });
    const { stdout } = await elsewhere.run(["groups", "members", "add", "Helpers", "alice"]);
    expect(stdout).toBe("alice is a member of Helpers now.");
  });

  it.each([
    [["roles", "change", ORDERS, "none", "--scope", "read"], `there is no role none at ${ORDERS}`],
    [["webhooks", "remove", "None"], "there is no webhook None"],
    [["users", "disable", "nobody"], "there is no user nobody"],
    [["groups", "rename", "Helpers", "g1"], "there is a group of this name"],
    [
      ["resources", "change", ORDERS, "--access-token-ttl", "0"],
      "the command cannot be used:\n  --access-token-ttl: must",
    ],
    [["roles", "change", ORDERS, "clerk", "--scope", "other"], "the command cannot be used:\n  --scope: has a scope"],
  ])("%j says what is wrong in the words of the command line", async (argv, sentence) => {
    const { exitCode, stderr } = await elsewhere.run(argv);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });

  it("is the one of --issuer before the command, and never of an option that a command has itself", async () => {
    const other = await elsewhere.run(["--issuer", "https://other.example", "groups", "list"]);
    expect(other.stderr).toContain("run countersign login --issuer https://other.example");
    elsewhere.environment.COUNTERSIGN_DEPLOYMENT = "";
    const own = await elsewhere.run(["providers", "change", "idp", "--issuer", "https://idp.example"]);
    elsewhere.environment.COUNTERSIGN_DEPLOYMENT = "https://auth.example";
    expect(own.stderr).toContain("KEY_ENCRYPTION_KEYS: is not set");
  });
});

describe("a command that no operation declares", () => {
  it.each([[["clients", "list"]], [["migrate"]], [["seed"]], [["users", "set-password", "alice"]]])(
    "%j says that it works on the database only",
    async (argv) => {
      const { exitCode, stderr } = await elsewhere.run(argv);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining("works on the database only")]);
    },
  );

  it("such as `completion` needs none", async () => {
    expect((await elsewhere.run(["completion", "bash"])).exitCode).toBe(0);
  });
});
