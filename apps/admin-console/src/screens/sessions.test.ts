import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { startConsole, type TestConsole } from "../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const ALL = ["sessions:read", "sessions:write", "people:read", "clients:read"];
const start = async (scopes = ALL, answers: Readonly<Record<string, unknown>> = {}) => {
  console = await startConsole({ scopes, answers: { ...answersWith("alice"), ...answers } });
};
const listed = () => console.sent.find(({ operation }) => operation === "listAllSessions")?.input.query;
const person = (username: string, name: string, id = ID) => ({ id, username, name, email: `${username}@x.example` });
const app = (client_id: string, client_name: string) => ({ client_id, client_name });

describe("co.1: the sessions of all people", () => {
  it("are listed by person, application and time", async () => {
    await start();
    const html = await (await console.get("/sessions?user_id=alice&client_id=alice&since=2030-01-02")).text();
    expect(html).toContain(`<a href="/people/${ID}"><bdi>alice</bdi></a>`);
    expect({ query: listed() }).toEqual({
      query: { user_id: ID, client_id: "alice", since: "2030-01-02T00:00:00.000Z", limit: 25, with_total: "yes" },
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

  it("C27: who types a part of a name chooses from those who match", async () => {
    await start(ALL, { listPeople: { items: [person("bobby", "Bobby <b>"), person("rob", "Rob")] } });
    const html = await (await console.get("/sessions?user_id=ob&client_id=app&cursor=c")).text();
    expect(html).toContain("Users who match");
    expect(html).toContain("B<mark>ob</mark>by &lt;b&gt;");
    expect(html).toContain('href="/sessions?client_id=app&amp;user_id=rob"');
    expect(listed()).toBeUndefined();
  });

  it("C27: applications, too", async () => {
    await start(ALL, { listClients: { items: [app("c1", "Shop"), app("c2", "Shopping")] } });
    const html = await (await console.get("/sessions?client_id=sho")).text();
    expect(html).toContain("Applications that match");
    expect(html).toContain('href="/sessions?client_id=c2"');
    expect(listed()).toBeUndefined();
  });

  it.each([
    ["a username", "BOB", { items: [person("bobby", "B"), person("bob", "A", ID.replace(/1$/, "2"))] }, "2"],
    ["the only match", "miller", { items: [person("bob", "Bob Miller")] }, "1"],
    ["an id", ID, { items: [person("bob", "Bob Miller")] }, "1"],
    ["no match", "zoe", { items: [] }, "0"],
  ])("C27: %s is chosen at once", async (_, typed, listPeople, end) => {
    await start(ALL, { listPeople });
    const html = await (await console.get(`/sessions?user_id=${typed}`)).text();
    const id = end === "0" ? "00000000-0000-0000-0000-000000000000" : ID.replace(/1$/, end);
    expect(listed()).toMatchObject({ user_id: id });
    expect(html.includes(">bob<") || /bob\s*</.test(html)).toBe(end !== "0");
  });

  it("C27: a client ID is chosen at once, and shown by the name of its application", async () => {
    await start(ALL, { listClients: { items: [app("app", "Shop"), app("app2", "Apparel")] } });
    expect(await (await console.get("/sessions?client_id=app")).text()).toContain("Shop");
    expect(listed()).toMatchObject({ client_id: "app" });
  });

  it("C27: who may read neither users nor applications filters by what they are identified by", async () => {
    await start(["sessions:read"]);
    await console.get(`/sessions?user_id=${ID}&client_id=app`);
    expect(console.sent.map(({ operation }) => operation)).toEqual(["listAllSessions"]);
    expect(listed()).toMatchObject({ user_id: ID, client_id: "app" });
  });
});
