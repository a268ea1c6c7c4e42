/** Input of strangers reaches the log, so the log reads it in linear time and keeps a bounded part of it. */
import { describe, expect, it } from "vitest";
import { recordingLogger } from "../test-http.ts";
import { redactText } from "./redaction.ts";

const LENGTH = 65_536; // Number of characters: four times the limit for the headers of a request.
/** CPU time of this thread. Linear time is a few milliseconds here, quadratic time is minutes. */
const WITHIN_MS = 400;
const cpuMs = () => process.threadCpuUsage().user / 1000;

/** Parts of the text that the patterns match. A pattern is slow if a text of such parts has many places to start. */
const PIECES = ["eyJ", "a", "-", ".", "/", "?", "=", "#", "@", "%", "+", ":", "://", "http://", "Bearer ", "code="];
const FILLS = PIECES.flatMap((one) => PIECES.map((other) => one + other));
const ENDS = ["", "\\", '"', "@", "=", "?", " "];

const filled = (fill: string) => fill.repeat(Math.ceil(LENGTH / fill.length)).slice(0, LENGTH);

describe("dos-12: the log handles text that is made for slow patterns in linear time", () => {
  it.each(PIECES)("if the text begins with %s", (piece) => {
    for (const fill of FILLS.filter((fill) => fill.startsWith(piece)))
      for (const end of ENDS) {
        const text = `${filled(fill)}${end}`;
        const started = cpuMs();
        redactText(text);
        expect([fill, end, cpuMs() - started < WITHIN_MS]).toEqual([fill, end, true]);
      }
  });

  it.each(["eyJ-", "a-", "/?", "a+", "a.", "-eyJaaaaaaaa.", "http://"])(
    "and so does a line with a detail, a path and a cause of %s",
    (fill) => {
      const { logger, lines } = recordingLogger();
      const text = filled(fill);
      const started = cpuMs();
      logger.info({ detail: text, path: `/${text}`, err: new Error(text, { cause: new Error(text) }) }, text);
      expect(cpuMs() - started).toBeLessThan(WITHIN_MS);
      expect(lines).toHaveLength(1);
    },
  );
});

describe("dos-13: a log line has a bounded length, regardless of what a stranger sends", () => {
  const long = "x".repeat(LENGTH);

  it("keeps the beginning of a long text, and says how much was cut", () => {
    const { logger, lines } = recordingLogger();
    logger.info({ detail: long, nested: { texts: [long] } }, "refused");
    const cut = `${"x".repeat(500)}… [65036 more]`;
    expect(lines[0]).toMatchObject({ detail: cut, nested: { texts: [cut] }, msg: "refused" });
  });

  it("keeps the names of members short", () => {
    const { logger, lines } = recordingLogger();
    logger.info({ sent: { [long]: 1 } }, "refused");
    expect(Object.keys(lines[0]?.sent as object)[0]?.length).toBeLessThan(200);
  });

  it("keeps the message, the stack and the cause of an error short", () => {
    const { logger, text, lines } = recordingLogger();
    logger.error({ err: new Error(long, { cause: new Error(long) }) }, "failed");
    expect(text().length).toBeLessThan(16_384);
    const err = { message: expect.stringContaining("more]"), stack: expect.stringContaining("linear-time.test.ts") };
    expect(lines[0]).toMatchObject({ msg: "failed", err: { ...err, cause: err } });
  });

  it("leaves no part of a secret where a text is cut", () => {
    const { logger, text } = recordingLogger();
    const secret = "s3cr3t".repeat(100);
    for (const length of [400, 460, 475, 490]) {
      logger.info({ detail: `${"x".repeat(length)} eyJhbGciOiJSUzI1NiJ9.${secret}.${secret}` }, "a JWT");
      logger.info({ detail: `${"x".repeat(length)} postgres://app:${secret}@db` }, "a password");
    }
    expect(text()).not.toContain("s3cr3t");
  });

  it.each([
    ["a message", (logger: ReturnType<typeof recordingLogger>["logger"]) => logger.info(long)],
    [
      "many members",
      (logger) => logger.info(Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`m${at}`, long])), "many"),
    ],
    ["the bindings of a child", (logger) => logger.child({ [long]: long, list: Array(900).fill(long) }).info("child")],
  ] satisfies [string, (logger: ReturnType<typeof recordingLogger>["logger"]) => void][])(
    "is still a line of JSON if %s is too long",
    (_, write) => {
      const { logger, lines, text } = recordingLogger();
      write(logger);
      expect(text().length).toBeLessThan(16_384);
      expect(text().endsWith("}\n")).toBe(true);
      expect(lines[0]).toMatchObject({
        level: "info",
        name: "test",
        time: expect.any(String),
        msg: expect.any(String),
      });
    },
  );
});
