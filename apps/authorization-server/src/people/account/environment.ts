/** The variables about what people may change in their account. config.ts includes them. */
import { EDITABLE_CLAIMS, type EditableClaim, USERNAME_CHARACTERS } from "@countersign/rules";
import { z } from "zod";

const isEditable = (name: string): name is EditableClaim => EDITABLE_CLAIMS.some((claim) => claim === name);

export const accountEnvironment = z.object({
  /** The claims that people may change about themselves, comma separated. An empty value allows none. */
  PROFILE_CLAIMS: z
    .string()
    .default("name,given_name,family_name,nickname,picture,website,birthdate,zoneinfo,locale")
    .transform((text, context) => {
      const names = text.split(",").flatMap((part) => part.trim() || []);
      if (names.every(isEditable)) return new Set(names);
      context.addIssue({ code: "custom", message: `must be some of: ${EDITABLE_CLAIMS.join(", ")}` });
      return z.NEVER;
    }),
  /** The characters of usernames that people choose: ASCII, or letters of any one script. */
  USERNAME_CHARACTERS: z.enum(USERNAME_CHARACTERS).default("ascii"),
});
