import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../operation-table.ts";
import { ADMIN_SCOPES } from "../scopes.ts";
import { type Api, startApi } from "../testing/api.ts";
import { writeCursor } from "./cursor.ts";

const LISTS = OPERATIONS.filter(({ isList }) => isList === true).map((list) => [list.id, list] as const);

let api: Api;
let token: string;
/** A cursor of this caller for the list of people. */
let cursor: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf(...ADMIN_SCOPES);
  cursor = (await api.call("/people?limit=1", { token })).body.next_cursor;
});
afterAll(() => api.close());

const placeOf = (path: string) => path.replace(/:\w+/g, randomUUID());
/** An address of a path, and what it has for the parameters. */
function placed(path: string) {
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, randomUUID()]));
  return { params, address: path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "") };
}
const refused = async (path: string, query: string) => {
  const { status, body } = await api.call(`${placeOf(path)}?${query}`, { token });
  return [query.slice(0, 40), status, body.type];
};

describe("api-04, api-05: every list refuses cursors and parameters of another list", () => {
  it.each(LISTS)("%s", async (_, { path, query }) => {
    const other =
      path === "/people" ? `cursor=${encodeURIComponent(cursor)}&q=x` : `cursor=${encodeURIComponent(cursor)}`;
    const texts = Object.keys(query?.shape ?? {}).map((name) => `${name}=${"x".repeat(10_240)}`);
    const wrong = [
      ...["cursor=", "cursor=%25%27--", "cursor=a.b", other],
      ...[
        "limit=0",
        "limit=201",
        "limit=1e9",
        "limit=1e2",
        "limit=0x10",
        "limit=",
        "limit=%2010",
        "limit=%271%27",
        "limit=1&limit=2",
      ],
      ...["offset=1", "sort=password_hash", "sort=id;--", "__proto__=1", ...texts],
    ];
    for (const one of wrong) {
      expect(await refused(path, one)).toEqual([one.slice(0, 40), 400, "urn:countersign:problem:invalid-request"]);
    }
  });

  it("lists are many", () => {
    expect(LISTS.length).toBeGreaterThan(10);
  });
});

describe("api-04: a list below an id refuses cursors of the same list of another id", () => {
  const below = LISTS.filter(([, { path }]) => path.includes(":"));

  it.each(below)("%s", async (operation, { path, query }) => {
    const { id } = await api.programOf(...ADMIN_SCOPES);
    const own = await api.tokenFor({ id, secret: "secret of a program", scope: ADMIN_SCOPES.join(" ") });
    const [mine, others] = [placed(path), placed(path)];
    const { cursor: _, limit: __, ...filter } = query?.parse({}) ?? {};
    const cursorFor = (params: Readonly<Record<string, string>>) => {
      const owner = { operation, caller: `client ${id}`, params, filter };
      return encodeURIComponent(writeCursor({ place: ["a", "b"], trail: [] }, owner, api.administration.sealedTexts));
    };
    const isRefusedAt = async (address: string, cursor: string) => {
      const { body } = await api.call(`${address}?cursor=${cursor}`, { token: own });
      return (body.errors ?? []).some(({ pointer }: { readonly pointer: string }) => pointer === "#/query/cursor");
    };
    expect(await isRefusedAt(mine.address, cursorFor(mine.params))).toBe(false);
    expect(await isRefusedAt(mine.address, cursorFor(others.params))).toBe(true);
  });

  it("they are several", () => {
    expect(below.length).toBeGreaterThan(5);
  });
});

describe("23: a page leads back to the one before it, up to the first, with its filter", () => {
  beforeAll(async () => {
    await api.rows(
      `INSERT INTO audit_event (at, type, actor, client_id, detail)
       SELECT now() - n * interval '1 microsecond', 'sign_in_failed', 'user', 'shop-' || n % 3, '{}'
         FROM generate_series(1, 40) n`,
    );
    await api.rows(
      `INSERT INTO browser_session (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at)
       SELECT gen_random_uuid(), sha256(n::text::bytea), u.id, now() - n * interval '1 microsecond', '2100-01-01',
              '2100-01-01'
         FROM generate_series(1, 20) n, (SELECT id FROM end_user LIMIT 1) u`,
    );
    await api.rows(
      `INSERT INTO mail_delivery (id, kind, language, address, message_id, attempts, expires_at, created_at)
       SELECT gen_random_uuid(), 'sign-up-code', 'en', 'ann@example.org', n, 0, now(), now() - n * interval '1 second'
         FROM generate_series(1, 20) n`,
    );
  });

  it.each([
    ["/sessions?limit=3"],
    ["/audit?limit=3"],
    ["/audit?type=sign_in_failed&client_id=shop-1&limit=3"],
    ["/mails?state=failed&address=ann%40example.org&limit=3"],
  ])("%s", async (path) => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    for (const turn of ["next", "next", "next", "previous", "previous", "previous", "none"]) {
      const { body } = await api.call(cursor === undefined ? path : `${path}&cursor=${encodeURIComponent(cursor)}`, {
        token,
      });
      pages.push(body.items.map(({ id }: { id: string }) => id));
      cursor = body[`${turn}_cursor`];
      expect("previous_cursor" in body).toBe(pages.length > 1 && pages.length < 7);
    }
    const [first = [], second = [], third = [], fourth = []] = pages;
    expect(pages).toEqual([first, second, third, fourth, third, second, first]);
    expect(new Set([...first, ...second, ...third, ...fourth]).size).toBe(12);
  });
});
