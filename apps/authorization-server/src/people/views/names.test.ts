import { describe, expect, it } from "vitest";
import { networkName } from "./names.ts";

describe("a network", () => {
  it.each([
    ["192.0.2.0/24", "192.0.2.x"],
    ["2001:db8:1::/48", "2001:db8:1:…"],
    ["192.0.2.7", "192.0.2.7"],
  ])("%s is shown as %s", (network, shown) => {
    expect(networkName(network)).toBe(shown);
  });
});
