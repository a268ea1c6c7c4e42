import { afterEach, describe, expect, it, vi } from "vitest";
import { recordingLogger } from "../test-http.ts";

const secret = "s3cr3t-s3cr3t-s3cr3t";
const names = [
  "authorization",
  "Authorization",
  "cookie",
  "set-cookie",
  "code",
  "access_token",
  "refresh_token",
  "id_token",
  "id_token_hint",
  "client_secret",
  "code_verifier",
  "password",
  "client_assertion",
  "token",
  "logout_token",
  "registration_access_token",
];

describe("secrets by name", () => {
  it.each(names)("omits %s, at any depth", (name) => {
    const { logger, text, lines } = recordingLogger();
    logger.info({ [name]: secret }, "top");
    logger.info({ req: { headers: [{ [name]: [secret] }] } }, "deep");
    logger.child({ [name]: secret }).info("child");
    logger
      .child({ a: 1 })
      .child({ b: { [name]: { of: secret } } })
      .info("grandchild");
    expect(text()).not.toContain(secret);
    expect(lines.map(({ msg }) => msg)).toEqual(["top", "deep", "child", "grandchild"]);
    expect(text().match(/\[redacted\]/g)).toHaveLength(4);
  });

  it("keeps values that are not secret", () => {
    const { logger, lines } = recordingLogger();
    const at = new Date("2030-01-01T12:00:00Z");
    logger.child({ requestId: "r-1" }).info({ client_id: "web", n: 1, none: null, list: ["a"], at }, "kept");
    expect(lines[0]).toMatchObject({
      level: "info",
      name: "test",
      requestId: "r-1",
      client_id: "web",
      n: 1,
      none: null,
    });
    expect(lines[0]).toMatchObject({ list: ["a"], at: at.toISOString(), msg: "kept" });
  });

  it("replaces bytes by their number", () => {
    const { logger, lines } = recordingLogger();
    logger.info({ key: Buffer.from(secret) }, "bytes");
    expect(lines[0]).toMatchObject({ key: "[20 bytes]" });
  });

  it("handles an object that contains itself", () => {
    const { logger, lines } = recordingLogger();
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    logger.info({ circular }, "round");
    expect(lines[0]).toMatchObject({ msg: "round" });
  });
});

describe("errors", () => {
  it("are logged with their code, stack and causes", () => {
    const { logger, lines } = recordingLogger();
    const cause = Object.assign(new TypeError("refused"), { code: "ECONNREFUSED" });
    logger.error({ err: new Error("no database", { cause }) }, "failed");
    expect(lines[0]).toMatchObject({
      msg: "failed",
      err: {
        message: "no database",
        stack: expect.stringContaining("logger.test.ts"),
        cause: { type: "TypeError", message: "refused", code: "ECONNREFUSED" },
      },
    });
  });

  it("are logged without their other members", () => {
    const { logger, text } = recordingLogger();
    logger.error(Object.assign(new Error("bad row"), { detail: `(token)=(${secret})`, config: { auth: secret } }));
    expect(text()).toContain("bad row");
    expect(text()).not.toContain(secret);
  });
});

describe("secrets in text", () => {
  it.each([
    [
      "the query of a URL",
      `fetching https://app.example/cb?state=${secret} failed`,
      "https://app.example/cb?[redacted] failed",
    ],
    ["the fragment of a URL", `to https://app.example/cb#access_token=${secret}`, "https://app.example/cb?[redacted]"],
    ["the query of a path", `/authorization?login_hint=${secret}`, "/authorization?[redacted]"],
    [
      "the password of a URL",
      `postgres://app:${secret}@db:5432/app is down`,
      "postgres://[redacted]@db:5432/app is down",
    ],
    ["a bearer token", `sent Bearer ${secret}, refused`, "sent Bearer [redacted], refused"],
    ["a form", `grant_type=x&client_secret=${secret}&scope=a`, "grant_type=x&client_secret=[redacted]&scope=a"],
    ["an encrypted JWT", `got eyJhbGciOiJFQ0RILUVTIn0..${secret}.${secret}.${secret} here`, "got [jwt] here"],
    ["a JWT", `got eyJhbGciOiJSUzI1NiJ9.${secret}.${secret} here`, "got [jwt] here"],
  ])("omits %s", (_, text, kept) => {
    const { logger, lines, text: all } = recordingLogger();
    logger.info({ note: text, err: new Error(text) }, text);
    expect(all()).not.toContain(secret);
    expect(lines[0]?.msg).toContain(kept);
    expect(lines[0]?.note).toContain(kept);
  });
});

describe("the time of a log line", () => {
  afterEach(() => void vi.useRealTimers());

  it("is the time of its own millisecond", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { logger, lines } = recordingLogger();
    for (const milliseconds of [1, 1, 2]) {
      vi.setSystemTime(milliseconds);
      logger.info("here");
    }
    expect(lines.map(({ time }) => time)).toEqual([
      "1970-01-01T00:00:00.001Z",
      "1970-01-01T00:00:00.001Z",
      "1970-01-01T00:00:00.002Z",
    ]);
  });
});
