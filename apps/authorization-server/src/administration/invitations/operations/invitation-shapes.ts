/** Invitations as the administration API shows them, and what every mail of one is made from. */
import { z } from "zod";
import { spelled, time } from "../../api/shapes.ts";

const SHORTEST_SECONDS = 3600;
const USUAL_SECONDS = 7 * 86_400;
const LONGEST_SECONDS = 30 * 86_400;
const MOST_ROLES = 20;

/** In which language a mail invites, and how long its link is valid. */
export const mailed = {
  language: z.string().max(35).default("en").meta({ description: "the language of the mail (BCP 47)" }),
  lifetime: z.int().min(SHORTEST_SECONDS).max(LONGEST_SECONDS).default(USUAL_SECONDS).meta({ description: "seconds" }),
};

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
  });

interface Open {
  readonly id: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly roleIds: readonly string[];
}

const shape = invitationShape("");

export const shownInvitation = ({ address: email, roleIds: roles, ...open }: Open) =>
  spelled(shape, { ...open, email, roles });
