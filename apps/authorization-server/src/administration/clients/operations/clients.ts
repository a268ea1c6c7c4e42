/** Operations on clients. */
import { isDocumentClient } from "@countersign/rules";
import { z } from "zod";
import { prepareKeys } from "../../../issuer/clients/prepare-keys.ts";
import { CLIENT_KINDS, CLIENT_SORTS, countClients, pageOfClients } from "../../../platform/records/client-list.ts";
import type { HeldClient } from "../../../platform/stores/client/client-change.ts";
import type { Locked } from "../../../platform/stores/locked.ts";
import { assertNotManaged, managedBy } from "../../api/access/managed.ts";
import { assertMatch } from "../../api/etag.ts";
import { including } from "../../api/lists/include.ts";
import { cut, listQuery, pageOf, partOf, total, totalIf, withTotal } from "../../api/lists/list.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertWithin } from "../../api/rank.ts";
import { time, written } from "../../api/shapes.ts";
import { addClient, deleteClient } from "../clients.ts";
import { newClient } from "../new-client.ts";
import { changeOneClient } from "./client-change.ts";
import { clientEnablingOperations } from "./client-enabling.ts";
import { readClientRefusals } from "./client-refusals.ts";
import { clientSecretOperations, readClientSecrets } from "./client-secrets.ts";
import {
  client,
  clientIn,
  lastSignIn,
  metadataIn,
  ownClientIn,
  shown,
  status,
  statusOf,
  versionOf,
} from "./client-shapes.ts";
import { trySignIn } from "./sign-in-trials.ts";

const summary = z.strictObject({
  client_id: z.string(),
  client_name: z.string(),
  profile: z.string(),
  application_type: z.string(),
  token_endpoint_auth_method: z.string(),
  grant_types: z.array(z.string()),
  status,
  created_at: time,
  last_sign_in_at: lastSignIn,
  managed_by: managedBy,
  has_logo: z.boolean(),
});

const listClients = defineOperation({
  id: "listClients",
  method: "GET",
  path: "/clients",
  summary: "The clients that match, by name unless another order is asked for; q is a part of their name or id",
  scope: "clients:read",
  isList: true,
  query: z.strictObject({
    q: partOf(["client_name", "client_id"]),
    status: status.optional(),
    kind: z.enum(CLIENT_KINDS).optional().meta({ description: "how it runs; machine: no user signs in to it" }),
    sort: z.enum(CLIENT_SORTS).optional().meta({ description: "without it, by client_name" }),
    with_total: withTotal,
    ...listQuery,
  }),
  answer: pageOf(summary).extend({ total }),
  async handle({ query: { q: part, limit, with_total, ...query }, place }, { database }) {
    const filter = { part, status: query.status, kind: query.kind };
    const found = await pageOfClients(database, { ...filter, sort: query.sort, after: place, most: limit + 1 });
    const { items, last } = cut(found, limit);
    const body = {
      items: items.map((found) => ({
        client_id: found.id,
        client_name: found.name,
        profile: found.profile,
        application_type: found.applicationType,
        token_endpoint_auth_method: found.tokenEndpointAuthMethod,
        grant_types: [...found.grantTypes],
        status: statusOf(found),
        created_at: found.createdAt.toISOString(),
        last_sign_in_at: written(found.lastSignInAt),
        managed_by: found.managedBy,
        has_logo: found.hasLogo,
      })),
      ...(await totalIf(with_total, (most) => countClients(database, { ...filter, most }))),
    };
    return { body, next: last && [last.key, last.id] };
  },
});

const readClient = including(
  defineOperation({
    id: "readClient",
    method: "GET",
    path: "/clients/:id",
    summary: "One client with its metadata, and with include its last refused requests and its secrets",
    scope: "clients:read",
    answer: client,
    async handle({ params }, deps) {
      const found = await clientIn(params, deps);
      return { body: shown(found), version: versionOf(found) };
    },
  }),
  { refusals: { operation: readClientRefusals }, secrets: { operation: readClientSecrets } },
);

const addOneClient = defineOperation({
  id: "addClient",
  method: "POST",
  path: "/clients",
  summary: "Registers a client; its secret is shown once",
  scope: "clients:write",
  body: z
    .record(z.string(), z.unknown())
    .meta({ description: "client metadata (RFC 7591 §2): the members that docs/registering-clients.md lists" }),
  status: 201,
  answer: client.extend({ client_secret: z.string().optional() }),
  shownOnce: ["client_secret"],
  async handle({ body, by, caller }, deps) {
    const metadata = metadataIn(body, deps);
    // A caller who could read the secret of a client would have its scopes.
    assertWithin(caller, (metadata.scope ?? "").split(" "), "the client");
    await prepareKeys(metadata, deps.keys.ensure);
    const { client: made, secret } = newClient({ metadata, logo: undefined }, deps.clientSecrets);
    await addClient(deps.database, made, by);
    const found = await clientIn({ id: made.id }, deps);
    const added = shown(found);
    return {
      body: secret === undefined ? added : { ...added, client_secret: secret },
      version: versionOf(found),
      location: `/clients/${made.id}`,
    };
  },
});

const deleteOneClient = defineOperation({
  id: "deleteClient",
  method: "DELETE",
  path: "/clients/:id",
  summary: "Deletes a client, what was issued to it, and what users agreed to with it",
  scope: "clients:write",
  needsMatch: true,
  async handle({ params, by, caller, ifMatch }, deps) {
    const found = await ownClientIn(params, { by, caller }, deps);
    // It would be there again with its next request.
    if (isDocumentClient(found)) throw new Problem("conflict", "the client is its document: disable it instead");
    const assertMeantFor = (held: Locked<HeldClient>) => {
      assertNotManaged(held, "client", by);
      assertMatch(ifMatch, held, versionOf);
    };
    if (!(await deleteClient(deps.database, found.id, by, assertMeantFor))) throw notFound("client");
    deps.clients.forget(found.id);
    return { body: undefined };
  },
});

export const clientOperations: readonly Operation[] = [
  listClients,
  readClient,
  addOneClient,
  changeOneClient,
  ...clientEnablingOperations,
  deleteOneClient,
  ...clientSecretOperations,
  trySignIn,
];
