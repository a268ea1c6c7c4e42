import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resourceServerStore } from "../../platform/stores/client/resource-servers.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const orders = ["https://orders.example", "--name", "Orders", "--scope", "orders:read orders:write"];

describe("RFC 8707 §2: the resource servers that tokens can be issued for", () => {
  it("are added, listed and removed, and each act is audited", async () => {
    const record = {
      resource: "https://orders.example",
      name: "Orders",
      scopes: ["orders:read", "orders:write"],
      role_scopes: [],
      scope_texts: {},
      access_token_signing_alg: "ES256",
      access_token_ttl_seconds: 300,
      access_token_typ: "at+jwt",
      dpop_bound_access_tokens_required: false,
      listed: false,
      enabled: true,
      managed_by: null,
      is_of_service: false,
    };
    expect(await cli.json("resources", "add", ...orders)).toEqual(record);
    expect(await cli.json("resources", "list")).toEqual([record]);
    expect((await cli.run(["resources", "list"])).stdout).toContain("orders:read orders:write");

    expect(await cli.json("resources", "remove", record.resource)).toEqual({
      resource: record.resource,
      removed: true,
    });
    expect(await cli.json("resources", "list")).toEqual([]);
    expect(await cli.audited()).toMatchObject([
      { type: "resource_server_added", actor: "operator", detail: { identifier: record.resource } },
      { type: "resource_server_removed", actor: "operator", detail: { identifier: record.resource } },
    ]);
  });

  it("have their own algorithm and lifetime", async () => {
    const about = ["--access-token-signing-alg", "RS256", "--access-token-ttl", "60"];
    expect(await cli.json("resources", "add", ...orders, ...about)).toMatchObject({
      access_token_signing_alg: "RS256",
      access_token_ttl_seconds: 60,
    });
    expect(await cli.run(["resources", "add", ...orders])).toMatchObject({ exitCode: 1, stdout: "" });
    await cli.json("resources", "remove", "https://orders.example");
  });

  it.each([
    ["no address", ["orders"], 1],
    ["a fragment", ["https://orders.example#x"], 1],
    ["another scheme", ["urn:orders"], 1],
    ["a host in upper case", ["https://Orders.example"], 1],
    ["a user", ["https://me@orders.example"], 1],
    ["a scope of OpenID Connect", ["--scope=orders:read email"], 1],
    ["a malformed scope", ['--scope=a"b'], 1],
    ["a name with control characters", ["--name=\u001b[2J"], 1],
    ["a lifetime of more than an hour", ["--access-token-ttl=3601"], 1],
    ["an unsupported algorithm", ["--access-token-signing-alg=none"], 2],
  ])("are refused with %s", async (_, changed, exitCode) => {
    const identifier = changed[0]?.startsWith("--") ? [orders[0] ?? "", ...changed] : changed;
    const rest = orders.slice(1);
    const argv = ["resources", "add", ...rest, ...identifier];
    expect(await cli.run(argv)).toMatchObject({ exitCode, stdout: "" });
    expect(await cli.json("resources", "list")).toEqual([]);
  });

  it("are changed in what is given, and listed or not", async () => {
    await cli.json("resources", "add", ...orders);
    const change = (...options: string[]) => cli.json("resources", "change", "https://orders.example", ...options);
    expect(await change("--name", "Shop", "--listed")).toMatchObject({ name: "Shop", listed: true });
    expect(await change("--scope", "orders:read", "--access-token-ttl", "60")).toMatchObject({
      name: "Shop",
      scopes: ["orders:read"],
      access_token_ttl_seconds: 60,
      listed: true,
    });
    expect(await change("--no-listed", "--access-token-signing-alg", "EdDSA")).toMatchObject({
      access_token_signing_alg: "EdDSA",
      listed: false,
    });
    for (const wrong of [[], ["--scope", "email"], ["--access-token-ttl", "1"], ["--name", ""]]) {
      const argv = ["resources", "change", "https://orders.example", ...wrong];
      expect(await cli.run(argv)).toMatchObject({ exitCode: 1, stdout: "" });
    }
    expect(await cli.json("resources", "list")).toMatchObject([{ scopes: ["orders:read"], name: "Shop" }]);
    await cli.json("resources", "remove", "https://orders.example");
  });

  it("RFC 9728 §2: require bound tokens, or not", async () => {
    const required = "--dpop-bound-access-tokens-required";
    expect(await cli.json("resources", "add", ...orders, required)).toMatchObject({
      dpop_bound_access_tokens_required: true,
    });
    const change = (...options: string[]) => cli.json("resources", "change", "https://orders.example", ...options);
    expect(await change("--name", "Shop")).toMatchObject({ dpop_bound_access_tokens_required: true });
    expect(await change(required.replace("--", "--no-"))).toMatchObject({ dpop_bound_access_tokens_required: false });
    expect(await change(required)).toMatchObject({ dpop_bound_access_tokens_required: true });
    await cli.json("resources", "remove", "https://orders.example");
  });

  it("have scopes by role among those that they define", async () => {
    const other = ["--role-scope", "orders:refund"];
    expect(await cli.run(["resources", "add", ...orders, ...other])).toMatchObject({ exitCode: 1, stdout: "" });
    expect(await cli.json("resources", "add", ...orders, "--role-scope", "orders:write")).toMatchObject({
      role_scopes: ["orders:write"],
    });
    const change = ["resources", "change", "https://orders.example"];
    expect(await cli.run([...change, ...other])).toMatchObject({ exitCode: 1, stdout: "" });
    expect(await cli.json(...change, "--role-scope", "orders:read")).toMatchObject({ role_scopes: ["orders:read"] });
    expect(await cli.json(...change, "--role-scope", "")).toMatchObject({ role_scopes: [] });
    await cli.json("resources", "remove", "https://orders.example");
  });

  it("have texts of their scopes for people, by language", async () => {
    const text = (given: string) => ["--scope-text", given];
    for (const [wrong, exitCode] of [
      ["orders:refund=Refund", 1],
      ["orders:read=", 1],
      ["orders:read", 2],
      ["=x", 2],
    ] as const)
      expect(await cli.run(["resources", "add", ...orders, ...text(wrong)])).toMatchObject({ exitCode, stdout: "" });
    const texts = { "orders:read": "See = your orders", "orders:read#de": "Bestellungen sehen" };
    const given = Object.entries(texts).flatMap(([scope, said]) => text(`${scope}=${said}`));
    expect(await cli.json("resources", "add", ...orders, ...given)).toMatchObject({ scope_texts: texts });

    const change = ["resources", "change", "https://orders.example"];
    expect(await cli.json(...change, "--name", "Shop")).toMatchObject({ scope_texts: texts });
    expect(await cli.run([...change, "--scope", "orders:write"])).toMatchObject({ exitCode: 1, stdout: "" });
    expect(await cli.json(...change, ...text(""))).toMatchObject({ scope_texts: {} });
    await cli.json("resources", "remove", "https://orders.example");
  });

  it("are disabled and enabled once", async () => {
    await cli.json("resources", "add", ...orders);
    const act = (name: string) => cli.run(["resources", name, "https://orders.example"]);
    expect(await act("enable")).toMatchObject({ exitCode: 1, stdout: "" });
    expect(await act("disable")).toMatchObject({ exitCode: 0 });
    expect(await act("disable")).toMatchObject({ exitCode: 1, stdout: "" });
    expect(await cli.json("resources", "list")).toMatchObject([{ enabled: false }]);
    expect(await act("enable")).toMatchObject({ exitCode: 0 });
    expect(await cli.json("resources", "list")).toMatchObject([{ enabled: true }]);
    await cli.json("resources", "remove", "https://orders.example");
  });

  it("are not added again in a spelling that requests could use for it", async () => {
    await cli.json("resources", "add", ...orders);
    expect(await cli.run(["resources", "add", "https://orders.example/", ...orders.slice(1)])).toMatchObject({
      exitCode: 1,
      stdout: "",
    });
    await cli.json("resources", "remove", "https://orders.example");
  });

  it("are unknown to no act", async () => {
    const nowhere = "https://unknown.example";
    for (const argv of [
      ["change", nowhere, "--name", "N"],
      ["change", nowhere, "--scope", "s"],
      ["disable", nowhere],
      ["enable", nowhere],
    ]) {
      expect(await cli.run(["resources", ...argv])).toMatchObject({ exitCode: 1, stdout: "" });
    }
  });

  it("that of /userinfo can be listed, and is otherwise as the configuration defines it", async () => {
    const about = { name: "userinfo", accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300 } as const;
    const identifier = "https://me.example";
    await resourceServerStore(cli.database).upsert({ identifier, scopes: ["openid"], ...about });
    expect(await cli.json("resources", "change", identifier, "--listed")).toMatchObject({ listed: true });
    for (const argv of [
      ["change", identifier, "--scope", "s"],
      ["disable", identifier],
    ])
      expect(await cli.run(["resources", ...argv])).toMatchObject({ exitCode: 1, stdout: "" });
    await cli.json("resources", "remove", identifier);
  });

  it("can be removed once", async () => {
    expect(await cli.run(["resources", "remove", "https://unknown.example"])).toMatchObject({
      exitCode: 1,
      stdout: "",
    });
  });
});
