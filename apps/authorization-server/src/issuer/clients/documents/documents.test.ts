import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { noon, openWorld, type World } from "../../../../testing/world.ts";
import { decideDocument } from "../../../administration/clients/client-documents.ts";
import { type Listener, PUBLIC_HOST, startListener } from "../../../platform/outbound/testing/listener.ts";
import type { ClientDocuments } from "./documents.ts";
import { type DocumentOptions, documentOf, documentsAt, publishAt, redirectUris } from "./testing/documents.ts";

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

describe("CIMD, section 5: fetching a document", () => {
  it("makes the client of the document, and finds it without a fetch while the document is fresh", async () => {
    publish({}, { "cache-control": "max-age=600" });
    expect(await ask()).toMatchObject({ id: url, name: "App", profile: "oauth21", redirectUris });
    world.pass(599);
    expect(await ask()).toMatchObject({ id: url });
    expect(fetches).toHaveLength(1);
    world.pass(1);
    await ask();
    expect(fetches).toHaveLength(2);
  });

  it("ssrf-15: asks for JSON by GET, with nothing else about the request", async () => {
    const seen: unknown[] = [];
    const body = JSON.stringify(documentOf(url));
    listener.answer((req, res) => {
      const { host: _host, connection: _connection, ...headers } = req.headers;
      seen.push([req.method, headers]);
      res.writeHead(200, { "content-type": "application/json" }).end(body);
    });
    await ask();
    const headers = { accept: "application/json", "accept-encoding": "identity", "user-agent": "Countersign" };
    expect(seen).toEqual([["GET", headers]]);
  });

  it("accepts any media type that ends in +json", async () => {
    publish({}, { "content-type": "application/client-metadata+json; charset=utf-8" });
    expect(await ask()).toMatchObject({ id: url });
  });

  it.each([
    ["404", {}, 404],
    ["500", {}, 500],
    ["201", {}, 201],
    ["a redirect (ssrf-10)", { location: `https://${PUBLIC_HOST}/elsewhere` }, 302],
    ["HTML", { "content-type": "text/html" }, 200],
    ["text that looks like JSON", { "content-type": "text/plain" }, 200],
    ["a compressed document (ssrf-13)", { "content-encoding": "gzip" }, 200],
  ])("refuses %s, with the same sentence as for every other cause (ssrf-14)", async (_, headers, status) => {
    publish({}, headers, status);
    await expect(ask()).rejects.toThrow("the metadata document at client_id could not be fetched");
    expect(await world.rows("SELECT FROM client WHERE id = $1", [url])).toEqual([]);
  });

  it("ssrf-13: refuses more than 5 KiB", async () => {
    publish({ client_name: "A", note: "x".repeat(5120) });
    await expect(ask()).rejects.toThrow("could not be fetched");
  });

  it.each(["https://127.0.0.1/c", "https://169.254.169.254/latest", "https://10.0.0.1/c", "https://[::1]/c"])(
    "ssrf-06: connects to no special address: %s",
    async (inside) => {
      documents = open({ hosts: [new URL(inside).host] });
      const before = listener.connections();
      await expect(documents.forAuthorization(inside, address)).rejects.toThrow("could not be fetched");
      expect(listener.connections()).toBe(before);
    },
  );

  it("says what is wrong with a document, and makes no client of it", async () => {
    publish({ client_id: "https://other.example/" });
    await expect(ask()).rejects.toMatchObject({
      code: "invalid_request",
      message: "the metadata document at client_id is refused: client_id is not the URL of the document",
    });
    expect(await world.rows("SELECT FROM client WHERE id = $1", [url])).toEqual([]);
  });

  it("B8: a document with a member twice makes no client: each parser takes another one", async () => {
    const text = `{"redirect_uris":["https://${PUBLIC_HOST}/other"],${JSON.stringify(documentOf(url)).slice(1)}`;
    listener.answer((_req, res) => res.writeHead(200, { "content-type": "application/json" }).end(text));
    await expect(ask()).rejects.toThrow("could not be fetched");
    expect(await world.rows("SELECT FROM client WHERE id = $1", [url])).toEqual([]);
  });

  it("cimx-08: keeps no error as a client: after 404 the document is fetched again", async () => {
    publish({}, {}, 404);
    await expect(ask()).rejects.toThrow("could not be fetched");
    publish();
    // A failed URL is not fetched again at once, so that requests cannot make us flood its host.
    await expect(ask()).rejects.toThrow("could not be fetched");
    expect(fetches).toHaveLength(1);
    world.pass(11);
    expect(await ask()).toMatchObject({ id: url });
  });

  it("cimd-05: is done once at a time for a URL", async () => {
    publish();
    const found = await Promise.all(Array.from({ length: 20 }, ask));
    expect(found.every((client) => client?.id === url)).toBe(true);
    expect(fetches).toHaveLength(1);
  });

  it("cimd-05: is not done again for a request that looked before another had fetched it", async () => {
    publish();
    const [looked, fetched] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = open({
      held() {
        looked.resolve();
        return fetched.promise;
      },
    }).forAuthorization(url, address);
    await looked.promise;
    await ask();
    fetched.resolve();
    expect(await late).toMatchObject({ id: url });
    expect(fetches).toHaveLength(1);
  });
});

