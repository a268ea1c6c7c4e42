/** Operations on the providers at which people may sign in. */
import { federationCallback, federationLogout, federationSignedOut, PROVIDER_PROBLEMS } from "@countersign/rules";
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import { assertNotManaged } from "../api/access/managed.ts";
import { assertMatch } from "../api/etag.ts";
import { defineOperation, type Operation } from "../api/operation.ts";
import { notFound, notNamed } from "../api/problem.ts";
import { assertMayTrust } from "../api/rank.ts";
import { camelOf } from "../entity.ts";
import { shownShape } from "../entity-shapes.ts";
import { shownOf, takenFrom } from "../entity-values.ts";
import { malformed } from "../refused.ts";
import {
  addedProvider,
  changedProvider,
  newProviderOf,
  PROVIDER,
  type ProviderRecord,
  providerFields,
} from "./entity.ts";
import { assertFits } from "./fits.ts";
import {
  addIdentityProvider,
  type ChangedSetting,
  changeIdentityProvider,
  removeIdentityProvider,
} from "./identity-providers.ts";
import { findProvider, listProviders } from "./store.ts";

type Params = Readonly<Record<string, string>>;
type Deps = Pick<Dependencies, "database" | "issuer" | "sealedTexts">;

const answer = shownShape(providerFields).extend({
  token_endpoint_auth_method: z.enum(["client_secret", "private_key_jwt"]),
  redirect_uri: z.string().meta({ description: "what is registered at the provider" }),
  backchannel_logout_uri: z.string().meta({ description: "where the provider says that a session there ended" }),
  post_logout_redirect_uri: z.string().meta({ description: "registered at the provider for rp_initiated_logout" }),
});

const shown = (held: ProviderRecord, ours: string) => ({
  ...shownOf(providerFields, held),
  token_endpoint_auth_method:
    held.keyEncryptionKeyId === null ? ("private_key_jwt" as const) : ("client_secret" as const),
  redirect_uri: federationCallback(ours, held.alias),
  backchannel_logout_uri: federationLogout(ours, held.alias),
  post_logout_redirect_uri: federationSignedOut(ours, held.alias),
});

/** What a change changes, by the members of the API. */
const membersOf = (changed: readonly ChangedSetting[]): readonly string[] =>
  Object.keys(changedProvider.shape).filter((name) => {
    const setting = name === "enabled" ? "isEnabled" : camelOf(name);
    return changed.some((one) => one === setting);
  });

async function providerIn({ alias = "" }: Params, { database }: Pick<Deps, "database">): Promise<ProviderRecord> {
  const found = await findProvider(database, alias);
  if (found === undefined) throw notNamed(PROVIDER, alias);
  return found;
}

async function replyAbout(params: Params, deps: Deps) {
  const body = shown(await providerIn(params, deps), deps.issuer);
  return { body, version: body };
}

const list = defineOperation({
  id: "listProviders",
  method: "GET",
  path: "/providers",
  summary: "The providers at which people may sign in, by alias",
  scope: "settings:read",
  status: 200,
  answer: z.strictObject({ items: z.array(answer) }),
  handle: async (_, { database, issuer: ours }) => ({
    body: { items: (await listProviders(database)).map((one) => shown(one, ours)) },
  }),
});

const read = defineOperation({
  id: "readProvider",
  method: "GET",
  path: "/providers/:alias",
  summary: "One provider",
  scope: "settings:read",
  status: 200,
  answer,
  handle: ({ params }, deps) => replyAbout(params, deps),
});

const add = defineOperation({
  id: "addProvider",
  method: "POST",
  path: "/providers",
  summary: "Adds a provider at which people may sign in; only owners may",
  scope: "settings:write",
  needsStepUp: true,
  body: addedProvider,
  status: 201,
  answer,
  async handle({ body, by, ...who }, deps) {
    assertMayTrust(Object.keys(answer.shape), who);
    const { alias } = body;
    const made = newProviderOf(body);
    assertFits({ ...made, hasSecret: made.secret !== null });
    await addIdentityProvider({ database: deps.database, texts: deps.sealedTexts }, made, by);
    return { ...(await replyAbout({ alias }, deps)), location: `/providers/${alias}` };
  },
});

const change = defineOperation({
  id: "changeProvider",
  method: "PATCH",
  path: "/providers/:alias",
  summary: "Changes settings of a provider; only owners may change whom it can sign in",
  scope: "settings:write",
  needsStepUp: true,
  needsMatch: true,
  body: changedProvider,
  status: 200,
  answer,
  async handle({ params, body, by, ifMatch, ...who }, deps) {
    const wanted = { ...takenFrom(providerFields, body), secret: body.secret };
    const acting = { database: deps.database, texts: deps.sealedTexts };
    const done = await changeIdentityProvider(acting, params.alias ?? "", wanted, by, (before, changed) => {
      assertNotManaged(before, PROVIDER, by);
      assertMatch(ifMatch, before, (one) => shown(one, deps.issuer));
      assertMayTrust(membersOf(changed), who);
      assertFits({ ...before, hasSecret: before.keyEncryptionKeyId !== null }, wanted);
    });
    if (done === "secret-needed") throw malformed(PROVIDER, "secret", "another issuer needs another client secret");
    return replyAbout(params, deps);
  },
});

const remove = defineOperation({
  id: "removeProvider",
  method: "DELETE",
  path: "/providers/:alias",
  summary: "Removes a provider, and disconnects every identity there",
  scope: "settings:write",
  needsStepUp: true,
  status: 204,
  command: {
    line: "providers remove <alias>",
    done: "removed",
    says: ({ alias }) => `The provider ${alias} is removed, and every identity there is disconnected.`,
  },
  async handle({ params, by, ...who }, deps) {
    const { alias, ...found } = await providerIn(params, deps);
    assertNotManaged(found, PROVIDER, by);
    assertMayTrust(["enabled"], who);
    if (!(await removeIdentityProvider(deps.database, alias, by))) throw notFound(PROVIDER);
    return { body: undefined };
  },
});

const test = defineOperation({
  id: "testProvider",
  method: "POST",
  path: "/providers/:alias/test",
  summary: "Reads the metadata and the keys of a provider now, and says what is wrong; changes nothing",
  scope: "settings:write",
  status: 200,
  answer: z.strictObject({
    works: z.boolean().meta({ description: "whether people can sign in there, as far as the metadata says" }),
    problems: z.array(z.enum(PROVIDER_PROBLEMS)),
  }),
  async handle({ params }, deps) {
    const problems = await deps.tryProvider(await providerIn(params, deps));
    return { body: { works: problems.length === 0, problems: [...problems] } };
  },
});

export const providerOperations: readonly Operation[] = [list, read, add, change, remove, test];
