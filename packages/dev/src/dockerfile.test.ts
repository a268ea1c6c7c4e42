import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../../../", import.meta.url));

describe("the image of a service", () => {
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");

  it("has a bundle, made before what makes it is removed, and starts it with the options of its compile cache", () => {
    const made = dockerfile.indexOf("RUN node packages/bundle/src/main.ts");
    expect(made).toBeGreaterThan(dockerfile.indexOf("COPY --from=generated"));
    expect(made).toBeLessThan(dockerfile.indexOf("node scripts/prune-for-image.mjs"));

    const [, filled = ""] = /^RUN node (--.*) dist\/load\.js \|\|/m.exec(dockerfile) ?? [];
    const [, started = ""] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(started)).toEqual(["node", ...filled.split(" "), "dist/start.js"]);
  });

  it.each(["authorization-server", "resource-server"])("has the options that %s starts with elsewhere", (service) => {
    const { scripts } = JSON.parse(readFileSync(join(root, "apps", service, "package.json"), "utf8"));
    const options = scripts.start.replace(/^node /, "").replace(/ dist\/start\.js$/, "");
    expect(dockerfile).toContain(`RUN node ${options} dist/load.js`);
  });

  it("O18: says its version and what it is based on, which is named once, so that a release can give a digest", () => {
    const based = dockerfile.split("\n").filter((line) => line.startsWith("FROM "));
    expect(based.filter((line) => !/^FROM (?:\$\{NODE_IMAGE\}|base)(?: AS \w+)?$/.test(line))).toEqual([]);
    const labels = [...dockerfile.matchAll(/org\.opencontainers\.image\.([\w.]+)="([^"]*)"/g)];
    expect(Object.fromEntries(labels.map(([, name, value]) => [name, value]))).toMatchObject({
      version: "$" + "{VERSION}",
      revision: "$" + "{REVISION}",
      "base.name": "$" + "{NODE_IMAGE}",
    });
  });

  it("leaves out no file that production code imports, also on demand", () => {
    const leftOut = /\.test\.ts$|\/test-[^/]*\.ts$|\/(?:testing|fixtures|drafting)\//;
    const code = globSync("{apps,packages}/*/src/**/*.ts", { cwd: root })
      .filter((file) => !leftOut.test(file) && !/^packages\/(?:accessibility|dev)\//.test(file))
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

it("O17: the compose files give the services the seconds that the document says", () => {
  const compose = parse(readFileSync(join(root, "docker-compose.yml"), "utf8"));
  const document = readFileSync(join(root, "docs/operations/replicas.md"), "utf8");
  const [, said = ""] = /The compose files give each container (\d+) seconds/.exec(document) ?? [];
  const given = ["authorization-server", "resource-server"].map((name) => compose.services[name].stop_grace_period);
  expect(given).toEqual([`${said}s`, `${said}s`]);
});
