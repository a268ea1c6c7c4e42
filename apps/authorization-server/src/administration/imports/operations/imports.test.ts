import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { purgeAll } from "../../../../testing/purge.ts";
import { ADMIN_SCOPES } from "../../api/scopes.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { addGroup, addGroupMember } from "../../groups/groups.ts";
import { addOrganizationMember, giveOrganizationRole } from "../../organizations/organization-members.ts";
import { addOrganization } from "../../organizations/organizations.ts";
import { addRole, assignRole } from "../../roles/roles.ts";
import { findRoleNamed } from "../../roles/store.ts";
import { runImportJobs } from "../run-jobs.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("people:read", "people:write");
});
afterAll(() => api.close());

const post = (path: string, body?: unknown) => api.call(path, { method: "POST", token, body });
const read = async (id: string) => (await api.call(`/imports/${id}`, { token })).body;
const jobs = () =>
  runImportJobs({ ...api.deps, administration: ADMIN_SCOPES, administrationApi: api.deps.administration });
const rows = (text: string, values: readonly unknown[] = []) => api.rows(text, [...values]);

const line = (username: string, more: object = {}) =>
  `${JSON.stringify({ external_id: `id of ${username}`, username, ...more })}\n`;

/** Runs the job for one piece: the run ends because its time is over. */
async function onePiece(): Promise<number> {
  const { performance } = globalThis;
  const at = performance.now();
  const times = [at, at, at + 60_000];
  const real = performance.now.bind(performance);
  performance.now = () => times.shift() ?? real() + 60_000;
  return jobs().finally(() => {
    performance.now = real;
  });
}

/** An import job with these lines that is not started yet. */
async function received(text: string, options: object = {}): Promise<string> {
  const { body } = await post("/imports", { source: randomUUID(), ...options });
  expect((await post(`/imports/${body.id}/lines`, { first: 1, text })).status).toBe(200);
  return body.id;
}

describe("im.1, ad.11: an import by the administration API", () => {
  it("is received, checked and imported, with progress and a report by line", async () => {
    const id = await received(`${line("one.job")}${line("two words")}\n`);
    const sent = await post(`/imports/${id}/lines`, { first: 4, text: line("two.job") });
    expect(sent.body).toMatchObject({ state: "receiving", lines: 4, seen: 0 });

    expect((await post(`/imports/${id}/start`, { check: true })).body.state).toBe("checking");
    await jobs();
    const result = { lines: 4, seen: 3, added: 2, changed: 0, unchanged: 0, refused: 1 };
    expect(await read(id)).toMatchObject({ state: "checked", ...result, finished_at: null });
    expect(await rows("SELECT FROM end_user WHERE username LIKE '%.job'")).toEqual([]);
    const refusals = [{ line: 2, problem: "malformed", detail: expect.stringContaining("username") }];
    expect((await api.call(`/imports/${id}/refusals`, { token })).body.items).toEqual(refusals);

    expect((await post(`/imports/${id}/start`, { check: false })).body).toMatchObject({ state: "running", seen: 0 });
    await jobs();
    expect(await read(id)).toMatchObject({ state: "done", ...result, finished_at: expect.any(String) });
    expect((await api.call(`/imports/${id}/refusals`, { token })).body.items).toEqual(refusals);
    expect(await rows("SELECT FROM end_user WHERE username LIKE '%.job'")).toHaveLength(2);
    expect(await rows("SELECT FROM import_piece WHERE job_id = $1", [id])).toEqual([]);
  });

  it("is audited with who did it, each person too", async () => {
    const id = await received(line("audited.job"));
    await post(`/imports/${id}/start`, { check: false });
    await jobs();
    const [client] = await rows(
      "SELECT actor_id FROM audit_event WHERE type = 'import_added' AND detail ->> 'import' = $1",
      [id],
    );
    const events = await rows(
      `SELECT type, actor, actor_id FROM audit_event
        WHERE detail ->> 'import' = $1 OR user_id = (SELECT id FROM end_user WHERE username = 'audited.job')
        ORDER BY id`,
      [id],
    );
    const types = ["import_added", "import_lines_received", "import_started", "user_added", "people_imported"];
    expect(events).toEqual(types.map((type) => ({ type, actor: "client", actor_id: client?.actor_id })));
  });

  it("of 10,000 lines is done in pieces", { timeout: 120_000 }, async () => {
    const { body } = await post("/imports", { source: "many" });
    for (let first = 1; first <= 10_000; first += 1000) {
      const text = Array.from({ length: 1000 }, (_, n) => line(`many${first + n}.job`)).join("");
      expect((await post(`/imports/${body.id}/lines`, { first, text })).status).toBe(200);
    }
    await post(`/imports/${body.id}/start`, { check: false });
    while ((await jobs()) > 0);
    expect(await read(body.id)).toMatchObject({
      state: "done",
      lines: 10_000,
      seen: 10_000,
      added: 10_000,
      refused: 0,
    });
  });

  it("its list has pages, the newest first, and its report has, too", async () => {
    const id = await received(Array.from({ length: 5 }, () => "{}\n").join(""));
    await post(`/imports/${id}/start`, { check: true });
    await jobs();
    const first = (await api.call(`/imports/${id}/refusals?limit=3`, { token })).body;
    const cursor = encodeURIComponent(first.next_cursor);
    const second = (await api.call(`/imports/${id}/refusals?limit=3&cursor=${cursor}`, { token })).body;
    expect([...first.items, ...second.items].map((one) => one.line)).toEqual([1, 2, 3, 4, 5]);
    await post(`/imports/${id}/cancel`);

    const newest = (await api.call("/imports?limit=1", { token })).body;
    const next = (await api.call(`/imports?limit=1&cursor=${encodeURIComponent(newest.next_cursor)}`, { token })).body;
    expect(next.items).toHaveLength(1);
    expect(next.items[0].id).not.toBe(newest.items[0].id);
  });
});

