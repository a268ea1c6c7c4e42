import { describe, expect, it } from "vitest";
import { withPlace } from "./places.ts";

const folder = "/clone/apps/shop/dist/build";
const placed = (code: string, file = "/clone/apps/shop/src/views/views.ts") => withPlace(code, file, folder);

describe("decision 168: a bundled module finds the files beside its source", () => {
  it("by the address of its source", () => {
    expect(placed(`new URL("a.png", import.meta.url)`)).toBe(
      `new URL("a.png", new URL("../../src/views/views.ts", import.meta.url).href)`,
    );
  });

  it("and other code stays as it is", () => {
    expect(placed("export const one = 1;")).toBe("export const one = 1;");
  });

  it.each(["import.meta.dirname", "import.meta.filename", 'import.meta.resolve("pg")'])(
    "is not built with %s",
    (code) => {
      expect(() => placed(code)).toThrow("/clone/apps/shop/src/views/views.ts: import.meta.");
    },
  );

  const library = "/clone/node_modules/.pnpm/files@1.0.0/node_modules/files/index.js";
  it.each(["join(__dirname, 'a.node')", "require.resolve('./worker.js')"])("nor with a package that has %s", (code) => {
    expect(() => placed(code, library)).toThrow(`${library} names its own folder`);
  });

  it("a package is let in if it is known to do that for nothing that a service does", () => {
    const transport = "/clone/node_modules/.pnpm/pino@10.4.0/node_modules/pino/lib/transport.js";
    expect(placed("join(__dirname, 'worker.js')", transport)).toContain("__dirname");
  });
});
