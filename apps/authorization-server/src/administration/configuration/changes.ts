/** What has to be done so that the database has what a configuration declares. Pure. */
import type { Deployment, Entry, Held, Kind, Problem, Reference, Section } from "./kinds/kind.ts";
import { type Configuration, KINDS } from "./kinds/kinds.ts";
import { referenceOf, type Secrets } from "./secrets.ts";

export interface FieldChange {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface Change {
  readonly section: Section;
  readonly key: string;
  /** `adopt`: an existing resource, whose fields may change too, now belongs to the configuration. */
  readonly act: "create" | "change" | "adopt" | "remove";
  readonly fields: readonly FieldChange[];
}

export interface Difference {
  readonly changes: readonly Change[];
  /** Resources of this configuration that the file does not declare. They stay: pruning was not asked for. */
  readonly left: readonly Pick<Change, "section" | "key">[];
  readonly problems: readonly Problem[];
}

/** What the database has, by section. */
export type World = Readonly<Record<string, readonly Held<Entry>[]>>;

/** What a configuration is compared with. */
export interface Comparison {
  readonly world: World;
  readonly deployment: Deployment;
  readonly secrets: Secrets;
  readonly prune: boolean;
}

/** Compares a configuration with what the database has. */
export function differenceOf(configuration: Configuration, to: Comparison): Difference {
  const { world, prune } = to;
  const each = KINDS.map((kind) => ofKind(kind, configuration, to));
  const removals = each.flatMap(({ undeclared }) => undeclared);
  return {
    changes: [...each.flatMap(({ changes }) => changes), ...(prune ? removals.toReversed() : [])],
    left: prune ? [] : removals.map(({ section, key }) => ({ section, key })),
    problems: [
      ...each.flatMap(({ problems }) => problems),
      ...referenceProblems(configuration, world, new Set(prune ? removals.map(idOf) : [])),
    ],
  };
}

const idOf = ({ section, key }: { readonly section: string; readonly key: string }) => `${section} ${key}`;

function ofKind(kind: Kind<Entry>, { declared, managedBy }: Configuration, to: Comparison) {
  const { world, deployment, secrets } = to;
  const { section, keyOf } = kind;
  const held = new Map((world[section] ?? []).map((one) => [keyOf(one.entry), one]));
  const changes: Change[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();

  for (const [index, entry] of (declared[section] ?? []).entries()) {
    const key = keyOf(entry);
    const found = held.get(key);
    const problem = seen.has(key) ? "is declared twice" : problemOf(found, managedBy);
    seen.add(key);
    if (problem !== undefined) problems.push({ path: [section, index], message: `the ${kind.noun} ${key} ${problem}` });
    else if (found === undefined || !kind.isPermanent)
      changes.push(...changeOf({ section, key }, found, fieldsOf(kind, found, entry, secrets)));
    const wrong = [
      ...(kind.check?.(entry, deployment) ?? []),
      ...(problem === undefined ? (kind.checkChange?.(found, entry, secrets) ?? []) : []),
    ];
    problems.push(...wrong.map(({ path, message }) => ({ path: [section, index, ...path], message })));
  }

  const undeclared = [...held]
    .filter(([key, one]) => one.managedBy === managedBy && !seen.has(key))
    .map(([key, one]) => ({ section, key, act: "remove" as const, fields: fieldsOf(kind, one, undefined, secrets) }));
  return { changes, problems, undeclared };
}

function problemOf(found: Held<Entry> | undefined, managedBy: string): string | undefined {
  if (found?.isOfService) return "is one that the service itself defines";
  if (found?.notDeclarable !== undefined) return found.notDeclarable;
  if (found && found.managedBy !== null && found.managedBy !== managedBy) return `is managed by ${found.managedBy}`;
  return undefined;
}

function changeOf(
  id: Pick<Change, "section" | "key">,
  found: Held<Entry> | undefined,
  fields: readonly FieldChange[],
): Change[] {
  if (found === undefined) return [{ ...id, act: "create", fields }];
  if (found.managedBy === null) return [{ ...id, act: "adopt", fields }];
  return fields.length === 0 ? [] : [{ ...id, act: "change", fields }];
}

function fieldsOf(
  kind: Kind<Entry>,
  held: Held<Entry> | undefined,
  after: Entry | undefined,
  secrets: Secrets,
): FieldChange[] {
  const before = held?.entry;
  const fields = Object.keys({ ...after, ...before })
    .filter((field) => field !== kind.secret?.field && !isSame(before?.[field], after?.[field]))
    .map((field) => changedField(field, before?.[field], after?.[field]));
  return [...fields, ...secretOf(kind, held, after, secrets)];
}

const changedField = (field: string, before: unknown, after: unknown): FieldChange => ({
  field,
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});

/** What a plan shows instead of a secret. */
const KEPT = "a secret";

function secretOf(
  { secret }: Kind<Entry>,
  held: Held<Entry> | undefined,
  after: Entry | undefined,
  secrets: Secrets,
): FieldChange[] {
  if (secret === undefined) return [];
  const reference = referenceOf(after, secret.field);
  if (held === undefined || after === undefined || reference === undefined) {
    const isNothing = held?.secret === undefined && reference === undefined;
    return isNothing ? [] : [changedField(secret.field, held?.secret && KEPT, reference)];
  }
  const text = secrets(reference);
  const isKept =
    held.secret !== undefined &&
    secret.useOf(held.entry) === secret.useOf(after) &&
    (text === undefined || held.secret.is(text));
  return isKept ? [] : [changedField(secret.field, held.secret && KEPT, reference)];
}

/** Whether two values are the same: the shapes order what has no order. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function referenceProblems({ declared }: Configuration, world: World, removed: ReadonlySet<string>): Problem[] {
  const after = new Map<string, Entry>();
  for (const { section, keyOf } of KINDS) {
    for (const { entry } of world[section] ?? []) after.set(idOf({ section, key: keyOf(entry) }), entry);
    for (const entry of declared[section] ?? []) after.set(idOf({ section, key: keyOf(entry) }), entry);
  }
  for (const id of removed) after.delete(id);

  return KINDS.flatMap(({ section, references }) =>
    (declared[section] ?? []).flatMap((entry, index) =>
      references(entry).flatMap((reference) => {
        const message = unmet(reference, after.get(idOf(reference)));
        return message === undefined ? [] : [{ path: [section, index, ...reference.path], message }];
      }),
    ),
  );
}

function unmet({ section, key, scopes = [] }: Reference, found: Entry | undefined): string | undefined {
  const noun = KINDS.find((kind) => kind.section === section)?.noun;
  if (found === undefined) return `there is no ${noun} ${key}`;
  const defined = found.scopes as readonly string[];
  const other = scopes.find((scope) => !defined.includes(scope));
  return other === undefined ? undefined : `the ${noun} ${key} does not define the scope ${other}`;
}
