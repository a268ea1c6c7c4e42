/** Applies a PATCH to a resource: RFC 7644 §3.5.2. */
import { type Attribute, named } from "./attribute.ts";
import type { Filter } from "./filter-form.ts";
import { fits, givenBy } from "./filter-match.ts";
import type { PatchKind, PatchOperation, PatchTarget } from "./patch-request.ts";
import { membersOf, readOne, readValue, type ScimObject, type ScimValue, withExtension } from "./resource.ts";
import type { ResourceType } from "./schemas.ts";
import { badRequest } from "./scim-error.ts";

/** How many operations choose values by a filter: each compares every value. */
const MOST_FILTERS = 100;

/** Applies operations in order. Throws if one cannot be applied, or if a required attribute is gone afterwards. */
export function patched(resource: ScimObject, operations: readonly PatchOperation[], type: ResourceType): ScimObject {
  if (operations.filter(({ target }) => "path" in target && target.filter !== undefined).length > MOST_FILTERS) {
    throw badRequest("tooMany", `a request has at most ${MOST_FILTERS} paths with filters`);
  }
  const changed = operations.reduce((before, operation) => applied(before, operation, type), resource);
  for (const { name, required } of type.schema.attributes) {
    // RFC 7644 §3.5.2.2.
    if (required && changed[name] === undefined) throw badRequest("mutability", `${name} cannot be removed`);
  }
  return changed;
}

function applied(resource: ScimObject, { kind, target, value }: PatchOperation, type: ResourceType): ScimObject {
  if (!("path" in target)) return withExtension(resource, type, extended(resource, { kind, value }, type));

  const { extension, attribute } = target.path;
  const holder = extension === undefined ? resource : objectIn(resource, extension);
  const next = changedValue(holder[attribute.name], { kind, target, value });
  const changed = withMember(holder, attribute.name, next);
  return extension === undefined ? changed : withExtension(resource, type, changed);
}

/** A change of the extension as a whole. */
function extended(
  resource: ScimObject,
  { kind, value }: Pick<PatchOperation, "kind" | "value">,
  { extension }: ResourceType,
): ScimObject {
  if (extension === undefined || kind === "remove") return {};
  return membersOf(value, extension.id).reduce<ScimObject>(
    (before, [name, one]) => {
      const attribute = named(extension.attributes, name);
      if (attribute === undefined) return before;
      const target = { path: { extension: extension.id, attribute, sub: undefined } };
      return withMember(before, attribute.name, changedValue(before[attribute.name], { kind, target, value: one }));
    },
    objectIn(resource, extension.id),
  );
}

type Change = { kind: PatchKind; target: Extract<PatchTarget, { path: unknown }>; value: unknown };

function changedValue(present: ScimValue | undefined, change: Change): ScimValue | undefined {
  const { kind, target, value } = change;
  const { attribute } = target.path;
  if (target.filter !== undefined) return withChosen(valuesOf(present), target.filter, change);
  if (target.sub !== undefined) return withSub(present, target.sub, change);
  if (attribute.multiValued) return withValues(valuesOf(present), change);
  if (kind === "remove") return undefined;
  const read = readValue(value, attribute);
  // RFC 7644 §3.5.2.3: parts that are not sent stay.
  return isObject(read) && isObject(present) ? { ...present, ...read } : read;
}

/** A change of several values as a whole. */
function withValues(present: readonly ScimObject[], { kind, target, value }: Change): ScimValue | undefined {
  const { attribute } = target.path;
  if (kind === "remove" && value === undefined) return undefined;
  const sent = valuesOf(readValue(value, attribute));
  // Entra names the values to remove in the value of the operation.
  if (kind === "remove") return assigned(present.filter((one) => !sent.some((gone) => isSameValue(one, gone))));
  if (kind === "replace") return assigned(sent);
  const added = sent.filter((one) => !present.some((other) => isSameValue(one, other) && isWithin(one, other)));
  return assigned([...withoutPrimary(present, added), ...added], attribute);
}

