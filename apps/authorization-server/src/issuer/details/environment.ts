/** The variable about authorization details. config.ts includes it. */
import { z } from "zod";

export const detailsEnvironment = z.object({
  /** A folder with a JSON file for each type of authorization details. Without it there are no types. */
  AUTHORIZATION_DETAILS_DIR: z.string().optional(),
});
