/** The owners of the deployment, as the environment of a command has it: no command takes the last one. */
import { administrationResource } from "../../administration/api/environment.ts";
import { ownersAt, type RoleName } from "../../administration/roles/kept-role.ts";
import { ownersEnvironment, readVariables } from "../config.ts";
import type { Context } from "./context.ts";

/** The identifier of the administration API; undefined if it is off. */
export const administrationIn = async ({ environment }: Context): Promise<string | undefined> =>
  administrationResource(await readVariables(ownersEnvironment, environment));

/** The role that may not lose its last person; undefined if the administration API is off. */
export const ownersIn = async (context: Context): Promise<RoleName | undefined> =>
  ownersAt(await administrationIn(context));
