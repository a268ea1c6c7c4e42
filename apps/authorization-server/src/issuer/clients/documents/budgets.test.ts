import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noon, openWorld, type World } from "../../../../testing/world.ts";
import { type Listener, PUBLIC_HOST, startListener } from "../../../platform/outbound/testing/listener.ts";
import type { ClientDocuments } from "./documents.ts";
import { type DocumentOptions, documentOf, documentsAt, publishAt } from "./testing/documents.ts";

const address = "192.0.2.1";
let world: World;
let listener: Listener;
let fetches: string[];
let serial = 0;
/** A URL that no other test has. */
let url: string;
let documents: ClientDocuments;

beforeAll(async () => {
  world = await openWorld();
  listener = await startListener((_req, res) => res.end());
});
afterAll(async () => {
  await world.close();
  await listener.close();
});
beforeEach(() => {
  world.clock.now = noon;
  fetches = [];
  serial += 1;
  url = `https://${PUBLIC_HOST}/client-${serial}`;
  documents = open();
});

const open = (options?: DocumentOptions) => documentsAt({ world, listener, fetches }, options);
const publish = (changes: object = {}, headers?: Record<string, string>, status?: number) =>
  publishAt(listener, documentOf(url, changes), headers, status);
const ask = () => documents.forAuthorization(url, address);

describe("A6, B3: URLs that strangers make up do not keep a known client out", () => {
  beforeEach(() => publish());

  /** Uses up what unknown documents of the host may have. */
  const flood = async () => {
    for (let n = 0; n < 3; n += 1) {
      await documents.forAuthorization(`${url}/made-up-${n}`, `198.51.100.${n}`).catch(() => {});
    }
  };

  it("a known document has a budget of its own, for its host and for every address", async () => {
    documents = open({ perHost: 2, perSource: 2 });
    expect(await ask()).toMatchObject({ id: url });
    await flood();
    await expect(documents.forAuthorization(`${url}/other`, "192.0.2.9")).rejects.toMatchObject({ status: 429 });
    for (let n = 0; n < 3; n += 1) {
      world.pass(300);
      expect(await ask()).toMatchObject({ id: url });
    }
    expect(fetches.filter((wanted) => wanted === url)).toHaveLength(4);
  });

  it("a pinned URL has it before it was fetched for the first time", async () => {
    documents = open({ perHost: 1 });
    await flood();
    await world.rows("INSERT INTO client_document (url, pinned_at) VALUES ($1, $2)", [url, noon]);
    expect(await ask()).toMatchObject({ id: url });
  });

  it.each([
    ["the budget of known documents", () => open({ knownPerHost: 0 })],
    ["the slots for fetches", () => open({ areSlotsTaken: true })],
  ])("at a limit of ours (%s) the known copy counts for a day, also for an authorization request", async (_, limit) => {
    await ask();
    documents = limit();
    world.pass(300);
    publish({ client_name: "Changed" });
    expect(await ask()).toMatchObject({ id: url, name: "App" });
    expect(await documents.forClientRequest(url, address)).toMatchObject({ id: url });
    world.pass(86_400);
    await expect(ask()).rejects.toMatchObject({ code: "temporarily_unavailable" });
    await expect(documents.forClientRequest(url, address)).rejects.toMatchObject({ code: "temporarily_unavailable" });
  });

  it("a document that its host no longer has does not count for an authorization request", async () => {
    await ask();
    world.pass(300);
    publish({}, {}, 404);
    await expect(ask()).rejects.toThrow("could not be fetched");
  });

  const clientsOf = (...urls: readonly string[]) =>
    world.rows("SELECT id FROM client WHERE id = ANY($1) ORDER BY id", [urls]);
  const most = async () =>
    Number(
      (
        await world.rows("SELECT count(*)::int FROM client_document WHERE fetched_at IS NOT NULL AND pinned_at IS NULL")
      )[0]?.count,
    );

  it("A6: at the greatest number of clients, the oldest without consent is deleted for a new one", async () => {
    const [agreed, pinned, used, oldest] = ["agreed", "pinned", "used", "oldest"].map((name) => `${url}/${name}`);
    for (const one of [agreed, pinned, used, oldest] as string[]) {
      publish({ client_id: one });
      await documents.forAuthorization(one, address);
      world.pass(1);
    }
    await world.rows(
      `INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, updated_at)
       SELECT id, $1, (SELECT identifier FROM resource_server LIMIT 1), '{}', '{}', now() FROM end_user LIMIT 1`,
      [agreed],
    );
    await world.rows("UPDATE client_document SET pinned_at = now() WHERE url = $1", [pinned]);
    await world.rows("UPDATE client_document SET fetched_at = fetched_at - interval '1 year' WHERE url LIKE $1", [
      `${url}/%`,
    ]);
    await world.rows("UPDATE client_document SET fetched_at = now() + interval '9 years' WHERE url = $1", [used]);

    documents = open({ most: await most() });
    publish();
    expect(await ask()).toMatchObject({ id: url });
    expect((await clientsOf(String(agreed), String(pinned), String(used), String(oldest))).map(({ id }) => id)).toEqual(
      [agreed, pinned, used].sort(),
    );
    expect(await world.rows("SELECT FROM client_document WHERE url = $1", [oldest])).toEqual([]);
    const events = "SELECT type, detail FROM audit_event WHERE client_id = $1 ORDER BY id DESC LIMIT 1";
    expect(await world.rows(events, [oldest])).toMatchObject([{ type: "client_expired", detail: { document: true } }]);
  });

  it("cimd-05: if all of them are wanted, a new one is refused, except a pinned one", async () => {
    await world.rows("DELETE FROM client WHERE id LIKE 'https://%'");
    await world.rows("DELETE FROM client_document");
    await world.rows(
      "INSERT INTO client_document (url, fetched_at, blocked_at) VALUES ('https://x.example/', now(), now())",
    );
    documents = open({ most: 1 });
    await expect(ask()).rejects.toMatchObject({ code: "temporarily_unavailable" });
    expect(await clientsOf(url)).toEqual([]);
    await world.rows("INSERT INTO client_document (url, pinned_at) VALUES ($1, $2)", [url, noon]);
    expect(await ask()).toMatchObject({ id: url });
  });
});
