import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "./operation-table.ts";
import { type Api, startApi } from "./testing/api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("ad.3: the OpenAPI document", () => {
  it("has every operation once, and nothing else", async () => {
    const { status, body } = await api.call("/openapi.json");
    expect([status, body.openapi]).toEqual([200, "3.1.0"]);
    const described = Object.entries(body.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      ([path, methods]) => Object.entries(methods).map(([method, { operationId }]) => [operationId, method, path]),
    );
    const declared = OPERATIONS.map(({ id, method, path }) => [
      id,
      method.toLowerCase(),
      path.replace(/:(\w+)/g, "{$1}"),
    ]);
    expect(described.toSorted()).toEqual(declared.toSorted());
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  });

  it("a list is declared as one, and answers with pages", () => {
    for (const { isList, answer, query, id } of OPERATIONS) {
      const isPage = Object.hasOwn(answer?.shape ?? {}, "next_cursor");
      expect([id, isPage, Object.hasOwn(query?.shape ?? {}, "cursor")]).toEqual([id, isList === true, isList === true]);
    }
  });
});
