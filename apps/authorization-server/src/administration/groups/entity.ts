/** Groups of people, of the deployment or of one organization. */
import { displayName } from "@countersign/rules";
import { z } from "zod";
import { managedBy, type RecordOf, read, written } from "../entity.ts";

// The first value of a statement says how many members are counted.
const COUNT = `(
  SELECT count(*)::int FROM (SELECT FROM group_member m WHERE m.group_id = user_group.id LIMIT $1::int) counted)`;

export const groupFields = {
  id: read(z.uuid()),
  name: written(displayName.meta({ description: "what it is called" })),
  members: {
    ...read(z.int().meta({ description: "how many; lists count up to 10000" })),
    expression: COUNT,
  },
  managed_by: managedBy,
} as const;

export type Group = RecordOf<typeof groupFields>;

/** The form in which names of groups are compared: those of the deployment, or those of one organization. */
export const keyOfGroup = (name: string, organizationId?: string): string =>
  `${organizationId === undefined ? "" : `${organizationId}/`}${name.normalize("NFC").toLowerCase()}`;
