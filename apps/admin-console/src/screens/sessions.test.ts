import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { startConsole, type TestConsole } from "../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const start = async (scopes = ["sessions:read", "sessions:write", "people:read"]) => {
  console = await startConsole({ scopes, answers: answersWith("alice") });
};

describe("co.1: the sessions of all people", () => {
  it("are listed by person, application and time", async () => {
    await start();
    const html = await (await console.get("/sessions?user_id=alice&client_id=app&since=2030-01-02")).text();
    expect(html).toContain(`<a href="/people/${ID}"><bdi>alice</bdi></a>`);
    expect(console.sent.find(({ operation }) => operation === "listAllSessions")?.input).toEqual({
      query: { user_id: ID, client_id: "app", since: "2030-01-02T00:00:00Z", limit: 25, with_total: "yes" },
    });
  });

  it("one is ended", async () => {
    await start();
    const answer = await console.post("/sessions", { act: "end-session", value: `${ID}.${ID}` });
    expect(answer.headers.get("location")).toBe("/sessions?done=session_ended");
    expect(console.sent.at(-1)).toEqual({ operation: "endSession", input: { path: { id: ID, session: ID } } });
  });

  it("co.2: who may only read sees no button", async () => {
    await start(["sessions:read"]);
    expect(await (await console.get("/sessions")).text()).not.toContain('value="end-session"');
  });
});
