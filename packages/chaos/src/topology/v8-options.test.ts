import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { optionsOfImages } from "./v8-options.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "..", "..", "..", "..", name), "utf8");
/** The options of each line that starts a service or loads its code. */
const starts = (text: string) =>
  [...text.matchAll(/node"?,? ((?:"?--[a-z][a-z0-9=-]*"?,? )+)"?dist\/(?:start|load)\.js/g)].map(([, options = ""]) =>
    options.replaceAll(/[",]/g, "").trim().split(" "),
  );

describe("the options of V8", () => {
  it.each([
    ["Dockerfile", 2],
    ["apps/authorization-server/package.json", 1],
    ["apps/resource-server/package.json", 1],
    ["deploy/systemd/countersign-authorization-server@.service", 1],
    ["deploy/systemd/countersign-resource-server@.service", 1],
  ])("are those of the images in %s, too", (file, times) => {
    const found = starts(read(file));
    expect(found).toEqual(Array.from({ length: times }, () => optionsOfImages()));
    expect(found[0]?.length).toBe(4);
  });
});
