/** Invitations as the administration API shows them, and what every mail of one is made from. */
import { z } from "zod";
import { paths } from "../../../paths.ts";
import type { Giver } from "../../../platform/stores/person/givers.ts";
import { spelled, time } from "../../api/shapes.ts";

const SHORTEST_SECONDS = 3600;
const USUAL_SECONDS = 7 * 86_400;
const LONGEST_SECONDS = 30 * 86_400;
const MOST_ROLES = 20;

/** In which language a mail invites, and how long its link is valid. */
export const mailed = {
  language: z.string().max(35).default("en").meta({ description: "the language of the email (BCP 47)" }),
  lifetime: z.int().min(SHORTEST_SECONDS).max(LONGEST_SECONDS).default(USUAL_SECONDS).meta({ description: "seconds" }),
};

/** The path and query of the link with this token. */
export const invitationLink = (token: string): string => `${paths.invitation}?${new URLSearchParams({ token })}`;

/** What is wrong with an address to which no invitation can be sent. */
export const NO_ADDRESS = "is not an email address that accounts can have";

/** The roles that come with an invitation. */
export const givenRoles = z.array(z.uuid()).max(MOST_ROLES).default([]);

/** @param roles which roles an invitation gives */
export const invitationShape = (roles: string) =>
  z.strictObject({
    id: z.uuid(),
    email: z.string(),
    created_at: time,
    expires_at: time,
    roles: z.array(z.uuid()).meta({ description: roles }),
    invited_by: z
      .strictObject({
        actor: z.enum(["operator", "administrator", "client"]),
        actor_id: z.string().nullable().meta({ description: "the user or client that invited" }),
      })
      .nullable()
      .meta({ description: "who invited; null for an invitation of an earlier version" }),
  });

interface Open {
  readonly id: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly roleIds: readonly string[];
  readonly madeBy: Giver | null;
}

const shape = invitationShape("");

/**
 * An invitation as answers have it.
 *
 * @param organizationId for one into an organization: its administrators learn the id only of one of their own
 */
export const shownInvitation = (
  { address: email, roleIds: roles, madeBy, ...open }: Open,
  organizationId?: string,
): z.output<typeof shape> => spelled(shape, { ...open, email, roles, invitedBy: inviterOf(madeBy, organizationId) });

function inviterOf(giver: Giver | null, organizationId: string | undefined) {
  if (giver === null) return null;
  const isTold = organizationId === undefined || ("organizationId" in giver && giver.organizationId === organizationId);
  return { actor: giver.kind, actor_id: isTold ? idOf(giver) : null };
}

function idOf(giver: Giver): string | null {
  if (giver.kind === "operator") return null;
  return giver.kind === "client" ? giver.clientId : giver.userId;
}
