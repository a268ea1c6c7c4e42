import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../operation-table.ts";
import { type Api, startApi } from "../testing/api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const keys = Array.from({ length: 6000 }, (_, index) => `k${index}`).join(",");
const configuration = `managed_by: shop\nclients: [{${keys}}]\n`;
const plan = (token: string, text = "managed_by: shop\n") =>
  api.call("/configuration/plan", { method: "POST", token, body: { configuration: text } });

describe("A4: what works much for a small body", () => {
  it("is refused before it works: thousands of keys are one problem", async () => {
    const token = await api.tokenOf("settings:read");
    const { status, body } = await plan(token, configuration);
    expect([status, body.errors]).toEqual([
      400,
      [{ pointer: "#/configuration", detail: "line 2: clients[0]: has more than 500 members", code: "invalid" }],
    ]);
  });

  it("has a limit of its own for each caller, which no other call uses up or feels", async () => {
    const [one, other] = [await api.tokenOf("settings:read"), await api.tokenOf("settings:read")];
    const statuses = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await plan(one)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    expect(Number((await plan(one)).headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await plan(other)).status).toBe(200);
    expect((await api.call("/configuration?name=shop", { token: one })).status).toBe(200);
  });

  it("is every operation that parses a language of a caller, or has another service asked", () => {
    const costly = OPERATIONS.filter(({ isCostly }) => isCostly === true).map(({ id }) => id);
    const parsed = ["applyConfiguration", "planConfiguration", "replaceClaimMapping"];
    expect(costly.sort()).toEqual([...parsed, "testHook", "testProvider", "testWebhook"]);
  });
});
