import { memoryStore, rateLimiterOn, storeUnavailable } from "@countersign/ephemeral";
import { foldUsername, ProtocolError } from "@countersign/rules";
import { beforeEach, describe, expect, it } from "vitest";
import { openLimits } from "../../limits.ts";
import { knownDevices } from "./known-devices.ts";
import type { AttemptCounters } from "./limits.ts";
import { checkPassword, type PasswordAttempt, type PasswordDependencies } from "./password.ts";

const devices = knownDevices([{ key: Buffer.alloc(32, 1) }]);
const place = { network: "192.0.2.0/24", browser: "Firefox" };
const noon = new Date("2030-01-01T12:00:00Z");
const right = "the right password";
const hashOfAlice = "$argon2id$v=19$m=19456,t=2,p=1$hash of alice";
const foreignHash = "$2b$10$hash of moved";
const alice = { id: "id of alice", username: "alice" };

let done: string[];
let deps: PasswordDependencies;
beforeEach(() => {
  done = [];
  const store = memoryStore();
  deps = {
    users: {
      // A disabled account is not found, because the statement reads only enabled ones.
      async findForSignIn(username: string) {
        done.push("find");
        const hashes: Record<string, string | null> = { alice: hashOfAlice, moved: foreignHash, "no-password": null };
        const folded = foldUsername(username);
        return folded in hashes ? { id: `id of ${folded}`, passwordHash: hashes[folded] ?? null } : undefined;
      },
      async replacePasswordHash(...replaced: readonly string[]) {
        done.push(`replace ${replaced.join(" ")}`);
      },
      async recordFailedSignIn() {
        done.push("record");
      },
      async recordLimitedSignIn() {
        done.push("limited");
      },
    } as unknown as PasswordDependencies["users"],
    passwords: {
      async verify(passwordHash, password) {
        done.push("hash");
        return [hashOfAlice, foreignHash].includes(passwordHash ?? "") && password === right;
      },
      hash: async () => "new hash",
      isOurs: (passwordHash) => passwordHash === hashOfAlice,
      waiting: () => 0,
    },
    newPasswords: { isKnown: async () => false },
    limits: openLimits(
      { store, rateLimiter: rateLimiterOn(store) },
      { tokenRequestsPerMinute: 60, pushedRequestsPerMinute: 60, invitationsPerHour: 10 },
    ),
    devices,
    now: () => noon,
  };
});

const from = (address: string) => ({
  address,
  source: address,
  network: `${address.slice(0, address.lastIndexOf("."))}.0/24`,
});

async function attempt(changes: Partial<PasswordAttempt> = {}): Promise<"in" | "wrong" | "wait"> {
  const sent = { username: "alice", password: "wrong", deviceCookie: undefined, ...from("192.0.2.1"), ...changes };
  try {
    return (await checkPassword(sent, deps)) === undefined ? "wrong" : "in";
  } catch (err) {
    if (!(err instanceof ProtocolError)) throw err;
    expect(err.retryAfterSeconds).toBeGreaterThan(0);
    return "wait";
  }
}

/** Makes this number of attempts, each from its own address. Returns how many were checked. */
async function checked(times: number, of: (n: number) => Partial<PasswordAttempt>): Promise<number> {
  const answers: string[] = [];
  for (let n = 0; n < times; n++) answers.push(await attempt(of(n)));
  return answers.filter((answer) => answer !== "wait").length;
}

/** No two addresses are in one /24. */
const elsewhere = (n: number) => from(`203.${n >> 8}.${n & 255}.1`);

describe("im.3: the first right password replaces the hash of other software", () => {
  it("and a wrong one does not", async () => {
    expect(await attempt({ username: "moved" })).toBe("wrong");
    expect(done).toEqual(["find", "hash", "record"]);
    done = [];
    expect(await attempt({ username: "moved", password: right })).toBe("in");
    expect(done).toEqual(["find", "hash", `replace id of moved ${foreignHash} new hash`]);
  });

  it("ours stay", async () => {
    expect(await attempt({ password: right })).toBe("in");
    expect(done).toEqual(["find", "hash"]);
  });
});

