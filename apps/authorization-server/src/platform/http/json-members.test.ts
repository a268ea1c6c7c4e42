import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initialAccessToken, send } from "../../../testing/clients/registration.ts";
import { type Organization, type ScimApi, startScim } from "../../administration/api/scim/testing/scim.ts";

let api: ScimApi;
let acme: Organization;
let token: string;
beforeAll(async () => {
  api = await startScim();
  acme = await api.organization("acme", "acme.example");
  token = await api.tokenOf("organizations:write", "clients:write", "clients:read");
});
afterAll(() => api.close());

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const count = async (table: string) => Number((await api.rows(`SELECT count(*) FROM ${table}`))[0]?.count);

describe("A4, C12: RFC 8259 §4: a body with a member twice has two meanings", () => {
  it("the administration API refuses it, and says so", async () => {
    const before = await count("organization");
    const body = '{"slug":"one","name":"One","name":"Other"}';
    const refused = await api.call("/organizations", { method: "POST", token, body });
    expect([refused.status, refused.body.detail]).toEqual([400, "the body has a member twice"]);
    expect(await count("organization")).toBe(before);
  });

  it("C12: nor does it take a member that changes a prototype", async () => {
    const path = "/clients/webClient/claim-mapping";
    const etag = (await api.call(path, { token })).headers.get("etag") ?? "";
    const body = '{"claims":{"__proto__":{}}}';
    const refused = await api.call(path, { method: "PUT", token, body, headers: { "if-match": etag } });
    expect([refused.status, refused.body.detail]).toEqual([400, "the body has a member __proto__, which is reserved"]);
  });

  it("RFC 7591 §3.2.2: a registration refuses it, and the token keeps its use", async () => {
    const initial = await initialAccessToken(api, { uses: 1 });
    const body =
      '{"client_name":"A","redirect_uris":["https://a.example/cb"],"redirect_uris":["https://b.example/cb"]}';
    const refused = await send(api, { token: initial, body });
    expect([refused.status, refused.body.error_description]).toEqual([400, "the body has a member twice"]);
    const right = { client_name: "A", redirect_uris: ["https://a.example/cb"] };
    expect((await send(api, { token: initial, body: right })).status).toBe(201);
  });

  it("RFC 7644 §3.12: SCIM refuses it as invalidSyntax, and creates no person", async () => {
    const before = await count("end_user");
    const body = '{"userName":"a@acme.example","userName":"b@acme.example"}';
    const refused = await acme.scim("/Users", { method: "POST", body });
    expect(refused.body).toMatchObject({ status: "400", scimType: "invalidSyntax" });
    expect(refused.body.detail).toBe("the body has a member twice");
    expect(await count("end_user")).toBe(before);
  });
});

describe("A4, C13: a body is no deeper than what we read", () => {
  it.each([9, 3000, 30_000])("%i levels are refused by the administration API", async (levels) => {
    const refused = await api.call("/organizations", { method: "POST", token, body: `{"slug":${nested(levels - 1)}}` });
    expect([refused.status, refused.body.detail]).toEqual([400, "the body is nested too deeply"]);
  });

  it.each([17, 3000, 300_000])("%i levels are refused by SCIM", async (levels) => {
    const refused = await acme.scim("/Users", { method: "POST", body: `{"userName":${nested(levels - 1)}}` });
    expect([refused.status, refused.body.scimType]).toEqual([400, "invalidSyntax"]);
    expect(refused.body.detail).toBe("the body is nested too deeply");
  });
});
