import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EVENT_VERSION, eventTypes, sentEvent } from "./audit-event-shape.ts";
import { exampleOf } from "./example-events.ts";

const tested = { id: "17", at: new Date("2030-01-01T12:00:00Z"), webhookId: "0b6e2f0e-7d0f-4b3c-9a52-3f8f6ce5d4b1" };

describe("ev.3: examples of events", () => {
  it.each(eventTypes())("the published schema of $type takes its example, and not that of another type", (declared) => {
    const { $id, ...schema } = declared.schema;
    expect($id).toBe(`urn:countersign:event:${declared.type}:${EVENT_VERSION}`);
    const takes = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    const example = sentEvent(exampleOf(declared.type, tested));
    expect(takes.safeParse(example).error).toBeUndefined();
    expect(takes.safeParse({ ...example, type: "none" }).success).toBe(false);
    expect(takes.safeParse({ ...example, user_id: "alice" }).success).toBe(false);
    expect(takes.safeParse({ ...example, other: 1 }).success).toBe(false);
  });

  it("says that it is a test, and of which webhook, and has no address", () => {
    const example = sentEvent(exampleOf("user_deleted", tested));
    expect(example).toMatchObject({ id: "17", address: null, detail: { test: true, webhook: tested.webhookId } });
  });
});