describe("C2: an import goes on while who started it may import people", () => {
  it.each([
    ["is disabled", "UPDATE client SET disabled_at = now() WHERE id = $1"],
    ["may not import any more", "UPDATE client SET scopes = '{people:read}' WHERE id = $1"],
  ])("and ends when that program %s, with the reason in the audit log", async (name, ends) => {
    const usernames = [`begun.${name.length}.job`, `left.${name.length}.job`];
    const id = await received(`${line(usernames[0] ?? "")}${"\n".repeat(99)}${line(usernames[1] ?? "")}`);
    const starting = await api.programOf("people:write");
    const starter = await api.tokenFor(starting);
    await api.call(`/imports/${id}/start`, { method: "POST", token: starter, body: { check: false } });
    expect(await onePiece()).toBe(1);
    await rows(ends, [starting.id]);
    await jobs();
    expect(await read(id)).toMatchObject({ state: "cancelled", added: 1 });
    const found = await rows("SELECT username FROM end_user WHERE username = ANY ($1)", [usernames]);
    expect(found).toEqual([{ username: usernames[0] }]);
    expect(await rows("SELECT FROM import_piece WHERE job_id = $1", [id])).toEqual([]);
    const [event] = await rows("SELECT type, actor, detail FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(event).toMatchObject({
      type: "import_cancelled",
      actor: "schedule",
      detail: { import: id, reason: "starter" },
    });
  });
});

