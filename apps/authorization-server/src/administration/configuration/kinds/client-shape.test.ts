import { isDocumentUrl } from "@countersign/rules";
import { describe, expect, it } from "vitest";
import { exampleOf } from "../../../platform/stores/audit/example-events.ts";
import { clientShape } from "./client-shape.ts";

const problemsOf = (client_id: unknown) =>
  clientShape.safeParse({ client_id }).error?.issues.filter(({ path }) => path[0] === "client_id");

describe("ev.3: examples of events are about no client", () => {
  const tested = { id: "17", at: new Date("2030-01-01T12:00:00Z"), webhookId: "0b6e2f0e-7d0f-4b3c-9a52-3f8f6ce5d4b1" };
  const { clientId } = exampleOf("client_deleted", tested);

  it("no configuration declares one with their id, and no document of a client has it", () => {
    expect(problemsOf("example") ?? []).toEqual([]);
    expect(problemsOf(clientId)).toHaveLength(1);
    expect(isDocumentUrl(clientId ?? "")).toBe(false);
  });
});
