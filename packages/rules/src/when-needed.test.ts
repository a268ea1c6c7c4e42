import { expect, it } from "vitest";
import { whenNeeded } from "./when-needed.ts";

it("decision 198: a value is made when it is first needed, and once", () => {
  let count = 0;
  const value = whenNeeded(() => {
    count += 1;
    return undefined;
  });
  expect(count).toBe(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(count).toBe(1);
});

it("a value that could not be made is tried again", () => {
  let count = 0;
  const value = whenNeeded(() => {
    count += 1;
    if (count === 1) throw new Error("not yet");
    return count;
  });
  expect(value).toThrow("not yet");
  expect(value()).toBe(2);
});
