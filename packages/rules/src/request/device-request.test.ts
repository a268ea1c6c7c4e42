import { describe, expect, it } from "vitest";
import { deviceParams } from "./device-request.ts";

describe("OIDC Core §3.1.2.1: max_age of a device", () => {
  it.each([
    ["300", 300],
    ["0", 0],
    [undefined, undefined],
  ])("%s is read as %s", (max_age, seconds) => {
    expect(deviceParams.parse({ ...(max_age !== undefined && { max_age }) }).max_age).toBe(seconds);
  });

  it.each(["-1", "1.5", "soon", "99999999999"])("%s is refused", (max_age) => {
    expect(deviceParams.safeParse({ max_age }).success).toBe(false);
  });
});
