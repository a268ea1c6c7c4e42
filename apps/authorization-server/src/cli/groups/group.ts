import type { Command } from "commander";
import { findGroup, type GroupRecord } from "../../records/groups.ts";
import type { RecordsDatabase } from "../../records/records.ts";
import { organizationWith } from "../organizations/organization.ts";
import { refusal } from "../refusal.ts";

export interface GroupOptions {
  /** The slug of the organization whose group it is; none for a group of the deployment. */
  readonly organization?: string;
}

export const ofOrganization = (command: Command): Command =>
  command.option("--organization <slug>", "a group of this organization, and none of the deployment");

/** The id of the organization that is named. Refuses an unknown one. */
export const organizationIdOf = async (
  database: RecordsDatabase,
  { organization }: GroupOptions,
): Promise<string | undefined> =>
  organization === undefined ? undefined : (await organizationWith(database, organization)).id;

/** The group of a name, without regard to case. Refuses an unknown one. */
export async function groupNamed(
  database: RecordsDatabase,
  name: string,
  options: GroupOptions = {},
): Promise<GroupRecord> {
  const found = await findGroup(database, name, await organizationIdOf(database, options));
  if (found === undefined) throw refusal(`there is no group ${name}`);
  return found;
}
