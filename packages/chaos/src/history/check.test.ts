/** The checker finds what it is there for, in histories that were made to have it. */
import { describe, expect, it } from "vitest";
import { check } from "./check.ts";
import { type Asked, type Entry, type Kind, NO_END, type Struck, TRAFFIC, TRAFFIC_BY } from "./entry.ts";
import { rowsOf } from "./gaps.ts";
import { asked, away, probe, probes, stopped } from "./made.ts";

const good: readonly Entry[] = [
  asked("exchange", 100, { shown: "code1", given: ["refresh1", "access1"] }),
  asked("exchange", 120, { shown: "code1", status: 400, error: "invalid_grant" }),
  asked("refresh", 200, { shown: "refresh1", given: ["refresh2", "access2"] }),
  asked("refresh", 220, { shown: "refresh1", given: ["refresh2", "access3"] }),
  asked("userinfo", 300, { shown: "access2", honoured: true }),
  asked("revocation", 400, { ended: ["refresh2", "access2"] }),
  asked("userinfo", 500, { shown: "access2", status: 401, honoured: false }),
  asked("registration", 600, { status: 201, given: ["client1"] }),
  asked("registration-read", 700, { shown: "client1" }),
];

describe("a history in which all holds", () => {
  it("has no violation", () => {
    expect(check(good)).toMatchObject({ violations: [], sent: 9, failed: {}, codesWithoutAnswer: 0 });
  });

  it("has one account for each address, also for one whose person signed up twice", () => {
    const signUp = { journey: "sign-up", given: "account1" } as const;
    const ends: Entry[] = [
      { ...signUp, at: 0, end: 9000 },
      { ...signUp, at: 70_000, end: 79_000 },
      { address: "account1", accounts: 1, at: 90_000, end: 90_010 },
    ];
    expect(check([...good, ...ends])).toMatchObject({ violations: [] });
  });

  it("is as long as that of hours", () => {
    const many = Array.from({ length: 200_000 }, (_, n) => [asked("client-credentials", n / 10), probe(n / 10)]);
    expect(check([...good, ...many.flat()])).toMatchObject({ violations: [], sent: 200_009 });
  });

  it("has journeys that came to their ends, and counts them", () => {
    const journeys: Entry[] = [
      { journey: "passkey", at: 0, end: 9000 },
      { journey: "sign-up", at: 0, end: 9000 },
    ];
    expect(check([...good, ...journeys])).toMatchObject({ violations: [], sent: 9, journeys: 2 });
  });

  it("may have 503 while a store is away, and no answer while a replica is", () => {
    const replica: Struck = { fault: "killed", away: "replica", isAbrupt: true, at: 40_000, end: 41_000 };
    const history = [
      ...[...good, ...probes, stopped, replica],
      asked("refresh", 12_000, away),
      asked("userinfo", 40_500, { status: 0, error: "ECONNRESET" }),
      asked("refresh", 40_500, { status: 502 }),
    ];
    expect(check(history)).toMatchObject({ violations: [], failed: { 503: 1, 0: 1, 502: 1 } });
  });

  it("may have 503 for as long as a fault has, and when the next one strikes", () => {
    const most: Struck = { ...stopped, mostMs: 4_000 };
    const next: Struck = { ...stopped, at: 20_000, end: 21_000 };
    const history = [asked("refresh", 14_000, away), asked("refresh", 19_999, away)];
    expect(check([...probes, most, next, ...history]).violations).toEqual([]);
  });

  it("may have a code that was spent without an answer, and counts it", () => {
    const history = [
      ...[...probes, stopped],
      asked("exchange", 9_990, { shown: "code2", end: 12_000, ...away }),
      asked("exchange", 16_000, { shown: "code2", status: 400, error: "invalid_grant" }),
    ];
    expect(check(history)).toMatchObject({ violations: [], codesWithoutAnswer: 1 });
  });

  it("may have two that redeem one code at once, and no one gets tokens", () => {
    const refused = { shown: "code4", status: 400, error: "invalid_grant" };
    expect(check([asked("exchange", 100, refused), asked("exchange", 105, refused)]).violations).toEqual([]);
    expect(check([asked("exchange", 100, refused), asked("exchange", 205, refused)]).violations).toHaveLength(1);
  });

  it("may lose what was answered before an asynchronous standby took over", () => {
    const losing: Struck = { ...stopped, losesFrom: 8_000 };
    const history = [
      ...[...probes, losing],
      asked("registration", 9_000, { status: 201, given: ["client2"] }),
      asked("registration-read", 20_000, { shown: "client2", status: 401 }),
    ];
    expect(check(history)).toMatchObject({ violations: [], lostByFailOver: 1 });
    expect(check(history.map((one) => (one === losing ? stopped : one))).violations).toHaveLength(1);
  });
});

