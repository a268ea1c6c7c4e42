import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi } from "../../api/testing/api.ts";

let api: Api;
let token: string;
let role: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("people:read", "roles:read", "organizations:read");
  role = await fill();
});
afterAll(() => api.close());

const idOf = (n: number | "n") =>
  `overlay(overlay(md5('person ' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;
const ID = idOf("n");

/**
const idOf = (n: number | "n") =>
  `overlay(overlay(md5('person ' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;
 * role, and each thirteenth has it by a group. Usernames are in the order of the numbers, ids are not.
 */
async function fill(): Promise<string> {
  await api.rows(
    `INSERT INTO end_user (id, username, name, email, email_canonical, created_at, updated_at, disabled_at)
     SELECT ${ID}, 'p' || lpad(n::text, 5, '0'), 'Name ' || n, 'p' || n || '@example.org',
            'p' || n || '@example.org', timestamptz '2020-01-01Z' + n * interval '1 minute', now(),
            CASE WHEN n % 7 = 0 THEN now() END
       FROM generate_series(1, 5000) n`,
  );
  await api.rows(
    `INSERT INTO passkey (id, user_id, credential_id, public_key, alg, sign_count, transports, aaguid, backup_eligible,
                          backed_up, "use", rp_id, name, created_at)
     SELECT md5('key ' || n)::uuid, ${ID}, n::text::bytea, '', -7, 0, '{}', md5('')::uuid, false,
            false, 'sign-in', 'localhost', 'key', now() FROM generate_series(3, 5000, 3) n`,
  );
  await api.rows(
    `INSERT INTO totp_factor
       (id, user_id, name, sealed_secret, key_encryption_key_id, last_step, last_used_at, created_at)
     SELECT md5('app ' || n)::uuid, ${ID}, 'app', '', 'k', 0, now(), now()
       FROM generate_series(5, 5000, 5) n`,
  );
  const [found] = await api.rows("SELECT id::text FROM role ORDER BY resource, name LIMIT 1");
  const id = String(found?.id);
  const group = randomUUID();
  await api.rows("INSERT INTO user_group (id, name, name_key, created_at) VALUES ($1, 'g', 'g', now())", [group]);
  await api.rows(
    `INSERT INTO group_member (group_id, user_id, created_at)
     SELECT $1, ${ID}, now() FROM generate_series(13, 5000, 13) n`,
    [group],
  );
  await api.rows(
    `INSERT INTO role_assignment (id, role_id, user_id, group_id, created_at)
     VALUES (gen_random_uuid(), $1, ${idOf(1)}, NULL, now()),
            (gen_random_uuid(), $1, ${idOf(13)}, NULL, now()), (gen_random_uuid(), $1, NULL, $2, now())`,
    [id, group],
  );
  await api.rows("ANALYZE");
  return id;
}

/** The numbers of the people whom the pages of a list have. */
async function found(query: string): Promise<number[]> {
  const usernames: string[] = [];
  let cursor = "";
  do {
    const { status, body } = await api.call(`/people?limit=200&${query}${cursor}`, { token });
    expect(status).toBe(200);
    usernames.push(...body.items.map(({ username }: { username: string }) => username));
    cursor = body.next_cursor === undefined ? "" : `&cursor=${body.next_cursor}`;
  } while (cursor !== "");
  return usernames.filter((name) => /^p\d+$/.test(name)).map((name) => Number(name.slice(1)));
}

const numbers = (matches: (n: number) => boolean) => Array.from({ length: 5000 }, (_, n) => n + 1).filter(matches);
const sorted = (list: readonly number[]) => list.toSorted((a, b) => a - b);
const hasRole = (n: number) => n === 1 || n % 13 === 0;
const isAfter = (n: number) => n > 4000;
const AFTER = `created_after=${new Date(Date.parse("2020-01-01T00:00:00Z") + 4000 * 60_000).toISOString()}`;

describe("ad.6: every filter, by itself and with others, finds each person once", () => {
  it.each<[string, (n: number) => boolean]>([
    ["factor=passkey", (n) => n % 3 === 0],
    ["factor=authenticator_app", (n) => n % 5 === 0],
    ["factor=none", (n) => n % 3 !== 0 && n % 5 !== 0],
    ["factor=passkey&status=disabled", (n) => n % 3 === 0 && n % 7 === 0],
    ["role=ROLE", hasRole],
    ["role=ROLE&factor=passkey", (n) => hasRole(n) && n % 3 === 0],
    ["role=ROLE&status=enabled", (n) => hasRole(n) && n % 7 !== 0],
    ["role=ROLE&q=p049", (n) => hasRole(n) && n >= 4900 && n < 5000],
    ["role=ROLE&q=0490", (n) => hasRole(n) && n >= 4900 && n < 4910],
    ["q=00499", (n) => n === 499],
    ["q=AME%20499", (n) => /^499/.test(String(n))],
    ["q=99@EXAMPLE", (n) => n % 100 === 99],
    ["q=p_049", () => false],
    ["q=%2599@", () => false],
    ["q=name%2049&factor=none", (n) => /^49/.test(String(n)) && n % 3 !== 0 && n % 5 !== 0],
    [AFTER, isAfter],
    [`${AFTER}&sort=-created_at&role=ROLE`, (n) => isAfter(n) && hasRole(n)],
    [`${AFTER}&q=p4&status=disabled`, (n) => isAfter(n) && /^4/.test(String(n)) && n % 7 === 0],
    ["sort=-created_at&q=p0499", (n) => n >= 4990 && n < 5000],
    ["status=disabled&q=p", (n) => n % 7 === 0],
  ])("%s", async (query, matches) => {
    expect(sorted(await found(query.replace("ROLE", role)))).toEqual(numbers(matches));
  });

  it("ids are those of a hundred people at most", async () => {
    const rows = await api.rows("SELECT id::text FROM end_user WHERE username IN ('p00007', 'p00009')");
    const ids = rows.map(({ id }) => id).join(",");
    expect(sorted(await found(`ids=${ids},${randomUUID()}`))).toEqual([7, 9]);
    expect(await found(`ids=${ids}&status=disabled`)).toEqual([7]);
  });

  it("the sort counts where it is said", async () => {
    expect((await found("factor=passkey&sort=username")).slice(0, 2)).toEqual([3, 6]);
    expect((await found("factor=passkey&sort=-created_at")).slice(0, 2)).toEqual([4998, 4995]);
  });

  it("22: a total says how many match, up to 10,000, and 5,000 of a search", async () => {
    const totalOf = async (query: string) =>
      (await api.call(`/people?limit=1&with_total=yes&${query}`, { token })).body.total;
    expect(await totalOf("q=99@example")).toEqual({ count: 50, is_more: false });
    expect(await totalOf(`role=${role}`)).toEqual({ count: numbers(hasRole).length, is_more: false });
    expect(await totalOf("q=p0")).toEqual({ count: 5000, is_more: false });
    await api.rows(
      `INSERT INTO end_user (id, username, created_at, updated_at)
       SELECT gen_random_uuid(), 'more-' || n, now(), now() FROM generate_series(1, 10001) n`,
    );
    expect(await totalOf("q=more-")).toEqual({ count: 5000, is_more: true });
    expect(await totalOf("sort=username")).toEqual({ count: 10_000, is_more: true });
    const { body } = await api.call("/people?q=more-10&limit=200", { token });
    expect(body.items).toHaveLength(113);
    await api.rows("UPDATE end_user SET disabled_at = now() WHERE username = 'more-10001'");
    const disabled = await api.call("/people?q=more-&status=disabled", { token });
    expect(disabled.body.items.map(({ username }: { username: string }) => username)).toEqual(["more-10001"]);
    await api.rows("DELETE FROM end_user WHERE username LIKE 'more-%'");
  });

  it("23: a page leads back to the one before it, up to the first", async () => {
    const usernames: string[][] = [];
    let cursor: string | undefined = "";
    const open = async () => {
      const { body } = await api.call(`/people?q=p&limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`, { token });
      usernames.push(body.items.map(({ username }: { username: string }) => username));
      return body;
    };
    for (const turn of ["next", "next", "previous", "previous", "none"]) cursor = (await open())[`${turn}_cursor`];
    const [first, second, third] = usernames;
    expect(usernames).toEqual([first, second, third, second, first]);
    expect([first?.[0], second?.[0], third?.[0]]).toEqual(["p00001", "p00004", "p00007"]);
    expect((await api.call("/people?q=p&limit=3", { token })).body).not.toHaveProperty("previous_cursor");
  });

  it("21: a user is found by their ID, or by that of the system which they were imported from, once", async () => {
    await api.rows(
      `INSERT INTO imported_person (source, external_id, user_id, imported_at)
       VALUES ('first', 'e-1', ${idOf(8)}, now()), ('second', 'e-1', ${idOf(9)}, now()),
              ('second', 'p00499', ${idOf(499)}, now()), ('third', 'p0499', ${idOf(10)}, now())`,
    );
    const [row] = await api.rows(`SELECT ${idOf(7)}::text AS id`);
    const id = String(row?.id);
    expect(await found(`q=${id}`)).toEqual([7]);
    expect(await found(`q=%20${id.toUpperCase()}%20&status=disabled`)).toEqual([7]);
    expect(await found(`q=${id}&status=enabled`)).toEqual([]);
    expect(await found(`q=${id}&sort=-created_at`)).toEqual([7]);
    expect(await found(`q=${randomUUID()}`)).toEqual([]);
    expect(sorted(await found("q=e-1"))).toEqual([8, 9]);
    expect(await found("q=p00499")).toEqual([499]);
    expect(sorted(await found("q=p0499"))).toEqual([10, ...numbers((n) => n >= 4990 && n < 5000)]);
    expect(await found(`q=e-1&ids=${id}`)).toEqual([]);
    const counted = await api.call("/people?q=p0499&limit=1&with_total=yes", { token });
    expect(counted.body.total).toEqual({ count: 11, is_more: false });
  });

  it("a user is found by a part of the given or family name, which the name does not have", async () => {
    await api.rows(
      `UPDATE end_user SET name = NULL, given_name = 'Mila', family_name = 'Sørensen' WHERE id = ${idOf(7)}`,
    );
    await api.rows(`UPDATE end_user SET family_name = 'Sørby' WHERE id = ${idOf(8)}`);
    expect(sorted(await found("q=S%C3%98R"))).toEqual([7, 8]);
    expect(await found("q=ila%20s%C3%B8rens")).toEqual([7]);
    expect(await found("q=mila&status=disabled")).toEqual([7]);
    expect(await found("q=mila&status=enabled")).toEqual([]);
    expect(sorted(await found("q=s%C3%B8r&sort=-created_at"))).toEqual([7, 8]);
    const counted = await api.call("/people?q=s%C3%B8r&limit=1&with_total=yes", { token });
    expect(counted.body.total).toEqual({ count: 2, is_more: false });
    await api.rows("UPDATE end_user SET given_name = NULL, family_name = NULL");
  });

  it("a user is found by the whole ID that a directory has for them, in whichever organization", async () => {
    await api.rows(
      `INSERT INTO organization (id, slug, name, created_at)
       SELECT md5('org ' || n)::uuid, 'org-' || n, 'Org', now() FROM generate_series(1, 2) n`,
    );
    await api.rows(
      `INSERT INTO scim_user
         (organization_id, user_id, external_id, attributes, created_account, created_at, updated_at)
       VALUES (md5('org 1')::uuid, ${idOf(11)}, 'hr-0815', '{}', false, now(), now()),
              (md5('org 2')::uuid, ${idOf(12)}, 'hr-0815', '{}', false, now(), now())`,
    );
    expect(sorted(await found("q=hr-0815"))).toEqual([11, 12]);
    expect(await found("q=hr-081")).toEqual([]);
    const everywhere = await api.call("/search?q=hr-0815", { token });
    expect(everywhere.body.people).toHaveLength(2);

    const helpdesk = await api.tokenOf("people:read");
    for (const path of ["/people", "/search"]) {
      const { body } = await api.call(`${path}?q=hr-0815`, { token: helpdesk });
      expect(body.items ?? body.people).toEqual([]);
    }
    await api.rows(
      `INSERT INTO scim_user
         (organization_id, user_id, external_id, attributes, created_account, created_at, updated_at)
       VALUES (md5('org 2')::uuid, ${idOf(13)}, 'hr-0815', '{}', false, now(), now())`,
    );
    expect(await found("q=hr-0815")).toEqual([11]);
  });

  it.each(["end_user_search", "end_user_names_search"])(
    "without the index %s, a text is the beginning",
    async (index) => {
      await api.rows(`ALTER INDEX ${index} RENAME TO away`);
      expect(await found("q=AME%20499")).toEqual([]);
      expect(sorted(await found("q=name%20499"))).toEqual(numbers((n) => /^499/.test(String(n))));
      await api.rows(`ALTER INDEX away RENAME TO ${index}`);
    },
  );

  it("a page that found few says where it goes on", async () => {
    const { body } = await api.call(`/people?sort=username&role=${role}&q=p0&status=enabled&limit=2`, { token });
    expect(body.items.map(({ username }: { username: string }) => username)).toEqual(["p00001", "p00013"]);
    const rare = await api.call(`/people?sort=-created_at&role=${randomUUID()}`, { token });
    expect([rare.body.items.length, typeof rare.body.next_cursor]).toEqual([0, "string"]);
  });

  it("each one says with what it is signed in", async () => {
    const { body } = await api.call("/people?q=p0001&limit=10", { token });
    const ways = Object.fromEntries(
      body.items.map((one: { username: string; signs_in_with: string[] }) => [one.username, one.signs_in_with]),
    );
    expect(ways).toMatchObject({
      p00011: [],
      p00012: ["passkey"],
      p00010: ["authenticator_app"],
      p00015: ["passkey", "authenticator_app"],
    });
  });

  it("the filter by role needs the scope of roles", async () => {
    const other = await api.tokenOf("people:read");
    expect((await api.call(`/people?role=${role}`, { token: other })).status).toBe(403);
  });
});
