/** What the lists that directories ask for read, in a database with many people and members. */
import { openDatabase } from "@countersign/database";
import { readFilter, USER_TYPE } from "@countersign/scim";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openUserLists, type Page, type UserLists } from "../../../platform/stores/scim/user-lists.ts";
import { type Organization, type ScimApi, startScim } from "./testing/scim.ts";

const MEMBERS = 2000;
const LARGE = 20_000;
/** What is large, in a test. */
const LIMITS = { few: 2000, mostLookedAt: 10_000 };

let api: ScimApi;
let acme: Organization;
let large: Organization;
beforeAll(async () => {
  api = await startScim();
  acme = await api.organization("acme");
  large = await api.organization("large");
  // The login of the owner, with the time that a busy machine takes.
  const { pool, close } = openDatabase({ connectionString: api.superuserUrl, max: 1, statementTimeoutMs: 600_000 });
  await pool.query(
    `INSERT INTO end_user (id, username, username_folded, created_at, updated_at)
     SELECT gen_random_uuid(), 'p' || i, 'p' || i, now(), now() FROM generate_series(1, $1::int) i`,
    [LARGE],
  );
  const members = `INSERT INTO organization_member (organization_id, user_id, created_at)
                   SELECT $1, id, now() FROM end_user WHERE username LIKE 'p%' ORDER BY username LIMIT $2`;
  await pool.query(members, [acme.id, MEMBERS]);
  await pool.query(members, [large.id, LARGE]);
  await pool.query(
    `INSERT INTO scim_user (organization_id, user_id, external_id, attributes, created_account, created_at, updated_at)
     SELECT organization_id, user_id, 'e-' || user_id, '{}', true, now(), now() FROM organization_member`,
  );
  await pool.query("VACUUM ANALYZE");
  await close();
}, 600_000);
afterAll(() => api.close());

let lists: UserLists;
beforeEach(() => {
  lists = openUserLists(LIMITS);
});

interface Asked extends Partial<Pick<Page, "offset" | "most">> {
  readonly filter?: string;
}

/** The page, and how many blocks each of its statements read. */
async function read({ id }: Organization, { filter, offset = 0, most = 100 }: Asked) {
  const blocks: number[] = [];
  const explaining = {
    async query(text: string, values: unknown[]) {
      const { rows } = await api.database.pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
      const { Plan } = rows[0]["QUERY PLAN"][0];
      blocks.push(Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"]);
      return api.database.pool.query(text, values);
    },
  };
  const page = { filter: filter === undefined ? undefined : readFilter(filter, USER_TYPE), offset, most };
  return { ...(await lists({ pool: explaining } as never, id, page)), blocks };
}

describe("sc.2: lists by a unique value read few blocks", () => {
  it.each(['userName eq "p1001"', 'externalId eq "e-x"', 'userName eq "p1001" and active eq true'])(
    "%s",
    async (filter) => {
      for (const one of (await read(acme, { filter })).blocks) expect(one).toBeLessThan(100);
    },
  );
});

describe("A13, RFC 7644 §3.4.2.4: lists of a large organization", () => {
  it("count only from indexes, once a minute", async () => {
    const first = await read(large, {});
    expect([first.total, first.users.length]).toEqual([LARGE, 100]);
    // Reading each user would take more than a block each.
    expect(Math.max(...first.blocks)).toBeLessThan(LARGE / 10);
    const second = await read(large, { offset: 100 });
    expect([second.total, second.blocks.length]).toEqual([LARGE, 1]);
    expect(second.blocks[0]).toBeLessThan(2000);
  });

  it("skip the rows before a page only in indexes, and begin the next page where this one ended", async () => {
    const offset = LARGE - 1000;
    const deep = await read(large, { offset });
    expect(Math.max(...deep.blocks)).toBeLessThan(LARGE / 10);
    const next = await read(large, { offset: offset + 100 });
    expect(next.blocks).toHaveLength(1);
    expect(next.blocks[0]).toBeLessThan(2000);
    lists = openUserLists(LIMITS);
    expect(next.users).toEqual((await read(large, { offset: offset + 100 })).users);
    expect((await read(large, { offset: LARGE })).users).toEqual([]);
  });

  it("A1: count the people who wait for their deletion, and none whom the directory removed", async () => {
    const { users } = await read(acme, { most: 2 });
    const [waits, removed] = users.map(({ id }) => id);
    await api.rows("UPDATE end_user SET deletion_due_at = '2030-01-02T00:00:00Z' WHERE id = $1", [waits]);
    await api.rows("DELETE FROM organization_member WHERE organization_id = $1 AND user_id = $2", [acme.id, removed]);
    // The directory ended the membership: the person is shown as inactive, until the directory removes them.
    expect(await read(acme, { most: 2 })).toMatchObject({ total: MEMBERS, users: [{ id: waits }, { id: removed }] });
    await api.rows("UPDATE scim_user SET deleted_at = now() WHERE organization_id = $1 AND user_id = $2", [
      acme.id,
      removed,
    ]);
    const after = await read(acme, { most: 2 });
    expect([after.total, after.users[0]?.id, after.users[1]?.id === removed]).toEqual([MEMBERS - 1, waits, false]);
    // A person who is a member again has none of the attributes that the directory had set.
    await api.rows("INSERT INTO organization_member (organization_id, user_id, created_at) VALUES ($1, $2, now())", [
      acme.id,
      removed,
    ]);
    const again = await read(acme, { most: 2 });
    expect([again.total, again.users[1]]).toMatchObject([MEMBERS, { id: removed, externalId: null }]);
  });

  it("§3.12: are refused with tooMany if no index answers their filter", async () => {
    await expect(read(large, { filter: 'userName co "p1"' })).rejects.toMatchObject({
      scimType: "tooMany",
      status: 400,
    });
    const filtered = await read(acme, { filter: 'userName co "p1"', most: 10 });
    expect(filtered.users).toHaveLength(10);
    expect(filtered.total).toBeGreaterThan(500);
  });

  it("go through every user once, page by page", async () => {
    const ids = new Set<string>();
    let pages = 0;
    for (let offset = 0; offset < LARGE; offset += 1000) {
      for (const { id } of (await read(large, { offset, most: 1000 })).users) ids.add(id);
      pages += 1;
    }
    expect([ids.size, pages]).toEqual([LARGE, LARGE / 1000]);
  });
});
