import { describe, expect, it } from "vitest";
import { serverTimes } from "./server-times.ts";

describe("the time on a server", () => {
  let elapsed = 0;
  const times = serverTimes(() => elapsed);

  it("is not known before its first answer, and counted on from there, regardless of the time here", () => {
    const server = times.of("countersign:{a.1}:entry:x");
    expect(server.in(3000)).toBe("");
    server.learn(1_900_000_000_000);
    elapsed += 500;
    expect(server.in(3000)).toBe("1900000003500");
  });

  it("is that of the part of the store: nodes of a cluster have clocks of their own", () => {
    expect(times.of("countersign:{a.2}:entry:x").in(0)).toBe("");
    expect(times.of("countersign:{a.1}:set:y").in(0)).toBe("1900000000500");
  });

  it("is forgotten when it proved wrong", () => {
    const server = times.of("countersign:{a.1}:entry:x");
    server.forget();
    expect(server.in(3000)).toBe("");
  });
});
