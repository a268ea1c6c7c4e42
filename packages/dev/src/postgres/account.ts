/** The account PostgreSQL runs as: it refuses to run as root. */
import { execFileSync, spawnSync } from "node:child_process";
import { failure } from "../failure.ts";

/** What `spawn` needs to run a program as somebody; empty means "as ourselves". */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

// macOS ships "_postgres"; Debian's and others' packages make "postgres".
const NAMES = ["postgres", "_postgres"];

/** Our own account, or, for root, one that exists for PostgreSQL; made when there is none. */
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

/** Whether this account can enter a folder (run a program, with "-x" on a file): every folder above it counts too. */
export function canEnter(account: Account, path: string): boolean {
  return spawnSync("/usr/bin/env", ["test", "-x", path], { ...account, cwd: "/", stdio: "ignore" }).status === 0;
}