/** A change of one sub-attribute: of the object, or of all values. */
function withSub(present: ScimValue | undefined, sub: Attribute, change: Change): ScimValue | undefined {
  const next = change.kind === "remove" ? undefined : readValue(change.value, sub);
  if (!change.target.path.attribute.multiValued) {
    return emptied(withMember(isObject(present) ? present : {}, sub.name, next));
  }
  const changed = valuesOf(present).map((one) => emptied(withMember(one, sub.name, next)));
  return assigned(changed.filter((one) => one !== undefined));
}

/** A change of the values that a filter chooses. */
function withChosen(present: readonly ScimObject[], filter: Filter, change: Change): ScimValue | undefined {
  const isChosen = present.map((one) => fits(one, filter));
  if (isChosen.includes(true)) {
    const changed = present.map((one, at) => (isChosen[at] ? withParts(one, change) : one));
    const chosen = changed.filter((_, at) => isChosen[at]).filter((one) => one !== undefined);
    return assigned(changed.flatMap((one, at) => (isChosen[at] || !one ? (one ?? []) : withoutPrimary([one], chosen))));
  }
  if (change.kind === "remove") return assigned(present);
  // RFC 7644 §3.5.2.3. Entra adds a value by the path of what it will be: `emails[type eq "work"].value`.
  const start = change.kind === "add" ? givenBy(filter) : undefined;
  if (start === undefined) throw badRequest("noTarget", "no value fits the filter of the path");
  const added = withParts(start, change);
  return assigned(
    added === undefined ? present : [...withoutPrimary(present, [added]), added],
    change.target.path.attribute,
  );
}

/** One value with the parts that an operation gives it; `undefined` if nothing is left. */
function withParts(value: ScimObject, { kind, target, value: sent }: Change): ScimObject | undefined {
  const { sub, path } = target;
  if (sub !== undefined)
    return emptied(withMember(value, sub.name, kind === "remove" ? undefined : readValue(sent, sub)));
  if (kind === "remove") return undefined;
  const read = readOne(sent, path.attribute);
  return isObject(read) ? { ...value, ...read } : value;
}

/** RFC 7644 §3.5.2: if a changed value is the primary one, no other value is. */
function withoutPrimary(present: readonly ScimObject[], changed: readonly ScimObject[]): readonly ScimObject[] {
  if (!changed.some((one) => one.primary === true)) return present;
  return present.map((one) => (one.primary === true ? { ...one, primary: false } : one));
}

function assigned(values: readonly ScimObject[], attribute?: Attribute): ScimValue | undefined {
  if (values.length === 0) return undefined;
  return attribute === undefined ? values : readValue(values, attribute);
}

const emptied = (object: ScimObject): ScimObject | undefined => (Object.keys(object).length === 0 ? undefined : object);

function withMember(object: ScimObject, name: string, value: ScimValue | undefined): ScimObject {
  const { [name]: _, ...others } = object;
  return value === undefined ? others : { ...others, [name]: value };
}

const isObject = (value: ScimValue | undefined): value is ScimObject =>
  typeof value === "object" && !Array.isArray(value);

const objectIn = (resource: ScimObject, name: string): ScimObject => {
  const value = resource[name];
  return isObject(value) ? value : {};
};

const valuesOf = (value: ScimValue | undefined): readonly ScimObject[] =>
  Array.isArray(value) ? (value as readonly ScimObject[]) : [];

/** Values are the same if their `value` and type are; values without `value`, if all parts are. */
function isSameValue(one: ScimObject, other: ScimObject): boolean {
  if (one.value === undefined || other.value === undefined) return isWithin(one, other) && isWithin(other, one);
  return one.value === other.value && (one.type === undefined || other.type === undefined || one.type === other.type);
}

const isWithin = (one: ScimObject, other: ScimObject): boolean =>
  Object.entries(one).every(([name, value]) => other[name] === value);