describe("each wrong history is found", () => {
  it.each<[string, readonly Entry[], RegExp]>([
    [
      "a code that is redeemed twice",
      [asked("exchange", 130, { shown: "code1", given: ["refresh9", "access9"] })],
      /code code1 was redeemed 2 times/,
    ],
    [
      "a second successor of a refresh token",
      [asked("refresh", 230, { shown: "refresh1", given: ["refresh9", "access9"] })],
      /refresh1 has 2 successors/,
    ],
    [
      "a refresh token that lives again",
      [asked("refresh", 800, { shown: "refresh2" })],
      /refresh at .* honoured refresh2/,
    ],
    [
      "an access token that lives again",
      [asked("userinfo", 800, { shown: "access2" })],
      /userinfo at .* honoured access2/,
    ],
    [
      "an access token that introspection calls active again",
      [asked("introspection", 800, { shown: "access2", honoured: true })],
      /introspection at .* honoured access2/,
    ],
    [
      "a lost registration",
      [asked("registration-read", 800, { shown: "client1", status: 401 })],
      /registration-read at 0.8 s does not know client1/,
    ],
    [
      "a lost refresh token",
      [asked("refresh", 310, { shown: "refresh2", status: 400, error: "invalid_grant" })],
      /refresh at 0.3 s does not know/,
    ],
    [
      "a lost session",
      [
        asked("sign-in", 100, { status: 303, given: ["session1"] }),
        asked("silent", 800, { shown: "session1", status: 303, error: "login_required" }),
      ],
      /silent at 0.8 s does not know/,
    ],
    [
      "a lost account",
      [
        { journey: "sign-up", at: 100, end: 700, given: "account1" },
        asked("sign-in", 800, { shown: "account1", status: 400, error: NO_END }),
      ],
      /sign-in at 0.8 s does not know account1, given at 0.7 s/,
    ],
    [
      "an address with two accounts",
      [{ address: "account1", accounts: 2, at: 900, end: 910 }],
      /^the address account1 has 2 accounts/,
    ],
    [
      "an account that is not there in the end",
      [
        { journey: "sign-up", at: 100, end: 700, given: "account1" },
        { address: "account2", accounts: 1, at: 900, end: 910 },
      ],
      /^the address account1 has no account in the end/,
    ],
    ["a person who cannot sign in", [asked("sign-in", 800, { status: 400, error: NO_END })], /was refused: 400/],
    [
      "a code that was refused and never redeemed",
      [asked("exchange", 800, { shown: "code3", status: 400, error: "invalid_grant" })],
      /code code3 was refused/,
    ],
    ["503 while nothing is away", [asked("refresh", 30_000, away)], /refresh at 30.0 s: 503/],
    ["503 without Retry-After", [...probes, stopped, asked("refresh", 12_000, { status: 503 })], /without Retry-After/],
    ["500, no matter what is away", [...probes, stopped, asked("refresh", 12_000, { status: 500 })], /: 500/],
    [
      "a public client that is signed out by a lost answer, and asked again in time",
      [
        ...[...probes, stopped],
        asked("exchange", 9_000, { by: "public", shown: "code5", given: ["refresh5", "access5"] }),
        asked("refresh", 9_990, { end: 11_000, by: "public", shown: "refresh5", ...away }),
        asked("refresh", 39_900, { by: "public", shown: "refresh5", status: 400, error: "invalid_grant" }),
      ],
      /refresh at 39.9 s does not know refresh5/,
    ],
    [
      "a client with a certificate that is signed out by a lost answer, whenever it asks again",
      [
        ...[...probes, stopped],
        asked("exchange", 9_000, { by: "certificate", shown: "code5", given: ["refresh5", "access5"] }),
        asked("refresh", 11_000, { by: "certificate", shown: "refresh5", ...away }),
        asked("refresh", 50_000, { by: "certificate", shown: "refresh5", status: 400, error: "invalid_grant" }),
      ],
      /refresh at 50.0 s does not know refresh5/,
    ],
    [
      "a fault whose errors go on for too long",
      [...probes, { ...stopped, mostMs: 4_000 }, asked("refresh", 14_000, away), asked("refresh", 14_200, away)],
      /^refresh failed that was sent 4.2 s after: PostgreSQL is killed; at most 4.0 s/,
    ],
    ["502 of a balancer", [...probes, stopped, asked("refresh", 12_000, { status: 502 })], /: 502/],
    ["no answer while nothing is away", [asked("refresh", 30_000, { status: 0, error: "ECONNRESET" })], /ECONNRESET/],
    [
      "a journey that came to no good end",
      [{ journey: "passkey", at: 800, end: 9000, problem: "/login in place of /account" }],
      /^passkey, begun at 0.8 s: \/login in place of/,
    ],
    ...(
      [
        ["sign-in", { status: 400 }],
        ["silent", { shown: "session1", status: 303, error: "consent_required" }],
        ["silent", { shown: "session1", error: "no code" }],
        ["pushed-request", { status: 400, error: "invalid_request" }],
        ["exchange", { shown: "code1", status: 401, error: "invalid_client" }],
        ["refresh", { shown: "refresh1", status: 400, error: "invalid_request" }],
        ["userinfo", { shown: "access1", status: 404, honoured: false }],
        ["introspection", { shown: "access1", status: 401, honoured: false }],
        ["client-credentials", { status: 401, error: "invalid_client" }],
        ["registration", { status: 401, error: "invalid_token" }],
        ["registration-read", { shown: "client1", status: 404 }],
        ["revocation", { status: 400, error: "invalid_request" }],
        ["userinfo", { shown: "access1", status: 401, honoured: false, error: "use_dpop_nonce" }],
      ] as const
    ).map(([kind, more]): [string, readonly Entry[], RegExp] => [
      `a right request of the kind ${kind} that is refused with ${JSON.stringify(more)}`,
      [asked(kind, 30_000, more)],
      new RegExp(`^${kind} at 30.0 s was refused`),
    ]),
    ["a limit of sign-ups that the run reaches", [asked("sign-up", 30_000, { status: 429 })], /: 429/],
    ["a limit that the run reaches", [asked("refresh", 30_000, { status: 429 })], /: 429/],
  ])("%s", (_, added, violation) => {
    expect(check([...good, ...added]).violations).toEqual([expect.stringMatching(violation)]);
  });
});

