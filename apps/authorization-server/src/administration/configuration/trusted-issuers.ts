/** Trusted issuers in a configuration file. */
import type { z } from "zod";
import { inRecords } from "../../platform/records/records.ts";
import { declaredShape } from "../entity-shapes.ts";
import { declaredOf, takenFrom } from "../entity-values.ts";
import { missing } from "../refused.ts";
import { queryIn } from "../roles/kept-role.ts";
import { addTrustedIssuer, changeTrustedIssuer, removeTrustedIssuer } from "../trusted-issuers/acts.ts";
import {
  type NewTrustedIssuer,
  TRUSTED_ISSUER,
  type TrustedIssuerRecord,
  trustedIssuerFields,
} from "../trusted-issuers/entity.ts";
import { markTrustedIssuer, trustedIssuerIdIn, trustedIssuersIn } from "../trusted-issuers/store.ts";
import { type Applying, defineKind } from "./kind.ts";

const { shape: members } = declaredShape(trustedIssuerFields);
const shape = declaredShape(trustedIssuerFields).extend({
  name: members.name.describe("its name, which identifies it"),
  jwks: members.jwks.unwrap().transform(inOrder).default(null),
  workloads: members.workloads.unwrap().transform(inOrder).default([]),
});

type IssuerEntry = z.output<typeof shape>;

export const trustedIssuers = defineKind<IssuerEntry>({
  section: "trusted_issuers",
  noun: "trusted issuer",
  shape,
  keyOf: ({ name }) => name,

  references: ({ clients, workloads, resources, provider }) => [
    ...clients.map((key, at) => ({ section: "clients", key, path: ["clients", at] })),
    ...workloads.map(({ client: key }, at) => ({ section: "clients", key, path: ["workloads", at, "client"] })),
    ...resources.map((key, at) => ({ section: "resource_servers", key, path: ["resources", at] })),
    ...(provider === null ? [] : [{ section: "providers", key: provider, path: ["provider"] }]),
  ],

  async held(records) {
    return (await trustedIssuersIn(queryIn(records))).map((found) => ({
      entry: entryOf(found),
      managedBy: found.managedBy,
      isOfService: false,
    }));
  },

  check({ jwks_uri: jwksUri }, { targetProblem }) {
    const problem = jwksUri === null ? undefined : targetProblem(jwksUri);
    return problem === undefined ? [] : [{ path: ["jwks_uri"], message: problem }];
  },

  checkChange(held, entry) {
    if (held === undefined) return [];
    return (["issuer", "subject"] as const)
      .filter((member) => held.entry[member] !== entry[member])
      .map((member) => ({ path: [member], message: "cannot be changed: add another trusted issuer" }));
  },

  create: (to, { enabled, ...entry }, by) =>
    inRecords(to, async (records) => {
      const database = { query: queryIn(records) };
      const { id } = await addTrustedIssuer(database, takenFrom(trustedIssuerFields, entry) as NewTrustedIssuer, by);
      if (!enabled) await changeTrustedIssuer(database, { id, isEnabled: false }, by);
    }),

  change: (to, { after }, by) =>
    withId(to, after, (query, id) => {
      const { issuer: _, subject: __, ...changes } = takenFrom(trustedIssuerFields, after);
      return changeTrustedIssuer({ query }, { id, ...changes }, by);
    }),

  remove: (to, entry, by) => withId(to, entry, (query, id) => removeTrustedIssuer({ query }, id, by)),

  mark: (records, { name }, managedBy) => markTrustedIssuer(queryIn(records), name, managedBy),
});

function entryOf(held: TrustedIssuerRecord): IssuerEntry {
  const entry = declaredOf(trustedIssuerFields, held) as IssuerEntry;
  return { ...entry, jwks: inOrder(entry.jwks), workloads: inOrder(entry.workloads) };
}

/** Members without order: the same ones in another order are no change. */
function inOrder<T>(value: T): T {
  if (Array.isArray(value)) return value.map(inOrder) as T;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)])) as T;
}

type Act = (query: ReturnType<typeof queryIn>, id: string) => Promise<unknown>;

function withId(to: Applying, { name }: IssuerEntry, act: Act): Promise<void> {
  return inRecords(to, async (records) => {
    const query = queryIn(records);
    const id = await trustedIssuerIdIn(query, name);
    if (id === undefined) throw missing(TRUSTED_ISSUER, name);
    await act(query, id);
  });
}
