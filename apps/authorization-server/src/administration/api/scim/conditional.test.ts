import { USER_SCHEMA } from "@countersign/scim";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atOnce } from "../../../../testing/at-once.ts";
import { type Organization, type ScimApi, startScim } from "./testing/scim.ts";

let api: ScimApi;
let acme: Organization;
beforeAll(async () => {
  api = await startScim();
  acme = await api.organization("acme", "acme.example");
});
afterAll(() => api.close());

let made = 0;
const newUser = () => ({ schemas: [USER_SCHEMA], userName: `n${++made}@acme.example` });
const add = async (path: string, body: object) => (await acme.scim(path, { method: "POST", body })).body;
const replacing = (path: string, value: unknown) => ({ Operations: [{ op: "replace", path, value }] });

const SUBJECTS = {
  Users: { make: newUser, change: () => replacing("nickName", "N") },
  Groups: { make: () => ({ displayName: `G${++made}` }), change: () => replacing("displayName", `G${++made}`) },
} as const;

const METHODS = ["PUT", "PATCH", "DELETE"] as const;

describe("A8: RFC 7644 §3.14: of two conditional requests of a directory at once, one changes something", () => {
  const pairs = Object.keys(SUBJECTS).flatMap((type) =>
    METHODS.flatMap((one, index) => METHODS.slice(index).map((other) => [type, one, other] as const)),
  );

  it.each(pairs)("%s: %s and %s", async (type, ...methods) => {
    const { make, change } = SUBJECTS[type as keyof typeof SUBJECTS];
    const before = make();
    const { id, meta } = await add(`/${type}`, before);
    // A change within the millisecond of the one before would have its time.
    api.pass(1);
    const bodies = { PUT: { ...before, externalId: "e" }, PATCH: change(), DELETE: undefined };
    const send = (method: (typeof METHODS)[number]) => () =>
      acme.scim(`/${type}/${id}`, { method, body: bodies[method], headers: { "if-match": meta.version } });
    const statuses = (await atOnce(api, methods.map(send))).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([
      expect.toSatisfy((status: number) => status < 300),
      expect.toSatisfy((status: number) => status === 412 || (status === 404 && methods.includes("DELETE"))),
    ]);
  });
});
