/** The data directory of PostgreSQL. It is made once, either completely or not at all. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { failure } from "../failure.ts";
import { giveTo, type Place, readIfThere } from "./place.ts";

export const SUPERUSER = "postgres";
const VERSION = "18";

/** The environment of PostgreSQL's programs. Their messages are in English, in every locale of the machine. */
export const serverEnvironment = { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/**
 * Makes the cluster if there is none.
 *
 * @param durable false does not wait for the disk, for data that may be lost
 * @returns the password of the superuser, random per data directory, kept with mode 0600
 * @throws a failure when the existing cluster cannot be used
 */
export async function prepareCluster(place: Place, durable: boolean): Promise<string> {
  const passwordFile = join(place.dataDir, "superuser-password");
  const partial = `${place.cluster}.new`;
  const initdbPasswordFile = join(place.serverDir, "initdb-password");
  await rm(partial, { recursive: true, force: true }); // left by an initdb process that was killed
  await rm(initdbPasswordFile, { force: true });

  if (existsSync(place.cluster)) {
    await checkVersion(place);
    const password = await readIfThere(passwordFile);
    if (password !== undefined) return password.trim();
    throw failure(
      `${passwordFile} is missing, and without it the database cannot be opened: restore it, or delete ` +
        `${place.cluster} to start over.`,
    );
  }

  const password = randomBytes(24).toString("base64url");
  await rm(passwordFile, { force: true }); // `mode` applies only to a file that writeFile creates
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await mkdir(partial, { mode: 0o700 });
  await giveTo(place.account, partial);
  await writeFile(initdbPasswordFile, `${password}\n`, { mode: 0o600 });
  try {
    await giveTo(place.account, initdbPasswordFile);
    await initdb(place, partial, initdbPasswordFile, durable);
  } finally {
    await rm(initdbPasswordFile, { force: true });
  }
  await rename(partial, place.cluster);
  return password;
}

async function checkVersion(place: Place): Promise<void> {
  const version = (await readFile(join(place.cluster, "PG_VERSION"), "utf8")).trim();
  if (version === VERSION) return;
  throw failure(
    `${place.cluster} was made by PostgreSQL ${version}, this is PostgreSQL ${VERSION}: dump and restore it, or ` +
      "delete it to start over.",
  );
}

async function initdb(place: Place, cluster: string, passwordFile: string, durable: boolean): Promise<void> {
  const args = [
    `--pgdata=${cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin", // sorts the same on every machine, with every C library
    "--builtin-locale=C.UTF-8",
    // Each connection of a test proves its password: thousands of rounds protect nothing there, and cost both sides.
    ...(durable ? [] : ["--no-sync", "--set=scram_iterations=1"]),
  ];
  const child = spawn(place.binaries.initdb, args, {
    ...place.account,
    env: serverEnvironment,
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }

  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === 0) return;
  const reason = output.split("\n").findLast((line) => /error|fatal|denied|cannot/i.test(line)) ?? output.trim();
  throw failure(`PostgreSQL could not make its data directory ${cluster}: ${reason}`);
}
