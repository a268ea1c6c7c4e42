/** Tokens with which the directory of an organization calls SCIM. */
import { hashSecret, newSecret, visibleNote } from "@countersign/rules";
import { z } from "zod";
import { listScimTokens, type ScimTokenRecord } from "../../../platform/records/scim-tokens.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { isId, spelled, time } from "../../api/shapes.ts";
import { addScimToken, LONGEST_TOKEN_DAYS, MOST_TOKENS, revokeScimToken } from "../../scim/scim-tokens.ts";
import { organizationIn } from "./organization-shapes.ts";

const scimToken = z.strictObject({ id: z.uuid(), note: z.string(), created_at: time, expires_at: time });

const shown = (held: ScimTokenRecord) => spelled(scimToken, held);

const listTokens = defineOperation({
  id: "listOrganizationScimTokens",
  method: "GET",
  path: "/organizations/:organization/scim-tokens",
  summary: "The tokens of an organization for SCIM, without the tokens themselves",
  scope: "organizations:read",
  forOrganizationAdmins: true,
  answer: z.strictObject({ items: z.array(scimToken) }),
  command: {
    line: "organizations scim-token list <slug>",
    takes: { slug: "organization" },
    columns: ["id", "expires_at", "note"],
    empty: "The organization has no token for SCIM.",
  },
  async handle({ params }, deps) {
    const { id } = await organizationIn(params, deps);
    return { body: { items: (await listScimTokens(deps.database, id)).map(shown) } };
  },
});

// Anyone with such a token creates accounts in the deployment, so administrators of an organization do not give it.
const addToken = defineOperation({
  id: "addOrganizationScimToken",
  method: "POST",
  path: "/organizations/:organization/scim-tokens",
  summary: "Creates a token with which the directory of an organization calls SCIM, and shows it once",
  scope: "organizations:write",
  needsStepUp: true,
  body: z.strictObject({
    note: visibleNote.default("").meta({ description: "what it is for" }),
    lifetime_days: z.int().min(1).max(LONGEST_TOKEN_DAYS).default(LONGEST_TOKEN_DAYS),
  }),
  status: 201,
  answer: scimToken.extend({ token: z.string().optional().meta({ description: "shown once" }) }),
  shownOnce: ["token"],
  async handle({ params, body, by }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    const token = newSecret();
    const expiresAt = new Date(by.at.getTime() + body.lifetime_days * 86_400_000);
    const added = { organizationId, tokenHash: hashSecret(token), note: body.note, expiresAt };
    const id = await addScimToken(deps.database, added, by);
    if (id === undefined)
      throw new Problem("conflict", `the organization has the maximum of ${MOST_TOKENS} SCIM tokens`);
    const record = { id, note: body.note, createdAt: by.at, expiresAt };
    return { body: { ...shown(record), token }, location: `/organizations/${organizationId}/scim-tokens/${id}` };
  },
});

const revokeToken = defineOperation({
  id: "revokeOrganizationScimToken",
  method: "DELETE",
  path: "/organizations/:organization/scim-tokens/:token",
  summary: "Revokes a token: the directory can do nothing more by it",
  scope: "organizations:write",
  forOrganizationAdmins: true,
  needsStepUp: true,
  command: {
    line: "organizations scim-token revoke <slug> <id>",
    takes: { slug: "organization", id: "token" },
    done: "revoked",
    says: ({ id }) => `The token ${id} is revoked.`,
  },
  async handle({ params, by }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    const { token: id } = params;
    if (!isId(id) || !(await revokeScimToken(deps.database, { organizationId, id }, by))) throw notFound("token");
    return { body: undefined };
  },
});

export const organizationScimTokenOperations: readonly Operation[] = [listTokens, addToken, revokeToken];
