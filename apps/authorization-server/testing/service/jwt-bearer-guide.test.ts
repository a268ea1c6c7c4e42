/** The commands of docs/jwt-bearer.md for programs, as a shell reads them, with tokens of the two platforms. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../src/cli/program.ts";
import { assertionOf, githubActions, grant, kubernetes, publicJwk } from "../clients/assertions.ts";
import { keyEncryptionKeys } from "../ring-keys.ts";
import { type Service, startService } from "../service.ts";
import { issuer } from "../world.ts";

const guide = readFileSync(new URL("../../../../docs/jwt-bearer.md", import.meta.url), "utf8");
const blocks = [...guide.matchAll(/```sh\n(countersign [\s\S]*?)```/g)].map(([, text = ""]) => text);

/** `countersign` prints its arguments, and `kubectl` the keys of the cluster. */
const SHELL = `
  countersign() { printf '%s\\n' "$@" | sed 's/\\\\/&&/g' | tr '\\n' '\\001'; printf '\\002'; }
  kubectl() { printf '%s' '${JSON.stringify({ keys: [publicJwk] })}'; }
`;

/** The commands of a block, each as its arguments. */
const commandsIn = (block: string | undefined, clientId = "") =>
  execFileSync("bash", ["-c", SHELL + block], { env: { ...process.env, CLIENT_ID: clientId }, encoding: "utf8" })
    .split("\u0002")
    .filter(Boolean)
    .map((line) => line.split("\u0001").slice(0, -1));

let service: Service;
beforeAll(async () => {
  service = await startService();
  service.pass(3600);
});
afterAll(() => service.close());

async function command(argv: readonly string[]) {
  const [out, err]: string[][] = [[], []];
  const code = await run([...argv, "--json"], {
    environment: {
      ...{ DATABASE_URL: service.connectionString, ISSUER: issuer, NODE_ENV: "test" },
      KEY_ENCRYPTION_KEYS: keyEncryptionKeys,
    },
    stdin: Readable.from([]),
    print: (text) => out?.push(text),
    complain: (text) => err?.push(text),
    terminal: new PassThrough(),
    now: () => service.clock.now,
    txtRecords: undefined,
    openAt: () => undefined,
  });
  expect([argv.slice(0, 2), code, err?.join("\n")]).toEqual([argv.slice(0, 2), 0, ""]);
  return JSON.parse(out?.join("\n") ?? "");
}

describe("docs/jwt-bearer.md", () => {
  it("its commands trust Kubernetes and GitHub Actions, and their programs get tokens", async () => {
    const [registration, cluster, github] = blocks;
    const [adding, registering] = commandsIn(registration);
    await command(adding ?? []);
    const { client_id: id } = await command(registering ?? []);
    for (const argv of commandsIn(cluster, id)) await command(argv);
    // The keys of GitHub are not fetched in a test.
    for (const argv of commandsIn(github, id)) await command(argv);
    await command(["trusted-issuers", "change", "GitHub", "--jwks", JSON.stringify({ keys: [publicJwk] })]);

    const pod = await grant(service, await assertionOf(service, kubernetes));
    expect(decodeJwt(pod.body.access_token)).toMatchObject({ sub: id, scope: "orders:read orders:write" });
    const job = await grant(service, await assertionOf(service, githubActions));
    expect(decodeJwt(job.body.access_token)).toMatchObject({ sub: id, scope: "orders:write" });
  });
});
