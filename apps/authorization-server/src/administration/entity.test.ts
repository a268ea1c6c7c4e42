import { describe, expect, it } from "vitest";
import { z } from "zod";
import { enabled, fixed, managedBy, moment, momentIfAny, once, read, written } from "./entity.ts";
import { addedShape, changedShape, declaredShape, madeShape, shownShape } from "./entity-shapes.ts";
import {
  assignment,
  auditedOf,
  columnsOf,
  declaredOf,
  insertion,
  selected,
  shownOf,
  takenFrom,
} from "./entity-values.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const fields = {
  id: read(z.uuid()),
  display_name: written(z.string().max(5).meta({ description: "its name" })),
  url: written(z.url(), { audited: (url: string) => ({ host: new URL(url).host }) }),
  most_times: written(z.int().max(9).default(3)),
  kind: fixed(z.enum(["a", "b"]).default("a")),
  members: written(z.array(z.string().min(1)).default([]), { expression: "ARRAY(SELECT 1)" }),
  enabled,
  seen_at: momentIfAny("when it was seen"),
  created_at: moment(),
  managed_by: managedBy,
  secret: once("shown once"),
} as const;

const record = {
  ...{ id: "00000000-0000-4000-8000-000000000001", displayName: "One", url: "https://a.example/secret" },
  ...{
    mostTimes: 3,
    kind: "a" as const,
    members: ["x"],
    disabledAt: null,
    seenAt: null,
    createdAt: noon,
    managedBy: null,
  },
};

describe("the shapes of an entity", () => {
  it("a new one has what is written and what is fixed, with defaults", () => {
    const added = addedShape(fields);
    expect(Object.keys(added.shape)).toEqual(["display_name", "url", "most_times", "kind", "members"]);
    const least = { display_name: "One", url: "https://a.example" };
    expect(added.parse(least)).toEqual({ ...least, most_times: 3, kind: "a", members: [] });
    for (const wrong of [{ display_name: "Longer" }, { id: record.id }, { secret: "s" }, { most_times: 10 }]) {
      expect(added.safeParse({ ...least, ...wrong }).success).toBe(false);
    }
  });

  it("a change may leave out everything, and has no default; what is fixed stays", () => {
    const changed = changedShape(fields);
    expect(changed.parse({})).toEqual({});
    expect(changed.parse({ enabled: false, most_times: 4 })).toEqual({ enabled: false, most_times: 4 });
    for (const wrong of [{ kind: "b" }, { most_times: 10 }, { created_at: "x" }]) {
      expect(changed.safeParse(wrong).success).toBe(false);
    }
  });

  it("a configuration file declares what is chosen, and whether it is enabled", () => {
    const least = { display_name: "One", url: "https://a.example" };
    const declared = declaredShape(fields).parse(least);
    expect(declared).toEqual({ ...least, most_times: 3, kind: "a", members: [], enabled: true });
  });

  it("an answer has the types and descriptions, without the bounds of what is written", () => {
    const shown = shownShape(fields);
    expect(Object.keys(shown.shape)).toEqual(Object.keys(fields).filter((name) => name !== "secret"));
    expect(shown.parse({ ...shownOf(fields, record), most_times: 10, display_name: "Longer" })).toBeDefined();
    expect(z.toJSONSchema(shown).properties?.display_name).toEqual({ type: "string", description: "its name" });
    expect(Object.keys(madeShape(fields).shape).at(-1)).toBe("secret");
  });
});

describe("the values of an entity", () => {
  it("go from a record to an answer", () => {
    expect(shownOf(fields, record)).toEqual({
      ...{ id: record.id, display_name: "One", url: record.url, most_times: 3, kind: "a", members: ["x"] },
      ...{ enabled: true, seen_at: null, created_at: noon.toISOString(), managed_by: null },
    });
    expect(shownOf(fields, { ...record, disabledAt: noon, seenAt: noon })).toMatchObject({
      enabled: false,
      seen_at: noon.toISOString(),
    });
  });

  it("go from a body to settings: only what is there", () => {
    expect(takenFrom(fields, { display_name: "Two", enabled: false, kind: undefined })).toEqual({
      displayName: "Two",
      isEnabled: false,
    });
  });

  it("go from a record to a configuration file", () => {
    expect(declaredOf(fields, record)).toEqual({
      ...{ display_name: "One", url: record.url, most_times: 3, kind: "a", members: ["x"], enabled: true },
    });
  });

  it("the audit log has what a field says of itself instead of the value", () => {
    const audited = auditedOf(fields, { url: record.url, mostTimes: 4, kind: undefined, isEnabled: true });
    expect(audited).toEqual({ host: "a.example", mostTimes: 4, isEnabled: true });
  });
});

describe("the statements of an entity", () => {
  it("select each column by the name of its member in a record", () => {
    const text = selected(fields, "thing");
    expect(text).toContain('thing.display_name AS "displayName", ');
    expect(text).toContain('ARRAY(SELECT 1) AS "members", thing.disabled_at AS "disabledAt"');
    expect(text).not.toContain("secret");
  });

  it("write only columns of the table, and only those that are given", () => {
    expect(columnsOf(fields, record)).toEqual({ display_name: "One", url: record.url, most_times: 3, kind: "a" });
    const [text, values] = assignment({ table: "thing", id: "id" }, "1", columnsOf(fields, { mostTimes: 4 }), [
      "x = $2",
      ["y"],
    ]);
    expect([text, values]).toEqual(["UPDATE thing SET most_times = $3, x = $2 WHERE id = $1", ["1", "y", 4]]);
    const [added, inserted] = insertion("thing", { id: "1", url: "u" }, 9);
    expect(added.replaceAll(/\s+/g, " ").trim()).toBe(
      "INSERT INTO thing (id, url) SELECT $1, $2 WHERE (SELECT count(*) FROM thing) < $3 RETURNING id",
    );
    expect(inserted).toEqual(["1", "u", 9]);
  });
});
