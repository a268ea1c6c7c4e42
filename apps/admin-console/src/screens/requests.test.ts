import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../testing/console.ts";
import { SCREENS } from "./screens.ts";

let console: TestConsole;
afterEach(() => console.close());

const scopes = [...new Set(SCREENS.flatMap(({ needs, acts = {} }) => [needs ?? [], ...Object.values(acts)].flat()))]
  .map((one) => (typeof one === "string" ? one : one.needs))
  .concat("audit:read", "roles:read");
const ID = "00000000-0000-4000-8000-000000000001";
const start = async (answers: Readonly<Record<string, unknown>> = {}) => {
  console = await startConsole({ scopes, answers: { ...answersWith("x"), ...answers } });
};

/** What the API is asked while `act` is done. */
async function asked(act: () => Promise<unknown>): Promise<readonly string[]> {
  const before = console.called.length;
  await act();
  return console.called.slice(before);
}

describe("redesign 7: a page asks the API once", () => {
  it.each([
    ["a person", `/people/${ID}`, ["readPerson"]],
    ["a client", `/clients/${ID}`, ["readClient"]],
    ["an organization", `/organizations/${ID}`, ["readOrganization", "listOrganizationMembers"]],
  ])("for %s; the caller is read once a session", async (_, path, operations) => {
    await start();
    expect(await asked(() => console.get(path))).toEqual(["readCaller", ...operations]);
    expect(await asked(() => console.get(path))).toEqual(operations);
  });

  it("a person is disabled by four requests, the pages before and after it included", async () => {
    await start();
    await console.get("/");
    const path = `/people/${ID}`;
    const requests = await asked(async () => {
      await console.get(path);
      await console.post(path, { act: "disable" });
      const done = await console.post(path, { act: "disable", confirmed: "yes" });
      await console.get(done.headers.get("location") ?? "");
    });
    expect(requests).toEqual(["readPerson", "readPerson", "disablePerson", "readPerson"]);
  });

  it("the page of a deletion says what is lost by one request", async () => {
    await start();
    expect(await asked(() => console.get(`/people/${ID}/delete`))).toEqual(["readCaller", "readPerson"]);
  });

  it("a page that is shown again after a refused form is read again", async () => {
    await start({ changePerson: problem(412) });
    const save = () => console.post(`/people/${ID}`, { act: "save", name: "x" });
    expect(await asked(save)).toEqual(["readCaller", "changePerson", "readPerson"]);
  });

  it("a read that failed is sent again", async () => {
    let isAway = true;
    await start({ readPerson: () => (isAway ? problem(503) : answersWith("x").readPerson) });
    expect((await console.get(`/people/${ID}`)).status).toBe(503);
    isAway = false;
    expect((await console.get(`/people/${ID}`)).status).toBe(200);
  });

  it("co.2: a right that was just given counts", async () => {
    const scopes = ["people:read"];
    console = await startConsole({ scopes, answers: answersWith("x") });
    await console.get("/people");
    expect((await console.get("/sessions")).status).toBe(403);
    scopes.push("sessions:read");
    expect((await console.get("/sessions")).status).toBe(200);
  });

  it("co.2: an act whose right was lost is refused, and so is its page", async () => {
    let isLost = false;
    const answer = (body: unknown) => () => (isLost ? problem(403) : body);
    const { readPerson, disablePerson = {} } = answersWith("x") as Record<string, unknown>;
    await start({ readPerson: answer(readPerson), disablePerson: answer(disablePerson) });
    await console.get(`/people/${ID}`);
    isLost = true;
    expect((await console.post(`/people/${ID}`, { act: "disable", confirmed: "yes" })).status).toBe(403);
  });

  it("co.2: after a refusal it asks what the person may still do", async () => {
    let mayRead = true;
    await start({ listTerms: () => (mayRead ? { items: [] } : problem(403)) });
    expect((await console.get("/settings/terms")).status).toBe(200);
    mayRead = false;
    const refused = await asked(() => console.get("/settings/terms"));
    expect(refused).toEqual(["listTerms", "readCaller", "listTerms"]);
  });
});