describe("cred-01: guessing reveals nothing, because the work is always the same", () => {
  it.each([
    ["a wrong password", "alice"],
    ["an unknown or disabled account", "nobody"],
    ["an account without a password", "no-password"],
    ["a username that is too long", "x".repeat(5000)],
    ["no name", ""],
  ])("%s costs one hash, one lookup and one audit event", async (_, username) => {
    expect(await attempt({ username })).toBe("wrong");
    expect(done).toEqual(["find", "hash", "record"]);
  });

  it("over a limit no password is hashed, for any account, and the audit log says so once", async () => {
    for (const username of ["alice", "nobody"]) {
      await checked(10, () => ({ username }));
      done = [];
      for (let n = 0; n < 3; n++) expect(await attempt({ username, password: right })).toBe("wait");
      expect(done).toEqual(["find", "limited", "find", "find"]);
    }
  });
});

describe("cred-03: spraying", () => {
  it.each([
    ["an account", "alice", ["ALICE", "al\u0130ce", "alıce", "\uff41lice"]],
    ["an unknown account", "nikki", ["NIKKI", "n\u0130kki", "nıkki", "\uff4eikki"]],
  ])("cred-12: %s has ten guesses from one source, in any spelling", async (_, username, spellings) => {
    expect(await checked(10, () => ({ username }))).toBe(10);
    for (const spelling of spellings) expect(await attempt({ username: spelling })).toBe("wait");
  });

  it("many accounts from one source: 100", async () => {
    expect(await checked(150, (n) => ({ username: `user ${n}` }))).toBe(100);
  });

  it("many accounts from one network, each from another address: 300", async () => {
    expect(await checked(400, (n) => ({ username: `user ${n}`, ...from(`192.0.2.${n % 256}`) }))).toBe(300);
    expect(await attempt({ username: "other", ...from("198.51.100.1") })).toBe("wrong");
  });

  it("one account from many networks: 30, then only a known device can sign in, from anywhere", async () => {
    const deviceCookie = devices.remember(undefined, alice, place);
    expect(await checked(60, elsewhere)).toBe(30);
    expect(await attempt({ ...elsewhere(999), password: right })).toBe("wait");
    expect(await attempt({ ...elsewhere(0), password: right, deviceCookie })).toBe("in");
    expect(await attempt({ ...elsewhere(0), password: right, deviceCookie, username: "ALICE" })).toBe("in");
    expect(await attempt({ ...elsewhere(999), username: "mallory" })).toBe("wrong");
  });

  it("one source cannot use up the limit of an account", async () => {
    expect(await checked(100, () => ({}))).toBe(10);
    expect(await attempt({ ...elsewhere(1), password: right })).toBe("in");
  });

  it("right passwords do not count", async () => {
    expect(await checked(350, () => ({ password: right }))).toBe(350);
    expect(await attempt()).toBe("wrong");
  });

  it("a burst does not bypass a limit: attempts count before they are checked", async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => attempt(elsewhere(n))));
    expect(answers.filter((answer) => answer === "wrong")).toHaveLength(30);
  });
});

describe("cred-03: a known device", () => {
  it("has ten guesses at its account, and counts as unknown at any other", async () => {
    const deviceCookie = devices.remember(undefined, alice, place);
    expect(await checked(20, (n) => ({ ...elsewhere(n), deviceCookie }))).toBe(10);
    expect(await attempt({ deviceCookie, password: right })).toBe("wait");
    expect(await attempt({ ...elsewhere(1), password: right })).toBe("in");

    const others = await checked(150, (n) => ({ username: `user ${n}`, deviceCookie }));
    expect(others).toBe(100);
  });

  it("is not locked out by others at the same address", async () => {
    await checked(150, (n) => ({ username: `user ${n}` }));
    expect(await attempt({ password: right })).toBe("wait");
    expect(await attempt({ password: right, deviceCookie: devices.remember(undefined, alice, place) })).toBe("in");
  });
});

describe("an outage of the store that counts", () => {
  it.each(["signInPerSource", "signInPerAccount"] as const)(
    "of %s refuses every attempt, and checks none",
    async (name) => {
      const { attempts, [name]: limit } = deps.limits;
      const away: AttemptCounters = {
        ...attempts,
        async consume(steps) {
          if (!steps.flat().some((counter) => counter.limit === limit)) return attempts.consume(steps);
          throw storeUnavailable(new Error("connect ECONNREFUSED"));
        },
      };
      deps = { ...deps, limits: { ...deps.limits, attempts: away } };
      await expect(attempt({ password: right })).rejects.toMatchObject({ code: "store_unavailable" });
      expect(done).toEqual(["find"]);
    },
  );
});
