import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { codeFor } from "../../../../testing/flows.ts";
import { type Api, startApi } from "../testing/api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const post = (path: string, token: string, body: object) => api.call(path, { method: "POST", token, body });
const resultsOf = ({ body }: { body: { items: { result: string }[] } }) => body.items.map(({ result }) => result);

describe("4d: an act upon several applications", () => {
  it("disables and enables each, with an audit row each, and says what came of it", async () => {
    const token = await api.tokenOf("clients:read", "clients:write");
    const ids = [(await api.programOf("audit:read")).id, (await api.programOf("clients:read")).id];
    const disabled = await post("/many-clients/disable", token, { ids: [...ids, "unknown"] });
    // The first one has a scope that the caller lacks.
    expect(resultsOf(disabled)).toEqual(["refused", "done", "refused"]);
    expect(resultsOf(await post("/many-clients/disable", token, { ids: ids.slice(1) }))).toEqual(["already"]);
    expect(resultsOf(await post("/many-clients/enable", token, { ids: ids.slice(1) }))).toEqual(["done"]);
    const events = await api.rows("SELECT type FROM audit_event WHERE client_id = ANY ($1) ORDER BY id", [ids]);
    expect(events.map(({ type }) => type).slice(-2)).toEqual(["client_disabled", "client_enabled"]);
  });

  it.each([[[]], [["a", "a"]], [[""]]])("400 for %j", async (ids) => {
    const token = await api.tokenOf("clients:read", "clients:write");
    expect((await post("/many-clients/disable", token, { ids })).status).toBe(400);
  });
});

describe("4d: an act upon several sessions", () => {
  it("ends each, with an audit row each, and refuses one that has ended", async () => {
    const token = await api.tokenOf("sessions:read", "sessions:write");
    for (let n = 0; n < 3; n += 1) await codeFor(openBrowser(api.origin), "webClient");
    const listed = (await api.call("/sessions", { token })).body.items as { id: string }[];
    const [kept = "", ...ids] = listed.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const ended = await post("/sessions/end", token, { ids: [...ids, randomUUID()] });
    expect(resultsOf(ended)).toEqual(["done", "done", "refused"]);
    expect(resultsOf(await post("/sessions/end", token, { ids: ids.slice(0, 1) }))).toEqual(["refused"]);
    const left = (await api.call("/sessions", { token })).body.items as { id: string }[];
    expect(left.map(({ id }) => id)).toEqual([kept]);
    const events = await api.rows("SELECT FROM audit_event WHERE type = 'session_ended' AND user_id = $1", [api.alice]);
    expect(events).toHaveLength(2);
  });

  it("not those of a person who may do more than the caller", async () => {
    const token = await api.tokenOf("sessions:read", "sessions:write");
    await codeFor(openBrowser(api.origin), "webClient");
    const [{ id }] = (await api.call("/sessions", { token })).body.items;
    const role = "SELECT id FROM role WHERE name = 'owner'";
    await api.rows(
      `INSERT INTO role_assignment (id, role_id, user_id, created_at) VALUES (gen_random_uuid(), (${role}), $1, now())`,
      [api.alice],
    );
    const { body } = await post("/sessions/end", token, { ids: [id] });
    expect(body.items).toMatchObject([{ id, result: "refused", reason: expect.stringContaining("you lack") }]);
  });
});
