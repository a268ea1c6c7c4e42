import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi } from "../testing/api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("a path names things by their id or by their name", () => {
  it("groups, and a UUID is always an id", async () => {
    const token = await api.tokenOf("roles:read", "roles:write");
    const add = (name: string) => api.call("/groups", { method: "POST", token, body: { name } });
    const { body: support } = await add("Support");
    const named = await api.call("/groups/SUPPORT", { token });
    expect(named.body).toEqual(support);
    await add(support.id);
    expect((await api.call(`/groups/${support.id}`, { token })).body).toEqual(support);
    const other = randomUUID();
    await add(other);
    expect(await api.call(`/groups/${other}`, { token })).toMatchObject({ status: 404 });
    expect((await api.call("/groups/nothing", { token })).body.detail).toBe("there is no group nothing");
  });

  it("organizations, their domains, groups and members", async () => {
    const token = await api.tokenOf("organizations:read", "organizations:write", "people:read");
    const post = (path: string, body: unknown) => api.call(path, { method: "POST", token, body });
    const { body: acme } = await post("/organizations", { slug: "acme", name: "Acme" });
    expect((await api.call("/organizations/acme", { token })).body).toEqual(acme);
    await post("/organizations/acme/domains", { domain: "acme.example" });
    await post("/organizations/acme/groups", { name: "Sales" });
    const at = { method: "PUT", token };
    const member = "/organizations/acme/groups/sales/members/alice";
    expect(await api.call(member, at)).toMatchObject({ status: 404, body: { detail: "there is no member alice" } });
    expect(await api.call("/organizations/acme/members/alice", at)).toMatchObject({ status: 204 });
    expect(await api.call(member, at)).toMatchObject({ status: 204 });
    expect(await api.call(`/organizations/${acme.id}/domains/acme.example`, { method: "DELETE", token })).toMatchObject(
      {
        status: 204,
      },
    );
  });

  it("people, only for those who may read people", async () => {
    const path = "/people/alice/end-sessions";
    const call = async (...scopes: ("people:read" | "sessions:write")[]) =>
      api.call(path, { method: "POST", token: await api.tokenOf(...scopes) });
    expect(await call("sessions:write")).toMatchObject({ status: 404, body: { detail: "there is no such user" } });
    expect(await call("sessions:write", "people:read")).toMatchObject({ status: 200 });
  });
});

describe("what a path names is in the answer, and not in the log", () => {
  it("of a person", async () => {
    const token = await api.tokenOf("people:read", "sessions:write");
    const path = "/people/bob@corp.example/end-sessions";
    const { body } = await api.call(path, { method: "POST", token });
    expect(body.detail).toBe("there is no user bob@corp.example");
    expect(api.log()).toContain("there is no such user");
    expect(api.log()).not.toContain("corp.example");
  });
});
