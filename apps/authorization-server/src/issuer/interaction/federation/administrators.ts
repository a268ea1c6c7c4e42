/** Who administers the deployment is signed in by no provider of an organization, and sent to none. */
import type { Dependencies } from "../../../dependencies.ts";

export type FindingRoles = Pick<Dependencies, "roles" | "administration">;

/** Whether a person has a role of administration of the deployment. */
export const isAdministrator = async (userId: string, { roles, administration }: FindingRoles): Promise<boolean> =>
  administration !== undefined && (await roles.scopesOfPerson(userId, administration)).length > 0;
