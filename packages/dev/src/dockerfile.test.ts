import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

describe("the image of a service", () => {
  const named = readFileSync(join(root, "Dockerfile"), "utf8").matchAll(/src\/[\w/-]+\.ts/g);
  const files = [...new Set(Array.from(named, ([file]) => file))];

  it.each(["authorization-server", "resource-server"])("names only files that %s has", (service) => {
    expect(files).toContain("src/main.ts");
    expect(files.filter((file) => !existsSync(join(root, "apps", service, file)))).toEqual([]);
  });
});
