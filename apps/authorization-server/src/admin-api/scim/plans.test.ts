/** The plans of the statements that directories send most, in a database with many people and members. */
import { readFilter, USER_TYPE } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageOfScimUsers } from "../../stores/scim/users.ts";
import { type Organization, type ScimApi, startScim } from "./testing/scim.ts";

const MEMBERS = 5000;

let api: ScimApi;
let acme: Organization;
beforeAll(async () => {
  api = await startScim();
  acme = await api.organization("acme");
  const { pool } = api.database;
  for (let from = 1; from <= 40_000; from += 5000) {
    await pool.query(
      `INSERT INTO end_user (id, username, username_folded, created_at, updated_at)
       SELECT gen_random_uuid(), 'p' || i, 'p' || i, now(), now() FROM generate_series($1::int, $1 + 4999) i`,
      [from],
    );
  }
  await pool.query(
    `INSERT INTO organization_member
     SELECT $1, id, now() FROM end_user WHERE username LIKE 'p%' ORDER BY username LIMIT $2`,
    [acme.id, MEMBERS],
  );
  await pool.query(
    `INSERT INTO scim_user (organization_id, user_id, external_id, attributes, created_account, created_at, updated_at)
     SELECT organization_id, user_id, 'e-' || user_id, '{}', false, now(), now() FROM organization_member`,
  );
  for (const table of ["end_user", "organization_member", "scim_user"]) await pool.query(`ANALYZE ${table}`);
});
afterAll(() => api.close());

/** The blocks that the statements of a page read. */
async function blocksOf(filter: string | undefined): Promise<number[]> {
  const blocks: number[] = [];
  const explaining = {
    async query(text: string, values: unknown[]) {
      const { rows } = await api.database.pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
      const { Plan } = rows[0]["QUERY PLAN"][0];
      blocks.push(Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"]);
      return { rows: [{ count: "1" }] };
    },
  };
  const page = { filter: filter === undefined ? undefined : readFilter(filter, USER_TYPE), offset: 0, most: 100 };
  await pageOfScimUsers({ pool: explaining } as never, acme.id, page);
  return blocks;
}

describe("sc.2: lists by a unique value read few blocks", () => {
  it.each(['userName eq "p10001"', 'externalId eq "e-x"', 'userName eq "p10001" and active eq true'])(
    "%s",
    async (filter) => {
      for (const blocks of await blocksOf(filter)) expect(blocks).toBeLessThan(100);
    },
  );
});