describe("a person who signs up", () => {
  it("may be told to wait for another mail when a store was away", () => {
    expect(check([...probes, stopped, asked("sign-up", 12_000, { status: 429 })]).violations).toEqual([]);
  });
});

describe("what was parked for a while", () => {
  const parked = asked("sign-in", 12_000, { status: 400 });
  const nonce = asked("userinfo", 12_000, { shown: "access1", status: 401, honoured: false, error: "use_dpop_nonce" });

  it("may be gone while a store is away, and a nonce be asked for again", () => {
    expect(check([...good, ...probes, stopped, parked, nonce]).violations).toEqual([]);
  });

  it("may end a journey, as may a replica that was killed", () => {
    const journey: Entry = { journey: "sign-up", at: 12_000, end: 13_000, problem: "/sign-up answered 503" };
    const killed: Struck = { ...stopped, away: "replica", isAbrupt: true };
    expect(check([...probes, stopped, journey]).violations).toEqual([]);
    expect(check([...probes, killed, journey]).violations).toEqual([]);
    expect(check([...probes, { ...killed, isAbrupt: false }, journey]).violations).toHaveLength(1);
  });

  it("is there while only a replica is away", () => {
    const killed: Struck = { ...stopped, away: "replica", isAbrupt: true };
    expect(check([...good, ...probes, killed, parked, nonce]).violations).toHaveLength(2);
  });
});

describe("a run of more than a minute", () => {
  const kinds = TRAFFIC.filter((kind) => kind !== "silent");
  const twice = (some: readonly Kind[], at: number, more: Partial<Asked> = {}) =>
    some.flatMap((kind) => [asked(kind, at, more), asked(kind, at + 100, more)]);
  const by = (client: keyof typeof TRAFFIC_BY, at = 61_000) => twice(TRAFFIC_BY[client], at, { by: client });
  const clients = [...by("public"), ...by("certificate"), ...by("key")];

  it("has answers of each kind all the time, and after the last fault", () => {
    expect(check([...probes, stopped, ...twice(TRAFFIC, 61_000), ...clients]).violations).toEqual([]);
  });

  it.each([
    ["a kind that is not asked for", [...twice(kinds, 61_000), ...clients], ["silent was answered well 0 times only"]],
    [
      "a kind that is not asked for after the last fault",
      [...twice(kinds, 61_000), ...twice(["silent"], 500), ...clients],
      ["silent was not answered well after the last fault"],
    ],
    [
      "a client that asks for nothing",
      [...twice(TRAFFIC, 61_000), ...by("certificate"), ...by("key")],
      TRAFFIC_BY.public.map((kind) => `${kind} (public) was answered well 0 times only`),
    ],
    [
      "a client that asks for nothing after the last fault",
      [...twice(TRAFFIC, 61_000), ...by("public"), ...by("certificate", 500), ...by("key")],
      TRAFFIC_BY.certificate.map((kind) => `${kind} (certificate) was not answered well after the last fault`),
    ],
  ])("is found to have %s", (_, history, violations) => {
    expect(check([...probes, stopped, ...history]).violations).toEqual(violations);
  });
});

describe("the time without service", () => {
  it("is that between two good answers, if one failed between them", () => {
    const history = [
      ...[...probes, stopped],
      asked("refresh", 10_000),
      asked("refresh", 12_000, away),
      asked("refresh", 15_990),
      asked("userinfo", 10_000),
      asked("userinfo", 15_000),
    ];
    expect(rowsOf(history)).toMatchObject([
      { sent: 5, refused: 1, unanswered: 0, awayMs: 5105, failedMs: 2000, without: { refresh: 5990 } },
    ]);
    expect(rowsOf(history)[0]?.without).not.toHaveProperty("userinfo");
  });

  it("a request that is under way when the next fault strikes belongs to that one", () => {
    const killed: Struck = { fault: "killed", away: "replica", isAbrupt: true, at: 20_000, end: 21_000 };
    const broken = asked("refresh", 19_995, { status: 502 });
    expect(rowsOf([...probes, stopped, killed, broken])).toMatchObject([{ broken: 0 }, { broken: 1 }]);
  });
});