describe("im.1: the states of an import", () => {
  it("can be cancelled while it runs: what was imported stays, and its lines are deleted", async () => {
    const text = Array.from({ length: 250 }, (_, n) => line(`cancelled${n}.job`)).join("");
    const id = await received(text);
    await post(`/imports/${id}/start`, { check: false });
    await onePiece();
    expect((await post(`/imports/${id}/cancel`)).body).toMatchObject({ state: "cancelled", added: 100 });
    expect(await jobs()).toBe(0);
    expect(await rows("SELECT FROM end_user WHERE username LIKE 'cancelled%.job'")).toHaveLength(100);
    expect(await rows("SELECT FROM import_piece WHERE job_id = $1", [id])).toEqual([]);
    expect((await post(`/imports/${id}/cancel`)).status).toBe(409);
  });

  it("refuses lines that are not the next ones, and names those; a repeated request changes nothing", async () => {
    const id = await received(line("next.job"));
    const again = await post(`/imports/${id}/lines`, { first: 1, text: line("next.job") });
    expect([again.status, again.body.detail]).toEqual([409, "the next line is number 2"]);
    expect((await read(id)).lines).toBe(1);
    await post(`/imports/${id}/cancel`);
  });

  it.each(["cancel", "start"])("refuses lines after %s", async (act) => {
    const id = await received(line("late.job"));
    await post(`/imports/${id}/${act}`, act === "start" ? { check: true } : undefined);
    expect((await post(`/imports/${id}/lines`, { first: 2, text: line("later.job") })).status).toBe(409);
    await post(`/imports/${id}/cancel`);
  });

  it("refuses to start without lines, and twice", async () => {
    const { body } = await post("/imports", { source: "empty" });
    expect((await post(`/imports/${body.id}/start`, { check: true })).status).toBe(409);
    await post(`/imports/${body.id}/lines`, { first: 1, text: line("start.job") });
    await post(`/imports/${body.id}/start`, { check: false });
    expect((await post(`/imports/${body.id}/start`, { check: false })).status).toBe(409);
    await jobs();
  });

  it("at most ten are not finished", async () => {
    const made: string[] = [];
    for (let n = 0; n < 10; n++) made.push((await post("/imports", { source: "open" })).body.id);
    expect((await post("/imports", { source: "open" })).status).toBe(409);
    for (const id of made) await post(`/imports/${id}/cancel`);
  });

  it("one whose piece cannot be opened fails after five attempts, and others go on", async () => {
    const id = await received(line("broken.job"));
    await rows("UPDATE import_piece SET sealed_lines = '\\x00' WHERE job_id = $1", [id]);
    await post(`/imports/${id}/start`, { check: false });
    for (let n = 0; n < 5; n++) await expect(jobs()).rejects.toThrow();
    expect(await read(id)).toMatchObject({ state: "failed", finished_at: expect.any(String) });
    expect(await jobs()).toBe(0);
  });

  it("A16: a line that the database refuses is refused, and the others are imported", async () => {
    await rows(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'this row is broken'; END $$`,
    );
    const refuse = "CREATE TRIGGER refuse BEFORE INSERT ON end_user FOR EACH ROW";
    const names = Array.from({ length: 250 }, (_, n) => (n === 130 ? "broken.line" : `whole${n}.line`));
    const id = await received(names.map((name) => line(name)).join(""));
    await post(`/imports/${id}/start`, { check: false });
    await rows(`${refuse} WHEN (NEW.username = 'broken.line') EXECUTE FUNCTION refuse()`);
    try {
      for (let n = 0; n < 4; n++) await expect(jobs()).rejects.toThrow();
      expect(await jobs()).toBeGreaterThan(0);
    } finally {
      await rows("DROP TRIGGER refuse ON end_user");
    }
    expect(await read(id)).toMatchObject({ state: "done", seen: 250, added: 249, refused: 1 });
    expect(await rows("SELECT line, problem FROM import_refusal WHERE job_id = $1", [id])).toEqual([
      { line: 131, problem: "failed" },
    ]);
  });

  it("a piece of which every line fails ends its import", async () => {
    const id = await received(Array.from({ length: 50 }, (_, n) => line(`every${n}.line`)).join(""));
    await post(`/imports/${id}/start`, { check: false });
    await rows("CREATE TRIGGER refuse BEFORE INSERT ON end_user FOR EACH ROW EXECUTE FUNCTION refuse()");
    for (let n = 0; n < 5; n++) await expect(jobs()).rejects.toThrow();
    await rows("DROP TRIGGER refuse ON end_user; DROP FUNCTION refuse");
    expect(await read(id)).toMatchObject({ state: "failed", added: 0 });
  });

  it("two replicas import each piece once", async () => {
    const id = await received(Array.from({ length: 450 }, (_, n) => line(`replica${n}.job`)).join(""));
    await post(`/imports/${id}/start`, { check: false });
    await Promise.all([jobs(), jobs()]);
    await jobs();
    expect(await read(id)).toMatchObject({ state: "done", seen: 450, added: 450, unchanged: 0, refused: 0 });
  });

  it("one that is left lying is deleted after a day, a finished one after thirty", async () => {
    const left = await received(line("left.job"));
    const finished = await received(line("finished.job"));
    await post(`/imports/${finished}/cancel`);
    const inDays = (days: number) => new Date(api.clock.now.getTime() + days * 86_400_000);
    await purgeAll(api.database, inDays(2));
    expect((await api.call(`/imports/${left}`, { token })).status).toBe(404);
    expect((await api.call(`/imports/${finished}`, { token })).status).toBe(200);
    await purgeAll(api.database, inDays(31));
    expect((await api.call(`/imports/${finished}`, { token })).status).toBe(404);
  });
});

describe("ad.14, api-02: an import changes nothing that its caller may not change", () => {
  it("gives no role, and does not change the account of an administrator", async () => {
    const source = randomUUID();
    const first = await received(line("chief.job"), { source });
    await post(`/imports/${first}/start`, { check: false });
    await jobs();
    const [chief] = await rows("SELECT id FROM end_user WHERE username = 'chief.job'");
    const owner = { resource: adminResource, name: "owner" };
    const by = byOperatorAt(api.clock.now);
    expect(await assignRole(api.database, owner, { userId: String(chief?.id) }, by)).toBe(true);

    const password_hash = `$2b$10$${"a".repeat(53)}`;
    const text = `${line("chief.job", { password_hash })}${line("heir.job", { roles: ["owner"] })}`;
    const second = await received(text, { source });
    await post(`/imports/${second}/start`, { check: false });
    await jobs();
    const { items } = (await api.call(`/imports/${second}/refusals`, { token })).body;
    expect(items).toMatchObject([{ problem: "administrator" }, { problem: "malformed" }]);
    expect(await rows("SELECT FROM end_user WHERE password_hash = $1", [password_hash])).toEqual([]);
  });

  it("does not change the account of an administrator of an organization, by themselves or by a group", async () => {
    const [source, by, { database }] = [randomUUID(), byOperatorAt(api.clock.now), api];
    const first = await received(`${line("head.job")}${line("deputy.job")}`, { source });
    await post(`/imports/${first}/start`, { check: false });
    await jobs();
    const organizationId = (await addOrganization(database, { slug: "jobs", name: "Jobs" }, by)) ?? "";
    const scopes = ["organizations:write"];
    await addRole(database, { resource: adminResource, name: "local", scopes, inOrganizations: true }, by);
    const roleId = (await findRoleNamed(database, { resource: adminResource, name: "local" }))?.id ?? "";
    const people = await rows("SELECT id FROM end_user WHERE username IN ('head.job', 'deputy.job') ORDER BY 1");
    const [head = "", deputy = ""] = people.map(({ id }) => String(id));
    for (const userId of [head, deputy]) await addOrganizationMember(database, { organizationId, userId }, by);
    await addGroup(database, "Deputies", by, organizationId);
    const [group] = await rows("SELECT id FROM user_group WHERE organization_id = $1", [organizationId]);
    const groupId = String(group?.id);
    await addGroupMember(database, { groupId, userId: deputy }, by);
    await giveOrganizationRole(database, { organizationId, roleId, to: { userId: head } }, by);
    await giveOrganizationRole(database, { organizationId, roleId, to: { groupId } }, by);

    const password_hash = `$2b$10$${"c".repeat(53)}`;
    const text = `${line("head.job", { password_hash })}${line("deputy.job", { password_hash })}`;
    const second = await received(text, { source });
    await post(`/imports/${second}/start`, { check: false });
    await jobs();
    const { items } = (await api.call(`/imports/${second}/refusals`, { token })).body;
    expect(items).toMatchObject([{ problem: "administrator" }, { problem: "administrator" }]);
    expect(await rows("SELECT FROM end_user WHERE password_hash = $1", [password_hash])).toEqual([]);
  });

  it("the lines are sealed while they wait", async () => {
    const password_hash = `$2b$10$${"b".repeat(53)}`;
    const id = await received(line("sealed.job", { password_hash }));
    const [piece] = await rows("SELECT sealed_lines FROM import_piece WHERE job_id = $1", [id]);
    expect(Buffer.from(piece?.sealed_lines as Uint8Array).includes(password_hash)).toBe(false);
    await post(`/imports/${id}/cancel`);
  });
});
