import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
interface Pin {
  pinned(text: string, digestOf: (image: string) => string): string;
  namesImages(path: string): boolean;
}
const { pinned, namesImages }: Pin = await import(join(ROOT, "scripts", "pin-images.mjs"));
const [first, second] = [`sha256:${"1".repeat(64)}`, `sha256:${"2".repeat(64)}`];

describe("npm run images -- --pin", () => {
  it("gives each image of others its digest, in place of one that it has, and leaves ours alone", () => {
    const text = [
      "    image: postgres:18",
      "  image: countersign/authorization-server",
      `    image: \${GRAFANA_IMAGE:-grafana/grafana:latest@${first}}`,
      "ARG NODE_IMAGE=node:24-bookworm-slim",
    ].join("\n");
    expect(pinned(text, () => second).split("\n")).toEqual([
      `    image: postgres:18@${second}`,
      "  image: countersign/authorization-server",
      `    image: \${GRAFANA_IMAGE:-grafana/grafana:latest@${second}}`,
      `ARG NODE_IMAGE=node:24-bookworm-slim@${second}`,
    ]);
  });

  it("finds every image that our files name", async () => {
    const { sourceFiles }: { sourceFiles(): string[] } = await import(join(ROOT, "scripts", "workspace.mjs"));
    const files = sourceFiles().filter(namesImages);
    expect(files.filter((path) => path.endsWith("Dockerfile"))).toHaveLength(3);
    const found = new Set<string>();
    const named = files.flatMap((name) => {
      const text = readFileSync(join(ROOT, name), "utf8");
      pinned(text, (image) => {
        found.add(image);
        return first;
      });
      return [...text.matchAll(/^\s*image: (.*)$|^(?:ARG NODE_IMAGE=|FROM (?=.*:))(.*?)(?: AS \w+)?$/gm)].map(
        ([, image = "", base = image]) => base,
      );
    });
    const ofOthers = named.filter((image) => !image.startsWith("countersign/"));
    const images = ofOthers.map((image) => image.replace(/^\$\{\w+:-|@.*$|\}$/g, ""));
    expect([...found].sort()).toEqual([...new Set(images)].sort());
    expect(found.size).toBeGreaterThan(6);
  });
});
