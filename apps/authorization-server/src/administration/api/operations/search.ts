/** One search for everything that has a name. It finds what its caller may read of each noun. */
import { z } from "zod";
import { pageOfClients } from "../../../platform/records/client-list.ts";
import { pageOfOrganizations } from "../../../platform/records/organizations.ts";
import { pageOfPeople } from "../../../platform/stores/person/directory.ts";
import { searchFor } from "../../../platform/stores/person/people-search.ts";
import { listed } from "../../people/operations/person-shapes.ts";
import { defineOperation, type Operation } from "../operation.ts";
import type { AdminScope } from "../scopes.ts";

const MOST_OF_EACH = 20;

const search = defineOperation({
  id: "search",
  method: "GET",
  path: "/search",
  summary:
    "Users, clients and organizations with a part of a text in a name, address or id, if the caller may read them",
  scope: "any",
  forOrganizationAdmins: true,
  query: z.strictObject({
    q: z.string().min(1).max(200),
    limit: z.coerce.number().int().min(1).max(MOST_OF_EACH).default(8).meta({ description: "the most of each noun" }),
  }),
  answer: z.strictObject({
    people: z.array(
      listed.pick({ id: true, username: true, name: true, given_name: true, family_name: true, email: true }),
    ),
    clients: z.array(z.strictObject({ client_id: z.string(), client_name: z.string() })),
    organizations: z.array(z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() })),
  }),
  async handle({ query: { q, limit }, caller: { scopes, organizationId: only } }, { database }) {
    const page = { after: undefined, most: limit };
    // People and clients belong to the deployment: an administrator of one organization lists neither.
    const mayRead = (scope: AdminScope) => only === undefined && scopes.includes(scope);
    const [people, clients, organizations] = await Promise.all([
      mayRead("people:read")
        ? pageOfPeople(database, await searchFor(database, q, mayRead("organizations:read")), {
            after: undefined,
            limit,
          })
        : { people: [] },
      mayRead("clients:read") ? pageOfClients(database, { part: q, ...page }) : [],
      scopes.includes("organizations:read") ? pageOfOrganizations(database, { part: q, only, ...page }) : [],
    ]);
    return {
      body: {
        people: people.people.map(({ id, username, name, given_name, family_name, email }) => ({
          ...{ id, username, name, given_name, family_name, email },
        })),
        clients: clients.map(({ id, name }) => ({ client_id: id, client_name: name })),
        organizations: organizations.map(({ id, slug, name }) => ({ id, slug, name })),
      },
    };
  },
});

export const searchOperations: readonly Operation[] = [search];
