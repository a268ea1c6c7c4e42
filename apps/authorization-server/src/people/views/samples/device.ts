/** Sample data for the pages for the code of a device. */
import { ACCOUNT, type Sample, sample } from "./sample.ts";

const account = { ...ACCOUNT, path: "/device" };
const party = {
  name: "Example",
  host: "auth.example",
  isOnDevice: true,
  logo: "/logo/example",
  clientUri: "https://app.example/",
  policyUri: "https://app.example/privacy",
  tosUri: "https://app.example/terms",
};
const bare = { ...party, logo: undefined, clientUri: undefined, policyUri: undefined, tosUri: undefined };
const form = { path: "/device/confirm", request: "request", csrf: "csrf", person: "Alice" };
const startedAt = new Date("2030-01-01T12:00:00Z");
const now = new Date("2030-01-01T12:05:00Z");

export const DEVICE_SAMPLES: readonly Sample[] = [
  ...sample(
    "device",
    { ...account, typed: "", problem: undefined, minutes: undefined },
    { ...account, typed: "BCDFG-HJKLM", problem: undefined, minutes: undefined },
    { ...account, typed: "BCDFG-HJKL", problem: "malformed", minutes: undefined },
    { ...account, typed: "BCDFG-HJKLM", problem: "unknown", minutes: undefined },
    { ...account, typed: "BCDFG-HJKLM", problem: "too_many", minutes: 10 },
  ),
  ...sample(
    "deviceConfirm",
    {
      ...form,
      party,
      browser: "curl",
      system: "Linux",
      network: "192.0.2.0/24",
      ownNetwork: "2001:db8:1::/48",
      startedAt,
      now,
    },
    {
      ...form,
      party: { ...bare, name: "tools.example", document: { claimedName: "Example editor", isLocal: true } },
      browser: undefined,
      system: undefined,
      network: "192.0.2.0/24",
      ownNetwork: "192.0.2.0/24",
      startedAt,
    },
  ),
  ...(["approved", "denied", "used", "expired", "failed"] as const).flatMap((end) =>
    sample("deviceDone", { end, again: "/device", applications: "/account/applications", here: "/device/done" }),
  ),
];
