import { memoryStore, rateLimiterOn } from "@countersign/ephemeral";
import { beforeEach, describe, expect, it } from "vitest";
import { openLimits } from "../../limits.ts";
import { countMail, type MailLimits, mailboxOf } from "./limits.ts";

let limits: MailLimits;
let now: Date;
beforeEach(() => {
  now = new Date("2030-01-01T12:00:00Z");
  const store = memoryStore(() => now);
  limits = openLimits({ store, rateLimiter: rateLimiterOn(store) } as never, {
    tokenRequestsPerMinute: 60,
    pushedRequestsPerMinute: 60,
    invitationsPerHour: 10,
  }).mail;
});
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
let sources = 0;
/** A network address that no request came from before, in a network of its own. */
const elsewhere = () => {
  sources += 1;
  return `10.${sources >> 8}.${sources & 255}.1`;
};
const ask = (request: { to?: string; purpose?: string; from?: string } = {}) =>
  limits.consume({ to: "alice@example.org", purpose: "sign-up", from: elsewhere(), ...request });

describe("mail-11: one address gets five mails an hour, for all purposes together", () => {
  it("otp-16: strangers who use them up do not use up those of a person who proved a password", async () => {
    for (const purpose of ["sign-up", "reset", "a", "b", "c"]) await ask({ purpose });
    expect(await ask({ purpose: "d" })).toMatchObject({ allowed: false });
    for (let mail = 0; mail < 5; mail++) {
      expect(await ask({ purpose: "enrol" })).toMatchObject({ allowed: true });
      pass(60);
    }
    expect(await ask({ purpose: "enrol" })).toMatchObject({ allowed: false });
  });

  it("from as many sources as there may be, and the refusal says when it ends", async () => {
    for (const purpose of ["sign-up", "reset", "email-change", "invitation", "enrolment"])
      expect(await ask({ purpose })).toMatchObject({ allowed: true });
    pass(600);
    expect(await ask({ purpose: "reset" })).toMatchObject({ allowed: false, retryAfterSeconds: 3000 });
    expect(await ask({ to: "bob@example.org" })).toMatchObject({ allowed: true });
    pass(3000);
    expect(await ask()).toMatchObject({ allowed: true });
  });

  it.each(["ALICE@Example.ORG", "alice+1@example.org", "alice+1+2@example.org"])(
    "%s is counted as the same mailbox",
    async (to) => {
      for (const purpose of ["a", "b", "c", "d", "e"]) await ask({ purpose });
      expect(await ask({ to })).toMatchObject({ allowed: false });
    },
  );

  it("a repetition within a minute has to wait, and does not use up the hour", async () => {
    expect(await ask()).toMatchObject({ allowed: true });
    for (let repetition = 0; repetition < 10; repetition++)
      expect(await ask()).toMatchObject({ allowed: false, retryAfterSeconds: 60 });
    for (let repetition = 0; repetition < 4; repetition++) {
      pass(60);
      expect(await ask()).toMatchObject({ allowed: true });
    }
  });
});

describe("one source causes twenty mails an hour, and its network 300", () => {
  const to = (index: number) => `person-${index}@example.org`;

  it("to as many addresses as there may be", async () => {
    for (let index = 0; index < 20; index++)
      expect(await ask({ to: to(index), from: "192.0.2.1" })).toMatchObject({ allowed: true });
    expect(await ask({ to: to(20), from: "192.0.2.1" })).toMatchObject({ allowed: false, retryAfterSeconds: 3600 });
    expect(await ask({ to: to(20), from: "192.0.2.2" })).toMatchObject({ allowed: true });
  });

  it.each([
    ["the /24 of IPv4", (index: number) => `192.0.2.${index}`],
    ["the /48 of IPv6", (index: number) => `2001:db8:1:${index}::1`],
  ])("%s counts for all sources in it", async (_, source) => {
    for (let index = 0; index < 300; index++)
      expect(await ask({ to: to(index), from: source(index % 15) })).toMatchObject({ allowed: true });
    expect(await ask({ to: to(300), from: source(16) })).toMatchObject({ allowed: false });
  });
});

it("RFC 6585 §4: a request over a limit is refused with the time to wait", async () => {
  const request = { to: "alice@example.org", purpose: "reset", from: "192.0.2.1" };
  await countMail(limits, request);
  await expect(countMail(limits, request)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 60 });
});

it.each([
  ["alice@example.org", "alice@example.org"],
  ["a+b@c@example.org", "a@example.org"],
  ["+@example.org", "@example.org"],
  ["", ""],
])("the mailbox of %j is %j", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
