import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../sign-in/sessions.ts";
import { openApi } from "./api.ts";

/** The places of one caller at the administration API: two requests are answered at a time, and sixteen wait. */
const PLACES = 18;

/** The administration API, which answers 429 to a caller who sends more requests at once than it has places. */
let server: Server;
let underWay: number;
let api: ReturnType<ReturnType<typeof openApi>["apiOf"]>;
beforeEach(async () => {
  underWay = 0;
  server = createServer((req, res) => {
    underWay += 1;
    const isGone = req.url?.endsWith("/gone") === true;
    const status = underWay > PLACES ? 429 : isGone ? 404 : 200;
    setTimeout(() => {
      underWay -= 1;
      res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ id: req.url, status }));
    }, 20);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/api/v1`;
  const now = () => new Date("2030-01-01T12:00:00Z");
  const tokens = { access: "access", refresh: undefined, expiresAt: new Date("2031-01-01") };
  const { apiOf } = openApi({ url, provider: { renew: async () => undefined }, now });
  api = apiOf({ tokens } as Session);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe("decision 123: the console asks the administration API for no more at a time than it has places", () => {
  it("a hundred things that a page needs are all answered", async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `p${n}`);
    const read = await Promise.all(ids.map(async (id) => (await api.readPerson({ path: { id } })).body));
    expect(read.map(({ id }) => id)).toEqual(ids.map((id) => `/admin/api/v1/people/${id}`));
  });

  it("a refused request gives its turn to the next one", async () => {
    const ids = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? "gone" : `p${n}`));
    const read = await Promise.allSettled(ids.map((id) => api.readPerson({ path: { id } })));
    expect(read.map(({ status }) => status)).toEqual(ids.map((id) => (id === "gone" ? "rejected" : "fulfilled")));
    expect(underWay).toBe(0);
  });
});
