/** Exchange policies in a configuration file. */
import type { z } from "zod";
import { inRecords } from "../../platform/records/records.ts";
import { declaredShape } from "../entity-shapes.ts";
import { declaredOf, takenFrom } from "../entity-values.ts";
import { addExchangePolicy, changeExchangePolicy, removeExchangePolicy } from "../exchange-policies/acts.ts";
import {
  EXCHANGE_POLICY,
  type ExchangePolicyRecord,
  exchangePolicyFields,
  type NewExchangePolicy,
} from "../exchange-policies/entity.ts";
import { exchangePoliciesIn, exchangePolicyIdIn, markExchangePolicy } from "../exchange-policies/store.ts";
import { missing } from "../refused.ts";
import { queryIn } from "../roles/kept-role.ts";
import { type Applying, defineKind } from "./kind.ts";

const { shape: members } = declaredShape(exchangePolicyFields);
const shape = declaredShape(exchangePolicyFields).extend({
  name: members.name.describe("its name, which identifies it"),
  subject_tokens: members.subject_tokens.unwrap().transform(inOrder).default(["received"]),
  excluded_groups: members.excluded_groups.unwrap().transform(inOrder).default([]),
});

type PolicyEntry = z.output<typeof shape>;

const FIXED = ["client_id", "source", "target"] as const;

export const exchangePolicies = defineKind<PolicyEntry>({
  section: "exchange_policies",
  noun: "exchange policy",
  shape,
  keyOf: ({ name }) => name,
  // What it names of clients and groups is looked up when it is applied: who reads settings may not read these.
  references: ({ source, target }) => [
    { section: "resource_servers", key: source, path: ["source"] },
    { section: "resource_servers", key: target, path: ["target"] },
  ],

  async held(records) {
    return (await exchangePoliciesIn(queryIn(records))).map((found) => ({
      entry: entryOf(found),
      managedBy: found.managedBy,
      isOfService: false,
    }));
  },

  check: ({ target }, { administration }) =>
    target === administration ? [{ path: ["target"], message: "is the administration API, for which none is" }] : [],

  checkChange: (held, entry) =>
    FIXED.filter((field) => held !== undefined && held.entry[field] !== entry[field]).map((field) => ({
      path: [field],
      message: "cannot be changed: add another policy",
    })),

  async create(to, { enabled, ...entry }, by) {
    await inRecords(to, async (records) => {
      const database = { query: queryIn(records) };
      const policy = takenFrom(exchangePolicyFields, entry) as NewExchangePolicy;
      const id = await addExchangePolicy(database, policy, by);
      if (!enabled) await changeExchangePolicy(database, { id, isEnabled: false }, by);
    });
  },

  change: (to, { after }, by) =>
    withId(to, after, (query, id) => {
      const { client_id: _client, source: _source, target: _target, ...changes } = after;
      return changeExchangePolicy({ query }, { id, ...takenFrom(exchangePolicyFields, changes) }, by);
    }),

  remove: (to, entry, by) => withId(to, entry, (query, id) => removeExchangePolicy({ query }, id, by)),

  mark: (records, { name }, managedBy) => markExchangePolicy(queryIn(records), name, managedBy),
});

const entryOf = (held: ExchangePolicyRecord): PolicyEntry => {
  const entry = declaredOf(exchangePolicyFields, held) as PolicyEntry;
  return {
    ...entry,
    subject_tokens: inOrder(entry.subject_tokens),
    excluded_groups: inOrder(entry.excluded_groups),
  };
};

/** Values without order: the same ones in another order are no change. */
function inOrder<Value extends string>(values: readonly Value[]): Value[] {
  return [...new Set(values)].sort();
}

type Act = (query: ReturnType<typeof queryIn>, id: string) => Promise<unknown>;

function withId(to: Applying, { name }: PolicyEntry, act: Act): Promise<void> {
  return inRecords(to, async (records) => {
    const query = queryIn(records);
    const id = await exchangePolicyIdIn(query, name);
    if (id === undefined) throw missing(EXCHANGE_POLICY, name);
    await act(query, id);
  });
}
