/** Which attributes of a resource are returned: RFC 7644 §3.9, RFC 7643 §7. */
import { type AttributePath, attributePath, isExtension } from "./attribute-path.ts";
import type { ScimObject, ScimValue } from "./resource.ts";
import { COMMON_ATTRIBUTES, type ResourceType } from "./schemas.ts";
import { badRequest } from "./scim-error.ts";

/** The parameters as they are sent. */
export interface Asked {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

/** What a caller wants to see of resources. */
export interface Projection {
  readonly kind: "all" | "only" | "without";
  readonly paths: readonly AttributePath[];
  /** The URNs of extensions that are named as a whole. */
  readonly extensions: readonly string[];
}

const MOST_PATHS = 100;
const ALWAYS: ReadonlySet<string> = new Set(
  COMMON_ATTRIBUTES.filter(({ returned }) => returned === "always").map(({ name }) => name),
);

/** Reads the two parameters, of which one may be sent. Names of unknown attributes are ignored. */
export function readProjection({ attributes, excludedAttributes }: Asked, type: ResourceType): Projection {
  const [only, without] = [namesIn(attributes), namesIn(excludedAttributes)];
  if (only.length > 0 && without.length > 0) {
    throw badRequest("invalidValue", "attributes and excludedAttributes exclude each other");
  }
  const names = only.length > 0 ? only : without;
  const kind = only.length > 0 ? "only" : without.length > 0 ? "without" : "all";
  const extensions = type.extension && names.some((name) => isExtension(name, type)) ? [type.extension.id] : [];
  return { kind, paths: names.flatMap((name) => attributePath(name, type) ?? []), extensions };
}

function namesIn(text: string | undefined): readonly string[] {
  const names = (text ?? "").split(",", MOST_PATHS + 1).map((name) => name.trim());
  if (names.length > MOST_PATHS) throw badRequest("invalidValue", `at most ${MOST_PATHS} attributes can be named`);
  return names.filter((name) => name !== "");
}

/** Whether an attribute of the core schema is returned, at least in part. */
export function returns({ kind, paths }: Projection, name: string): boolean {
  if (kind === "all") return true;
  const of = paths.filter(({ extension, attribute }) => extension === undefined && attribute.name === name);
  return kind === "only" ? of.length > 0 : !of.some(({ sub }) => sub === undefined);
}

/** The part of a resource that the caller wants. */
export function projected(resource: ScimObject, projection: Projection): ScimObject {
  if (projection.kind === "all") return resource;
  return objectOf(
    Object.entries(resource).map(([name, value]) => [name, ALWAYS.has(name) ? value : partOf(name, value, projection)]),
  );
}

function partOf(name: string, value: ScimValue, projection: Projection): ScimValue | undefined {
  const { kind, paths, extensions } = projection;
  if (name.startsWith("urn:")) {
    if (extensions.includes(name)) return kind === "only" ? value : undefined;
    return membersOf(
      value,
      paths.filter(({ extension }) => extension === name),
      kind,
    );
  }
  const of = paths.filter(({ extension, attribute }) => extension === undefined && attribute.name === name);
  return ofAttribute(value, of, kind);
}

/** The attributes of an extension that the caller wants. */
function membersOf(value: ScimValue, paths: readonly AttributePath[], kind: Projection["kind"]): ScimValue | undefined {
  const entries = Object.entries(value as ScimObject).map(([name, one]): Entry => {
    const of = paths.filter(({ attribute }) => attribute.name === name);
    return [name, ofAttribute(one, of, kind)];
  });
  return filled(objectOf(entries));
}

function ofAttribute(
  value: ScimValue,
  paths: readonly AttributePath[],
  kind: Projection["kind"],
): ScimValue | undefined {
  const subs = paths.map(({ sub }) => sub?.name);
  if (subs.includes(undefined)) return kind === "only" ? value : undefined;
  if (subs.length === 0) return kind === "only" ? undefined : value;
  const keeps = (name: string) => subs.includes(name) === (kind === "only");
  const part = (one: ScimValue): ScimValue =>
    objectOf(Object.entries(one as ScimObject).map(([name, of]): Entry => [name, keeps(name) ? of : undefined]));
  return Array.isArray(value) ? value.map(part) : filled(part(value) as ScimObject);
}

type Entry = readonly [string, ScimValue | undefined];

const objectOf = (entries: readonly Entry[]): ScimObject =>
  Object.fromEntries(entries.filter((entry): entry is [string, ScimValue] => entry[1] !== undefined));

const filled = (object: ScimObject): ScimObject | undefined => (Object.keys(object).length === 0 ? undefined : object);
