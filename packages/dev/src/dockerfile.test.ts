import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

  it("leaves out no file that production code imports, also on demand", () => {
    const leftOut = /\.test\.ts$|\/test-[^/]*\.ts$|\/(?:testing|fixtures|drafting)\//;
    const code = globSync("{apps,packages}/*/src/**/*.ts", { cwd: root })
      .filter((file) => !leftOut.test(file) && !/^packages\/dev\//.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), "utf8");
        const imports = text.matchAll(/(?:\bfrom |\bimport\()"(\.[^"]+)"/g);
        return Array.from(imports, ([, path = ""]) => ({ file, imported: join(dirname(file), path) }));
      });
    expect(code.length).toBeGreaterThan(1000);
    expect(code.filter(({ imported }) => leftOut.test(imported))).toEqual([]);
  });
});

describe("mail-10: the mail catcher is in no image of a service", () => {
  const ignored = (file: string) => readFileSync(join(root, file), "utf8").split("\n");

  it("leaves its package out of what they are built from", () => {
    expect(ignored(".dockerignore")).toContain("packages/dev/src");
  });

  it("builds its own image from nothing but manifests and its files", () => {
    const kept = ignored("packages/dev/Dockerfile.dockerignore").filter((line) => line.startsWith("!"));
    const code = kept.filter((line) => !/\.(json|yaml)$/.test(line));
    expect(code).toEqual([
      "!scripts/refuse-other-package-managers.mjs",
      "!packages/dev/src/failure.ts",
      "!packages/dev/src/mail-catcher",
    ]);
  });
});

describe("docker-compose.production.yml", () => {
  it("has no mail catcher, no trust in its certificate, and no open sign-up", () => {
    const text = readFileSync(join(root, "docker-compose.production.yml"), "utf8");
    expect(text).toMatch(/^ {2}mail-catcher:\n {4}profiles: \[demo\]$/m);
    expect(text).toContain("MAIL_URL: $" + "{MAIL_URL:-}");
    expect(text).toContain("MAIL_CA_FILE: $" + "{MAIL_CA_FILE:-}");
    expect(text).toContain("SIGN_UP: $" + "{SIGN_UP:-closed}");
  });
});
