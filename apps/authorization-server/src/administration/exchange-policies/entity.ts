/** Exchange policies: which client may exchange tokens of people for tokens of another audience (RFC 8693). */
import { displayName, SUBJECT_TOKENS } from "@countersign/rules";
import { z } from "zod";
import {
  type ChangesOf,
  enabled,
  fixed,
  managedBy,
  moment,
  type NewOf,
  type RecordOf,
  read,
  written,
} from "../entity.ts";

export const EXCHANGE_POLICY = "exchange policy";
export const EXCHANGE_POLICIES = "exchange_policy";

const MOST_SCOPES = 100;
const MOST_GROUPS = 20;
const USUAL_LIFETIME_SECONDS = 300;

const identifier = z.string().min(1).max(2000);

const scope = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[!#-[\]-~]+$/, "must be a scope");

const scopes = z
  .string()
  .min(1)
  .max(2000)
  .regex(/^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/, "must be scopes, separated by one space");

export const exchangePolicyFields = {
  id: read(z.uuid()),
  name: written(displayName),
  client_id: fixed(identifier.meta({ description: "the client that may exchange" })),
  source: fixed(identifier.meta({ description: "the resource server that the subject's tokens are for" })),
  target: fixed(identifier.meta({ description: "the resource server that the new tokens are for" })),
  subject_tokens: written(
    z
      .array(z.enum(SUBJECT_TOKENS))
      .min(1)
      .max(SUBJECT_TOKENS.length)
      .meta({
        description:
          "which tokens: received by the resource server that the client runs, or own, which were issued to the client",
      })
      .default(["received"]),
  ),
  scopes: written(
    z
      .record(scope, scopes)
      .refine((given) => Object.keys(given).length <= MOST_SCOPES, `must have at most ${MOST_SCOPES} members`)
      .meta({
        description:
          "by each scope of the subject's token, the scopes that it gives at the target, separated by spaces",
      })
      .default({}),
  ),
  impersonation: written(
    z
      .boolean()
      .meta({ description: "whether the new token names no actor, as if the person had come by themselves" })
      .default(false),
  ),
  may_act: written(
    z
      .boolean()
      .meta({
        description:
          "whether tokens of people for source name this client in may_act, so that no other actor may exchange them",
      })
      .default(false),
  ),
  max_lifetime_seconds: written(
    z
      .int()
      .min(30)
      .max(86_400)
      .meta({ description: "how long a new token lives at most; never longer than the subject's token" })
      .default(USUAL_LIFETIME_SECONDS),
  ),
  excluded_groups: written(
    z
      .array(z.string().min(1).max(100))
      .max(MOST_GROUPS)
      .meta({ description: "groups of people whose tokens are not exchanged, by name" })
      .default([]),
  ),
  enabled,
  managed_by: managedBy,
  created_at: moment(),
} as const;

type ExchangePolicyFields = typeof exchangePolicyFields;

export type ExchangePolicyRecord = RecordOf<ExchangePolicyFields>;
export type NewExchangePolicy = NewOf<ExchangePolicyFields>;
export type ExchangePolicyChanges = ChangesOf<ExchangePolicyFields>;
