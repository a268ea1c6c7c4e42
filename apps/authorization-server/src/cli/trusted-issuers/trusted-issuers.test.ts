import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publicJwk } from "../../../testing/clients/assertions.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const api = "https://orders.example";
const iss = "https://token.actions.githubusercontent.com";
const grant_types = ["urn:ietf:params:oauth:grant-type:jwt-bearer"];

let cli: CommandLine;
let folder: string;
let client: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "trusted-issuers-"));
  await cli.json("resources", "add", api, "--name", "Orders", "--scope", "orders:read orders:write");
  const file = join(folder, "client.json");
  await writeFile(file, JSON.stringify({ client_name: "Deploy", grant_types, scope: "orders:read orders:write" }));
  client = (await cli.json("clients", "add", "--file", file)).client_id;
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});
beforeEach(() => cli.database.pool.query("DELETE FROM trusted_issuer"));

const rules = () => [{ client, claims: { repository: "acme/shop", ref: "refs/heads/*" } }];
const adding = () => [
  ...["trusted-issuers", "add", "GitHub", "--issuer", iss, "--jwks-uri", `${iss}/.well-known/jwks`],
  ...["--subject", "workload", "--workloads", JSON.stringify(rules())],
  ...["--resources", api, "--scopes", "orders:write"],
];

describe("jbg-r01: trusted issuers by commands", () => {
  it("are added, changed, disabled, enabled and removed", async () => {
    const { id, ...record } = await cli.json(...adding());
    expect(record).toEqual({
      ...{ name: "GitHub", issuer: iss, jwks_uri: `${iss}/.well-known/jwks`, jwks: null, audience: "issuer" },
      ...{ signing_algs: ["RS256", "ES256"], max_lifetime_seconds: 600, subject: "workload", provider: null },
      ...{ clients: [], without_consent: false, workloads: rules(), resources: [api], scopes: ["orders:write"] },
      ...{ enabled: true, created_at: "2030-01-01T12:00:00.000Z", managed_by: null },
    });
    expect(await cli.json("trusted-issuers", "list")).toEqual([{ id, ...record }]);
    expect(await cli.json("trusted-issuers", "show", "GitHub")).toEqual({ id, ...record });
    const change = ["--algs", "RS256", "--max-lifetime", "300", "--jwks", JSON.stringify({ keys: [publicJwk] })];
    expect(await cli.json("trusted-issuers", "change", "GitHub", ...change)).toMatchObject({
      ...{ signing_algs: ["RS256"], max_lifetime_seconds: 300, jwks_uri: null, jwks: { keys: [publicJwk] } },
    });
    expect(await cli.json("trusted-issuers", "disable", "GitHub")).toMatchObject({ enabled: false });
    expect(await cli.json("trusted-issuers", "enable", "GitHub")).toMatchObject({ enabled: true });
    expect(await cli.json("trusted-issuers", "remove", "GitHub")).toEqual({
      trusted_issuer: "GitHub",
      removed: true,
    });
    expect((await cli.run(["trusted-issuers", "list"])).stdout).toContain("No trusted issuers yet.");
  });

  it.each<[string, readonly string[], string]>([
    ["rules that are no JSON", ["--workloads", "sub=a"], "--workloads"],
    ["a client that there is not", ["--workloads", '[{"client":"nobody","claims":{"sub":"a"}}]'], "--workloads"],
    ["an address that is not public", ["--jwks-uri", "https://10.0.0.1/"], "--jwks-uri"],
    ["a longer life", ["--max-lifetime", "3600"], "--max-lifetime"],
  ])("are refused with %s, and the option is named", async (_, options, named) => {
    const { exitCode, stderr } = await cli.run([...adding(), ...options]);
    expect([exitCode, stderr.includes(named)]).toEqual([1, true]);
  });
});

const FILE = () => `managed_by: trust
trusted_issuers:
  - name: GitHub
    issuer: ${iss}
    jwks_uri: ${iss}/.well-known/jwks
    subject: workload
    workloads:
      - client: ${client}
        claims: { repository: acme/shop, ref: "refs/heads/*" }
    resources: [${api}]
    scopes: [orders:write]
`;

async function run(act: string, text: string, ...options: readonly string[]) {
  const file = join(folder, "trust.yaml");
  await writeFile(file, text);
  return cli.run([act, file, ...options]);
}

describe("cf.1: trusted issuers in a configuration", () => {
  it("are added, exported, changed, disabled and removed", async () => {
    expect(await run("apply", FILE())).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await run("plan", FILE(), "--check")).toMatchObject({ exitCode: 0, stderr: "" });
    const { stdout } = await cli.run(["export", "trust"]);
    expect(stdout).toContain("jwks_uri: https://token.actions");
    // The export has the client and the resource server, too, which this file does not declare.
    expect((await run("plan", stdout)).stdout).not.toContain("trusted issuer");
    expect(await run("apply", `${FILE()}    max_lifetime_seconds: 300\n    enabled: false\n`)).toMatchObject({
      exitCode: 0,
    });
    expect(await cli.json("trusted-issuers", "list")).toMatchObject([
      { max_lifetime_seconds: 300, enabled: false, managed_by: "trust" },
    ]);
    expect(await run("apply", "managed_by: trust\n", "--prune")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await cli.json("trusted-issuers", "list")).toEqual([]);
  });

  it("may begin disabled, and keep their issuer and their subject", async () => {
    expect(await run("apply", `${FILE()}    enabled: false\n`)).toMatchObject({ exitCode: 0 });
    expect(await cli.json("trusted-issuers", "list")).toMatchObject([{ enabled: false }]);
    const other = FILE().replace(`issuer: ${iss}`, "issuer: https://other.example");
    expect((await run("plan", other)).stderr).toContain("trusted_issuers[0].issuer: cannot be changed");
  });

  it.each([
    ["a client that there is not", () => FILE().replace(`client: ${client}`, "client: nobody"), "workloads[0].client"],
    ["an address that is not public", () => FILE().replace(/jwks_uri: .*/, "jwks_uri: https://10.0.0.1/"), "jwks_uri"],
  ])("are refused with %s", async (_, text, path) => {
    const { exitCode, stderr } = await run("plan", text());
    expect([exitCode, stderr.includes(`trusted_issuers[0].${path}`)]).toEqual([1, true]);
  });
});
