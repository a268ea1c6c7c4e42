/** Operations on the providers at which people may sign in. */
import { PROVIDER_PROBLEMS } from "@countersign/rules";
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import {
  findIdentityProvider,
  type IdentityProviderRecord,
  listIdentityProviders,
} from "../../../platform/records/identity-providers.ts";
import { findOrganization } from "../../../platform/records/organizations.ts";
import { assertNotManaged } from "../../api/access/managed.ts";
import { assertMatch } from "../../api/etag.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound, notNamed, Problem } from "../../api/problem.ts";
import { assertMayTrust } from "../../api/rank.ts";
import { hasSecretIn, usualSettings } from "../../configuration/provider-shape.ts";
import { addIdentityProvider, changeIdentityProvider, removeIdentityProvider } from "../identity-providers.ts";
import { assertFits } from "./provider-fits.ts";
import { addedProvider, changedProvider, membersOf, provider, settingsIn, shownProvider } from "./provider-shapes.ts";

type Params = Readonly<Record<string, string>>;
type Deps = Pick<Dependencies, "database" | "issuer" | "sealedTexts">;

async function providerIn(
  { alias = "" }: Params,
  { database }: Pick<Deps, "database">,
): Promise<IdentityProviderRecord> {
  const found = await findIdentityProvider(database, alias);
  if (found === undefined) throw notNamed("provider", alias);
  return found;
}

async function replyAbout(params: Params, deps: Deps) {
  const body = shownProvider(await providerIn(params, deps), deps.issuer);
  return { body, version: body };
}

async function assertOrganization(id: string, { database }: Deps): Promise<void> {
  if ((await findOrganization(database, { id })) !== undefined) return;
  const errors = [{ pointer: "#/organization", detail: "there is no such organization" }];
  throw new Problem("invalid-request", undefined, { errors });
}

const list = defineOperation({
  id: "listProviders",
  method: "GET",
  path: "/providers",
  summary: "The providers at which people may sign in, by alias",
  scope: "settings:read",
  status: 200,
  answer: z.strictObject({ items: z.array(provider) }),
  async handle(_, { database, issuer }) {
    const found = await listIdentityProviders(database);
    return { body: { items: found.map((one) => shownProvider(one, issuer)) } };
  },
});

const read = defineOperation({
  id: "readProvider",
  method: "GET",
  path: "/providers/:alias",
  summary: "One provider",
  scope: "settings:read",
  status: 200,
  answer: provider,
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
  answer: provider,
  async handle({ body: { client_id, auto_link, rp_initiated_logout, enabled, ...rest }, by, ...who }, deps) {
    assertMayTrust(Object.keys(provider.shape), who);
    const { alias, preset } = rest;
    const { issuer = usualSettings(preset).issuer, scopes = usualSettings(preset).scopes } = rest;
    if (issuer === undefined) {
      const errors = [{ pointer: "#/issuer", detail: "an OpenID Provider needs one" }];
      throw new Problem("invalid-request", undefined, { errors });
    }
    const { organization: organizationId, ...others } = rest;
    if (organizationId !== null) await assertOrganization(organizationId, deps);
    const added = {
      ...others,
      organizationId,
      issuer,
      scopes,
      clientId: client_id,
      autoLink: auto_link,
      rpInitiatedLogout: rp_initiated_logout,
      isEnabled: enabled,
    };
    assertFits({ ...added, hasSecret: added.secret !== null });
    const acting = { database: deps.database, texts: deps.sealedTexts };
    if ((await addIdentityProvider(acting, added, by)) === undefined) {
      throw new Problem("conflict", "there is a provider with this alias");
    }
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
  answer: provider,
  async handle({ params, body, by, ifMatch, ...who }, deps) {
    const { alias = "" } = params;
    const changes = settingsIn(body);
    const acting = { database: deps.database, texts: deps.sealedTexts };
    const done = await changeIdentityProvider(acting, alias, changes, by, (before, changed) => {
      assertNotManaged(before, "provider", by);
      assertMatch(ifMatch, before, (one) => shownProvider(one, deps.issuer));
      assertMayTrust(membersOf(changed), who);
      assertFits(
        { ...before, hasSecret: before.keyEncryptionKeyId !== null },
        { ...changes, hasSecret: hasSecretIn(changes.secret) },
      );
    });
    if (done === "secret-needed") {
      const errors = [{ pointer: "#/secret", detail: "another issuer needs another client secret" }];
      throw new Problem("invalid-request", undefined, { errors });
    }
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
    assertNotManaged(found, "provider", by);
    assertMayTrust(["enabled"], who);
    if (!(await removeIdentityProvider(deps.database, alias, by))) throw notFound("provider");
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
