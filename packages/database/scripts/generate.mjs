/**
 * Makes the Prisma client from prisma/schema.prisma, without the network. Silent when it worked.
 *
 * The prisma command looks for a native schema engine and would download it, though generating does not need one:
 * naming any file that exists is enough for it.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const manifest = createRequire(import.meta.url).resolve("prisma/package.json");
const command = join(dirname(manifest), "build", "index.js");

// What a model of yesterday left behind would still type-check.
rmSync(join(packageFolder, "src", "generated"), { recursive: true, force: true });

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
}
