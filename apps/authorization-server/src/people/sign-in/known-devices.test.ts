import { createHmac, hkdfSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { knownDevices } from "./known-devices.ts";

const key = (byte: number) => ({ key: Buffer.alloc(32, byte) });
const devices = knownDevices([key(1)]);
const alice = { id: "0a", username: "alice" };
const mallory = { id: "0b", username: "mallory" };
const place = { network: "192.0.2.0/24", browser: "Firefox" };
const remembered = (cookie: string | undefined, account: typeof alice, by = devices) =>
  by.remember(cookie, account, place);

/** A cookie of an earlier version: its proof knows no place, and may be for the username. */
const olderCookie = (account: string) => {
  const device = "d".repeat(43);
  const own = Buffer.from(hkdfSync("sha256", key(1).key, "", "countersign device cookie", 32));
  const tag = createHmac("sha256", own)
    .update(JSON.stringify([device, account]))
    .digest()
    .subarray(0, 16);
  return `${device}.${tag.toString("base64url")}`;
};

describe("cred-03: the device cookie of a browser that signed in to an account", () => {
  it("is recognized for this account, in any spelling of its username, and for no other", () => {
    const cookie = remembered(undefined, alice);
    expect(devices.find(cookie, { ...alice, username: "\uff41L\u0130CE" })).toBe(cookie.split(".")[0]);
    expect(devices.find(cookie, mallory)).toBeUndefined();
    expect(cookie.toLowerCase()).not.toContain("alice");
  });

  it("is recognized if an older version set it, for the lower-case username, and renewed at a sign-in", () => {
    const older = olderCookie("alice");
    const written = { ...alice, username: "ALICE" };
    expect(devices.find(older, written)).toBe(older.split(".")[0]);
    expect(devices.find(older, mallory)).toBeUndefined();

    const renewed = remembered(older, written);
    expect(renewed.split(".")).toHaveLength(2);
    expect(devices.find(renewed, { ...alice, username: "\uff41lice" })).toBe(older.split(".")[0]);
  });

  it("keeps its device, with the five accounts that signed in last", () => {
    const names = ["a", "b", "c", "d", "e", "f", "e"];
    const named = (name: string) => ({ id: `0${name}`, username: name });
    const cookie = names.reduce<string | undefined>((before, name) => remembered(before, named(name)), undefined);
    const known = ["a", "b", "c", "d", "e", "f"].filter((name) => devices.find(cookie, named(name)) !== undefined);
    expect(known).toEqual(["b", "c", "d", "e", "f"]);
    expect(cookie?.length).toBeLessThan(300);
  });

  it.each<[string, (cookie: string) => string | undefined]>([
    ["no cookie", () => undefined],
    ["nothing", () => ""],
    ["another device with the same proof", (cookie) => `${"A".repeat(43)}${cookie.slice(43)}`],
    ["a proof that was changed", (cookie) => `${cookie.slice(0, 44)}AAAA${cookie.slice(48)}`],
    ["no proof", (cookie) => cookie.slice(0, 43)],
    ["a proof of another deployment", () => remembered(undefined, alice, knownDevices([key(2)]))],
    ["more accounts than the limit", (cookie) => cookie + `.${"A".repeat(22)}`.repeat(5)],
    ["another notation", (cookie) => cookie.replaceAll(".", "~")],
  ])("is not recognized with %s", (_, changed) => {
    const cookie = remembered(undefined, alice);
    expect(devices.find(changed(cookie), alice)).toBeUndefined();
  });

  it.each([
    ["the same place", place, true],
    ["another network", { ...place, network: "198.51.100.0/24" }, true],
    ["another browser", { ...place, browser: "Chrome" }, true],
    ["another network and browser", { network: "198.51.100.0/24", browser: "Chrome" }, false],
    ["a network with the name of the browser", { network: "Firefox", browser: "192.0.2.0/24" }, false],
  ])("C11: from %s is at home: %#", (_, from, isAtHome) => {
    const cookie = remembered(undefined, alice);
    expect(devices.isAtHome(cookie, alice, from)).toBe(isAtHome);
    expect(devices.isAtHome(cookie, mallory, from)).toBe(false);
    expect(devices.find(cookie, alice)).toBeDefined(); // a guess from elsewhere still counts for the device
  });

  it("C11: of an earlier version is at home anywhere, and a new one cannot be made to look like it", () => {
    const elsewhere = { network: "198.51.100.0/24", browser: "Chrome" };
    expect(devices.isAtHome(olderCookie("0a"), alice, elsewhere)).toBe(true);
    const [device, tag = ""] = remembered(undefined, alice).split(".");
    expect(devices.isAtHome(`${device}.${tag.slice(0, 22)}`, alice, elsewhere)).toBe(false);
  });

  it("is recognized after the key was replaced, while the old key is configured", () => {
    const cookie = remembered(undefined, alice);
    const rotated = knownDevices([key(2), key(1)]);
    expect(rotated.find(cookie, alice)).toBeDefined();
    const renewed = remembered(cookie, alice, rotated);
    expect(knownDevices([key(2)]).find(renewed, alice)).toBeDefined();
    expect(knownDevices([key(2)]).find(cookie, alice)).toBeUndefined();
  });
});
