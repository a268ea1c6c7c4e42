/**
 * Tests relying parties against an issuer that has a path: our own, and those of others if they are installed. Exits
 * with 0 if each of them passed, with 1 if one failed, and with 3 if none failed but one is not installed, because that
 * is not a pass. The counts are in test-results/relying-parties.json.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEcosystem } from "../support/worlds/ecosystem.ts";
import { operatorOf } from "../support/worlds/operator.ts";
import { freePorts } from "../support/worlds/ports.ts";
import type { World } from "../support/worlds/world.ts";
import { apache } from "./apache.ts";
import { authlib } from "./authlib.ts";
import { mcpConformance } from "./mcp-conformance.ts";
import type { Party } from "./party.ts";
import { sampleClient } from "./sample-client.ts";
import { scim2 } from "./scim2.ts";

const ISSUER_PATH = "/eu/tenant-1";

const parties: readonly Party[] = [sampleClient, apache, authlib, mcpConformance, scim2];
const counted = { passed: 0, failed: 0, skipped: 0 };
const installed: Party[] = [];
for (const party of parties) {
  if (await party.isInstalled()) installed.push(party);
  else {
    counted.skipped += 1;
    console.log(`${party.name}: not installed: skipped, apt install ${party.packages.join(" ")}`);
  }
}
if (installed.length > 0) await tryAll();

const folder = join(import.meta.dirname, "..", "test-results");
await mkdir(folder, { recursive: true });
await writeFile(join(folder, "relying-parties.json"), JSON.stringify(counted));
console.log(`${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped`);
process.exitCode = counted.failed > 0 ? 1 : counted.skipped > 0 ? 3 : 0;

async function tryAll(): Promise<void> {
  const port = await freePorts();
  const ecosystem = await startEcosystem(port, {
    COUNTERSIGN_ISSUER: `http://localhost:${port}${ISSUER_PATH}`,
    CLIENT_DOCUMENTS: "open",
  });
  const world: World = { ...ecosystem, name: "http", otherSites: "", authority: "", readyAt: Date.now() };
  try {
    const [demo] = world.accounts;
    if (demo === undefined) throw new Error("the demo account is missing");
    for (const party of installed) {
      const failure = await party.run({ world, operator: operatorOf(world), demo }).then(
        () => undefined,
        (error: unknown) => error,
      );
      counted[failure === undefined ? "passed" : "failed"] += 1;
      console.log(`${party.name}: ${failure === undefined ? "passed" : "FAILED"}`);
      if (failure !== undefined) console.error(failure);
    }
  } finally {
    await ecosystem.stop();
  }
}
