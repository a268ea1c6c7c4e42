/** The operations of a PATCH request: RFC 7644 §3.5.2. */
import { attributePath, isExtension } from "./attribute-path.ts";
import { readValuePath, type ValuePath } from "./filter.ts";
import { membersOf } from "./resource.ts";
import type { ResourceType } from "./schemas.ts";
import { badRequest, ScimError, shown } from "./scim-error.ts";

const OPERATIONS = ["add", "replace", "remove"] as const;
export type PatchKind = (typeof OPERATIONS)[number];

/** What an operation changes: an attribute, or the values of it that a filter chooses. */
export type PatchTarget =
  | (Omit<ValuePath, "filter" | "sub"> & Pick<Partial<ValuePath>, "filter" | "sub">)
  /** All attributes of the extension. */
  | { readonly extension: string };

export interface PatchOperation {
  readonly kind: PatchKind;
  readonly target: PatchTarget;
  readonly value: unknown;
}

const MOST_OPERATIONS = 1000;

/**
 * Reads a PATCH request as operations on one attribute each. An operation without a path is one for each member of its
 * value; of these, members that are unknown or read-only are ignored, as in a whole resource.
 */
export function readPatch(json: unknown, type: ResourceType): readonly PatchOperation[] {
  const operations = membersOf(json, "the body").find(([name]) => name.toLowerCase() === "operations")?.[1];
  if (!Array.isArray(operations) || operations.length === 0) {
    throw badRequest("invalidSyntax", "Operations is missing or empty");
  }
  if (operations.length > MOST_OPERATIONS) {
    throw badRequest("tooMany", `a request has at most ${MOST_OPERATIONS} operations`);
  }
  return operations.flatMap((operation) => readOperation(operation, type));
}

function readOperation(json: unknown, type: ResourceType): readonly PatchOperation[] {
  const members = new Map(membersOf(json, "an operation").map(([name, value]) => [name.toLowerCase(), value]));
  const kind = kindOf(members.get("op"));
  const value = members.get("value");
  const path = members.get("path");
  if (path === undefined || path === null || path === "") return withoutPath(kind, value, type);
  if (typeof path !== "string") throw badRequest("invalidPath", "a path is not a string");

  const target = targetOf(path, type);
  if (kind !== "remove" && value === undefined) throw badRequest("invalidValue", "a value is missing");
  assertWritable(target, path);
  return [{ kind, target, value }];
}

// Entra sends "Add" and "Replace".
function kindOf(op: unknown): PatchKind {
  const kind = OPERATIONS.find((one) => typeof op === "string" && one === op.toLowerCase());
  if (kind === undefined) throw badRequest("invalidSyntax", "op is none of add, replace and remove");
  return kind;
}

/** RFC 7644 §3.5.2.1: the value has the attributes. Entra's names are paths: `"name.givenName": "Ann"`. */
function withoutPath(kind: PatchKind, value: unknown, type: ResourceType): readonly PatchOperation[] {
  if (kind === "remove") throw badRequest("noTarget", "what to remove is not said: the path is missing");
  return membersOf(value, "the value of an operation without a path").flatMap(([name, one]) => {
    const target = name.includes("[") || isKnown(name, type) ? targetOf(name, type) : undefined;
    return target === undefined || isReadOnly(target) ? [] : [{ kind, target, value: one }];
  });
}

const isKnown = (name: string, type: ResourceType) =>
  isExtension(name, type) || attributePath(name, type) !== undefined;

function targetOf(path: string, type: ResourceType): PatchTarget {
  if (isExtension(path, type) && type.extension !== undefined) return { extension: type.extension.id };
  if (path.includes("[")) return valuePathOf(path, type);
  const found = attributePath(path, type);
  if (found === undefined) throw badRequest("invalidPath", `there is no attribute ${shown(path)}`);
  return { path: { ...found, sub: undefined }, sub: found.sub };
}

function valuePathOf(path: string, type: ResourceType): PatchTarget {
  try {
    return readValuePath(path, type);
  } catch (err) {
    // What is wrong in brackets is wrong with the path: RFC 7644 table 9.
    throw err instanceof ScimError ? badRequest("invalidPath", err.message) : err;
  }
}

function assertWritable(target: PatchTarget, path: string): void {
  if (isReadOnly(target)) throw badRequest("mutability", `${shown(path)} cannot be changed`);
}

const isReadOnly = (target: PatchTarget): boolean =>
  "path" in target && (target.path.attribute.mutability === "readOnly" || target.sub?.mutability === "readOnly");
