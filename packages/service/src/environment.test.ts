import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readEnvironment } from "./environment.ts";

const schema = z.object({
  ISSUER: z.url({ protocol: /^https$/ }).describe("the address of the issuer"),
  PORT: z.coerce.number().int().min(1).max(65_535).default(4000),
  LOG_LEVEL: z.enum(["info", "debug"]).default("info"),
  SECRET: z.string().min(20),
  HOSTS: z
    .string()
    .default("")
    .transform((list) => list.split(",")),
});
const good = { ISSUER: "https://id.example", SECRET: "s".repeat(20) };

function messageOf(env: Record<string, string>, given: z.ZodType = schema): string {
  try {
    readEnvironment(given, env);
  } catch (error) {
    return (error as Error).message;
  }
  return "no error";
}

describe("a valid configuration", () => {
  it("is parsed, with defaults, and without variables that the schema does not name", () => {
    expect(readEnvironment(schema, { ...good, PORT: "81", PATH: "/bin", HOSTS: "a,b" })).toEqual({
      ...good,
      PORT: 81,
      LOG_LEVEL: "info",
      HOSTS: ["a", "b"],
    });
  });

  it("is frozen, including nested objects", () => {
    const config = readEnvironment(schema, good);
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.HOSTS)).toBe(true);
  });

  it("treats an empty variable as unset", () => {
    expect(readEnvironment(schema, { ...good, PORT: "" }).PORT).toBe(4000);
    expect(messageOf({ ...good, SECRET: "" })).toContain("SECRET: is not set");
  });

  it("may contain values that cannot be frozen", () => {
    const bytes = z.object({ KEY: z.string().transform((text) => Buffer.from(text)) });
    expect(readEnvironment(bytes, { KEY: "k" }).KEY.toString()).toBe("k");
  });

  it("may be refined and transformed as a whole", () => {
    const whole = schema.refine((config) => config.PORT !== 1, "PORT 1 is taken").transform(({ PORT }) => PORT);
    expect(readEnvironment(whole, good)).toBe(4000);
    expect(messageOf({ ...good, PORT: "1" }, whole)).toContain("PORT 1 is taken");
  });
});

describe("an invalid configuration", () => {
  it("reports every problem on its own line, with the expected value", () => {
    const lines = messageOf({ ISSUER: "http://id.example", PORT: "many", LOG_LEVEL: "loud" }).split("\n");
    expect(lines).toEqual([
      "The configuration cannot be used:",
      expect.stringMatching(/^ {2}ISSUER: Invalid URL.*\(the address of the issuer\)$/),
      expect.stringMatching(/^ {2}PORT: .*expected number/),
      expect.stringMatching(/^ {2}LOG_LEVEL: .*"info"\|"debug"/),
      "  SECRET: is not set, expected string",
    ]);
  });

  it("never shows a value, even if a message quotes it", () => {
    const quoting = schema.extend({
      SECRET: z.string().refine(() => false, { error: ({ input }) => `${input} is too weak` }),
    });
    expect(messageOf({ ...good, SECRET: "hunter2-hunter2" }, quoting)).not.toContain("hunter2");
    expect(messageOf({ ...good, SECRET: "hunter2-hunter2" }, quoting)).toContain("SECRET: … is too weak");
  });
});

describe("a secret from the source code", () => {
  const known = { ...good, SECRET: "development-only-secret" };
  const refusal = "SECRET: is a development default that is publicly known; make a secret for production (NODE_ENV)";

  it.each(["production", "", "staging"])("is refused when NODE_ENV is '%s'", (mode) => {
    const message = messageOf({ ...known, NODE_ENV: mode });
    expect(message).toContain(refusal);
    expect(message).not.toContain(known.SECRET);
  });

  it("is refused if NODE_ENV is not set", () => {
    expect(messageOf(known)).toContain(refusal);
  });

  it("is refused inside a larger value, such as a URL", () => {
    const urls = z.object({ DATABASE_URL: z.url() });
    const DATABASE_URL = "postgres://owner:development-only-password@database/countersign";
    expect(messageOf({ DATABASE_URL, NODE_ENV: "production" }, urls)).toContain(
      "DATABASE_URL: is a development default",
    );
  });

  it.each(["development", "test"])("is accepted when NODE_ENV is '%s'", (mode) => {
    expect(readEnvironment(schema, { ...known, NODE_ENV: mode }).SECRET).toBe(known.SECRET);
  });
});

describe("a variable from a file", () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), "countersign-environment-"));
  });
  afterAll(() => rmSync(dir, { recursive: true }));
  const file = (content: string | Buffer) => {
    const path = join(dir, "secret");
    writeFileSync(path, content);
    return path;
  };

  it("is read, without the newline at its end", () => {
    const { SECRET: _, ...rest } = good;
    const config = readEnvironment(schema, { ...rest, SECRET_FILE: file(` ${"f".repeat(20)} \n`) });
    expect(config.SECRET).toBe(` ${"f".repeat(20)} `);
  });

  it("is refused in production if it is publicly known", () => {
    const { SECRET: _, ...rest } = good;
    expect(messageOf({ ...rest, SECRET_FILE: file("development-only-secret") })).toContain("development default");
  });

  it("is checked like any other variable", () => {
    expect(messageOf({ ISSUER: good.ISSUER, SECRET_FILE: file("short") })).toMatch(/SECRET: Too small/);
  });

  it.each([
    ["does not exist", () => "/nowhere/secret", "SECRET_FILE: /nowhere/secret cannot be read (ENOENT)"],
    ["is a folder", () => dir, "cannot be read (EISDIR)"],
    ["is too large for a secret", () => file(Buffer.alloc(70_000)), "is larger than 65536 bytes"],
  ])("that %s is a problem", (_, path, problem) => {
    expect(messageOf({ ISSUER: good.ISSUER, SECRET_FILE: path() })).toContain(problem);
  });

  it("is a problem if the variable is set too", () => {
    expect(messageOf({ ...good, SECRET_FILE: file("x") })).toContain(
      "SECRET: is set twice, by SECRET and by SECRET_FILE",
    );
  });

  it("is ignored if the schema does not name the variable", () => {
    expect(readEnvironment(schema, { ...good, SSL_CERT_FILE: "/nowhere" }).ISSUER).toBe(good.ISSUER);
  });

  it("is kept if the schema names the file variable itself", () => {
    const paths = z.object({ TLS_FILE: z.string(), TLS: z.string().optional() });
    expect(readEnvironment(paths, { TLS_FILE: "/nowhere" })).toEqual({ TLS_FILE: "/nowhere" });
  });
});

describe("A23: a number", () => {
  it.each(["0x10", "1e2", " 80 ", "80.0", "+80"])("is not written as %j", (PORT) => {
    expect(messageOf({ ...good, PORT })).toMatch(/PORT: must be a whole number in decimal digits/);
  });

  it("has decimal digits", () => expect(readEnvironment(schema, { ...good, PORT: "0080" }).PORT).toBe(80));
});
