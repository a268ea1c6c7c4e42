/** The account that PostgreSQL runs as. PostgreSQL refuses to run as root. */
import { execFileSync, spawnSync } from "node:child_process";
import { failure } from "../failure.ts";

/** The options of `spawn` to run a program as another account. If empty, the program runs as the current account. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

// macOS has "_postgres"; packages of Debian and others make "postgres".
const NAMES = ["postgres", "_postgres"];

/** The current account, or, for root, an account for PostgreSQL. It is made if there is none. */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {};

  const found = NAMES.map(accountNamed).find((account) => account !== undefined);
  if (found !== undefined) return found;

  try {
    execFileSync(
      "useradd",
      ["--system", "--user-group", "--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin", "postgres"],
      {
        stdio: "pipe",
      },
    );
  } catch (error) {
    throw failure(
      "PostgreSQL does not run as root and no user could be made for it: run this as an ordinary user, or add a " +
        "user named postgres.",
      error,
    );
  }
  return accountNamed("postgres") ?? {};
}

function accountNamed(name: string): Account | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Whether this account can enter a folder, or with "-x" run a program. Every parent folder must allow it too. */
export function canEnter(account: Account, path: string): boolean {
  return spawnSync("/usr/bin/env", ["test", "-x", path], { ...account, cwd: "/", stdio: "ignore" }).status === 0;
}
