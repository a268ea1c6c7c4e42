/**
 * Makes the Prisma client from prisma/schema.prisma, without the network, unless it is made of the same already: a
 * process may be reading it. Silent when it worked.
 *
 * The prisma command looks for a native schema engine and would download it, though generating does not need one:
 * naming any file that exists is enough for it.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const manifest = createRequire(import.meta.url).resolve("prisma/package.json");
const command = join(dirname(manifest), "build", "index.js");

const generated = join(packageFolder, "src", "generated");
const madeOf = join(generated, "made-of.txt");
const inputs = [join(packageFolder, "prisma", "schema.prisma"), manifest, fileURLToPath(import.meta.url)];
const hash = createHash("sha256");
for (const file of inputs) hash.update(readFileSync(file)).update("\0");
const wanted = hash.digest("hex");
if (existsSync(madeOf) && readFileSync(madeOf, "utf8") === wanted) process.exit(0);

// What a model of yesterday left behind would still type-check.
rmSync(generated, { recursive: true, force: true });

const { status, stdout, stderr, error } = spawnSync(
  process.execPath,
  [command, "generate", "--schema", join("prisma", "schema.prisma"), "--no-hints"],
  {
    cwd: packageFolder,
    encoding: "utf8",
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1", // no call home
    },
  },
);

if (error !== undefined || status !== 0) {
  process.stderr.write(`${stdout ?? ""}${stderr ?? ""}${error === undefined ? "" : `${error.message}\n`}`);
  process.exitCode = 1;
} else {
  writeFileSync(madeOf, wanted);
}