describe("CIMD, section 5.2: a document that is no longer fresh", () => {
  beforeEach(async () => {
    publish();
    await ask();
    publish({}, {}, 500);
    world.pass(300);
  });

  it("is never used for an authorization request", async () => {
    await expect(ask()).rejects.toThrow("could not be fetched");
  });

  it("is used for a day at the token endpoint, while the next one cannot be fetched", async () => {
    expect(await documents.forClientRequest(url, address)).toMatchObject({ id: url });
    world.pass(86_399);
    expect(await documents.forClientRequest(url, address)).toMatchObject({ id: url });
    world.pass(1);
    expect(await documents.forClientRequest(url, address)).toBeUndefined();
  });

  it("is not used if the next one was fetched and is refused", async () => {
    publish({ client_secret: "s" });
    expect(await documents.forClientRequest(url, address)).toBeUndefined();
  });
});

describe("CIMD, sections 8.5 and 8.9: which documents are accepted", () => {
  it.each([
    ["documents are off", { isOn: false }],
    ["the host is not listed", { hosts: ["other.example"] }],
  ])("fetches nothing if %s", async (_, options) => {
    documents = open(options);
    expect(await ask()).toBeUndefined();
    expect(await documents.forClientRequest(url, address)).toBeUndefined();
    expect(fetches).toEqual([]);
  });

  it.each(["https://pub.example", "https://pub.example/c?a=b", "https://pub.example/c#f", "https://u@pub.example/c"])(
    "ssrf-12, cimd-01: fetches nothing for %s",
    async (malformed) => {
      expect(await documents.forAuthorization(malformed, address)).toBeUndefined();
      expect(fetches).toEqual([]);
    },
  );

  it("a pinned URL is accepted regardless of its host, and a blocked one is not", async () => {
    publish();
    documents = open({ hosts: [] });
    await world.rows("INSERT INTO client_document (url, pinned_at) VALUES ($1, $2)", [url, noon]);
    expect(await ask()).toMatchObject({ id: url });

    documents = open();
    await world.rows("UPDATE client_document SET blocked_at = $2 WHERE url = $1", [url, noon]);
    expect(await ask()).toBeUndefined();
    expect(await documents.forClientRequest(url, address)).toBeUndefined();
  });

  it("a URL that is blocked while its document is fetched gets no client", async () => {
    const block = () => decideDocument(world.database, { url, decision: "blocked" }, byOperatorAt(noon));
    const body = JSON.stringify(documentOf(url));
    listener.answer((_req, res) => {
      block().then(() => res.writeHead(200, { "content-type": "application/json" }).end(body));
    });
    expect(await ask()).toBeUndefined();
    expect(await world.rows("SELECT FROM client WHERE id = $1", [url])).toEqual([]);
  });

  it("cimd-05: a source that causes too many fetches of unknown documents has to wait", async () => {
    publish();
    documents = open({ perSource: 1 });
    await ask();
    await expect(documents.forAuthorization(`${url}/other`, address)).rejects.toMatchObject({ status: 429 });
    expect(await ask()).toMatchObject({ id: url });
  });

  it("cimd-05: a host is not fetched from too often, regardless of who asks", async () => {
    publish();
    documents = open({ perHost: 1 });
    await ask();
    await expect(documents.forAuthorization(`${url}/other`, "198.51.100.7")).rejects.toMatchObject({ status: 429 });
    expect(fetches).toEqual([url]);
  });
});

describe("CIMD, section 8.3: a document that changes", () => {
  const consents = () => world.rows("SELECT user_id FROM consent WHERE client_id = $1", [url]);
  const authorizations = () =>
    world.rows(`SELECT revoked_at IS NULL AS live FROM "authorization" WHERE client_id = $1`, [url]);

  beforeEach(async () => {
    publish({ redirect_uris: [...redirectUris, "http://127.0.0.1/cb"] });
    await ask();
    await world.rows(
      `INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, granted_claims,
                            declined_claims, updated_at)
       SELECT $1, $2, identifier, '{openid}', '{}', '{}', '{}', $3 FROM resource_server LIMIT 1`,
      [world.alice, url, noon],
    );
    expect(await consents()).toHaveLength(1);
    world.pass(300);
  });

  const fetchAgain = async (changes: object) => {
    publish({ redirect_uris: [...redirectUris, "http://127.0.0.1/cb"], ...changes });
    return ask();
  };

  it("keeps consents if nothing changed that people rely on", async () => {
    const client = await fetchAgain({ client_uri: `https://${PUBLIC_HOST}/about` });
    expect(client).toMatchObject({ clientUri: `https://${PUBLIC_HOST}/about`, revision: 0 });
    expect(await consents()).toHaveLength(1);
  });

  const keyed = { token_endpoint_auth_method: "private_key_jwt", jwks_uri: `https://${PUBLIC_HOST}/jwks` };
  it.each([
    ["a redirect URI is removed", { redirect_uris: redirectUris }],
    ["a redirect URI is added", { redirect_uris: [...redirectUris, "http://127.0.0.1/cb", "http://127.0.0.1/x"] }],
    ["the method becomes a key", keyed],
    ["the name changes", { client_name: "Bank" }],
  ])("people are asked again if %s", async (_, changes) => {
    expect(await fetchAgain(changes)).toMatchObject({ revision: 1 });
    expect(await consents()).toEqual([]);
    expect(await authorizations()).toEqual([]);
    const rows = await world.rows("SELECT type FROM audit_event WHERE client_id = $1 ORDER BY id", [url]);
    expect(rows.map(({ type }) => type)).toEqual(["client_registered", "client_updated"]);
  });

  it("cimx-03: a key that is swapped for none makes people agree again", async () => {
    await fetchAgain(keyed);
    world.pass(300);
    expect(await fetchAgain({})).toMatchObject({ tokenEndpointAuthMethod: "none", revision: 2 });
  });

  it("a removed redirect URI is not registered any more", async () => {
    expect((await fetchAgain({ redirect_uris: redirectUris }))?.redirectUris).toEqual(redirectUris);
  });
});
