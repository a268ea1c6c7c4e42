import { describe, expect, it } from "vitest";
import { ProtocolError } from "./errors.ts";
import { openLog } from "./log.ts";

const noon = new Date("2030-01-01T12:00:00Z");

describe("a log line", () => {
  it("contains the causes of a failure, and nothing that was received", () => {
    const lines: string[] = [];
    const cause = Object.assign(new Error("unexpected claim"), { code: "X", cause: { claims: { email: "a@b" } } });
    openLog(
      (line) => lines.push(line),
      () => noon,
    )("sign_in_failed", new ProtocolError("answer_refused", "iat", cause));
    expect(lines).toEqual([
      '{"time":"2030-01-01T12:00:00.000Z","event":"sign_in_failed",' +
        '"reasons":["answer_refused: iat","X: unexpected claim"]}',
    ]);
  });

  it("has the reference that the person reads, and that of the provider's answer", () => {
    const lines: string[] = [];
    const log = openLog(
      (line) => lines.push(line),
      () => noon,
    );
    const answeredWith = (reference: string) => {
      const response = new Response("", { headers: { "x-request-id": reference } });
      return new ProtocolError("answer_refused", "token", Object.assign(new Error("refused"), { response }));
    };
    for (const reference of ["29yEVkYSCwdG", "<script>", "x".repeat(65)])
      log("sign_in_failed", answeredWith(reference), "ours-12-long");
    const away = new Response("", { status: 503, headers: { "x-request-id": "of-an-answer-not-understood" } });
    log(
      "sign_in_failed",
      new ProtocolError("answer_refused", "token", new Error("503", { cause: away })),
      "another-one",
    );
    const found = lines
      .map((line) => JSON.parse(line))
      .map(({ reference, providerReference }) => [reference, providerReference]);
    expect(found).toEqual([
      ["ours-12-long", "29yEVkYSCwdG"],
      ["ours-12-long", undefined],
      ["ours-12-long", undefined],
      ["another-one", "of-an-answer-not-understood"],
    ]);
  });

  it("stays one line, regardless of a provider's answer", () => {
    const lines: string[] = [];
    const err = Object.assign(new Error("refused"), { error: `a\nb${"x".repeat(200)}` });
    openLog(
      (line) => lines.push(line),
      () => noon,
    )("sign_in_failed", err);
    expect(lines[0]).not.toContain("\n");
    expect(lines[0]?.length).toBeLessThan(200);
  });
});
