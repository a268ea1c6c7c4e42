import { describe, expect, it } from "vitest";
import { knownDevices } from "./known-devices.ts";

const key = (byte: number) => ({ key: Buffer.alloc(32, byte) });
const devices = knownDevices([key(1)]);
const alice = { id: "0a", username: "alice" };
const mallory = { id: "0b", username: "mallory" };

describe("cred-03: the device cookie of a browser that signed in to an account", () => {
  it("is recognized for this account, in any spelling of its username, and for no other", () => {
    const cookie = devices.remember(undefined, alice);
    expect(devices.find(cookie, { ...alice, username: "\uff41L\u0130CE" })).toBe(cookie.split(".")[0]);
    expect(devices.find(cookie, mallory)).toBeUndefined();
    expect(cookie.toLowerCase()).not.toContain("alice");
  });

  it("is recognized if an older version set it, for the lower-case username, and renewed at a sign-in", () => {
    const older = devices.remember(undefined, { id: "alice", username: "alice" });
    const written = { ...alice, username: "ALICE" };
    expect(devices.find(older, written)).toBe(older.split(".")[0]);
    expect(devices.find(older, mallory)).toBeUndefined();

    const renewed = devices.remember(older, written);
    expect(renewed.split(".")).toHaveLength(2);
    expect(devices.find(renewed, { ...alice, username: "\uff41lice" })).toBe(older.split(".")[0]);
  });

  it("keeps its device, with the five accounts that signed in last", () => {
    const names = ["a", "b", "c", "d", "e", "f", "e"];
    const named = (name: string) => ({ id: `0${name}`, username: name });
    const cookie = names.reduce<string | undefined>((before, name) => devices.remember(before, named(name)), undefined);
    const known = ["a", "b", "c", "d", "e", "f"].filter((name) => devices.find(cookie, named(name)) !== undefined);
    expect(known).toEqual(["b", "c", "d", "e", "f"]);
    expect(cookie?.length).toBeLessThan(200);
  });

  it.each<[string, (cookie: string) => string | undefined]>([
    ["no cookie", () => undefined],
    ["nothing", () => ""],
    ["another device with the same proof", (cookie) => `${"A".repeat(43)}${cookie.slice(43)}`],
    ["a proof that was changed", (cookie) => `${cookie.slice(0, -4)}AAAA`],
    ["no proof", (cookie) => cookie.slice(0, 43)],
    ["a proof of another deployment", () => knownDevices([key(2)]).remember(undefined, alice)],
    ["more accounts than the limit", (cookie) => cookie + `.${"A".repeat(22)}`.repeat(5)],
    ["another notation", (cookie) => cookie.replaceAll(".", "~")],
  ])("is not recognized with %s", (_, changed) => {
    const cookie = devices.remember(undefined, alice);
    expect(devices.find(changed(cookie), alice)).toBeUndefined();
  });

  it("is recognized after the key was replaced, while the old key is configured", () => {
    const cookie = devices.remember(undefined, alice);
    const rotated = knownDevices([key(2), key(1)]);
    expect(rotated.find(cookie, alice)).toBeDefined();
    const renewed = rotated.remember(cookie, alice);
    expect(knownDevices([key(2)]).find(renewed, alice)).toBeDefined();
    expect(knownDevices([key(2)]).find(cookie, alice)).toBeUndefined();
  });
});
