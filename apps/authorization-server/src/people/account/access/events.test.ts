import { describe, expect, it } from "vitest";
import type { OwnEvent } from "../../../administration/people/own-records.ts";
import { kindOf, shownEvents, unseenFailures } from "./events.ts";

const now = new Date("2030-01-10T12:00:00Z");
const event = (type: string, minutesAgo: number, change: Partial<OwnEvent> = {}): OwnEvent => ({
  at: new Date(now.getTime() - minutesAgo * 60_000),
  ...{ type, actor: "user", client: null, address: "192.0.2.1" },
  ...change,
});

describe("the events of an account", () => {
  it("that say the same one after the other within an hour are one", () => {
    const shown = shownEvents([
      event("activity_read", 1),
      event("activity_read", 30),
      event("activity_read", 120),
      event("sign_in", 130),
      event("activity_read", 131),
    ]);
    expect(shown.map(({ type, count }) => [type, count])).toEqual([
      ["activity_read", 2],
      ["activity_read", 1],
      ["sign_in", 1],
      ["activity_read", 1],
    ]);
    expect(shown[0]?.at).toEqual(event("", 1).at);
  });

  it.each([
    ["type", { type: "sign_out" }],
    ["actor", { actor: "administrator" }],
    ["app", { client: "App" }],
    ["address", { address: "192.0.2.2" }],
  ])("that differ in their %s are two", (_, change) => {
    expect(shownEvents([event("sign_in", 1), event("sign_in", 2, change)])).toHaveLength(2);
  });

  it.each([
    ["sign_in_failed", "sign-ins"],
    ["session_ended", "sign-ins"],
    ["password_changed", "security"],
    ["passkey_added", "security"],
    ["consent_withdrawn", "apps"],
    ["refresh_token_replayed", "apps"],
    ["profile_changed", undefined],
    ["group_member_added", undefined],
  ])("%s is of the kind %s", (type, kind) => {
    expect(kindOf(type)).toBe(kind);
  });

  it("are filtered by their kind", () => {
    const events = [
      event("sign_in", 1),
      event("password_changed", 2),
      event("consent", 3),
      event("profile_changed", 4),
    ];
    const types = (kind?: "sign-ins" | "security" | "apps") => shownEvents(events, kind).map(({ type }) => type);
    expect([types(), types("sign-ins"), types("security"), types("apps")]).toEqual([
      ["sign_in", "password_changed", "consent", "profile_changed"],
      ["sign_in"],
      ["password_changed"],
      ["consent"],
    ]);
  });
});

describe("failed sign-ins that a person has had no chance to see", () => {
  const signedIn = event("sign_in", 0).at;
  it.each<[string, readonly OwnEvent[], number]>([
    ["since the sign-in before", [event("sign_in", 0), event("sign_in_failed", 5), event("sign_in", 60)], 1],
    ["not before that", [event("sign_in", 0), event("sign_in", 60), event("sign_in_failed", 90)], 0],
    ["of the second step, too", [event("sign_in", 0), event("second_factor_failed", 5)], 1],
    ["of the last week", [event("sign_in", 0), event("sign_in_failed", 8 * 1440)], 0],
  ])("%s", (_, events, count) => {
    expect(unseenFailures(events, signedIn)).toBe(count);
  });
});
