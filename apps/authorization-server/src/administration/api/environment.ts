/** The variables of the administration API. config.ts includes them. */
import { z } from "zod";

export const administrationEnvironment = z.object({
  /** The public address of the administration API. Without it, the API is off. */
  ADMIN_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/[?#]|\/$/.test(url), "must have no query, no fragment and no trailing slash")
    .refine(
      (url) => /^https:|^http:\/\/(?:[a-z0-9-]+\.)?localhost(?::|\/|$)|^http:\/\/127\.0\.0\.1(?::|\/|$)/.test(url),
      "must be https, or on localhost",
    )
    .optional(),
  /** Where it listens. It has a port of its own, so that a network can hide it. */
  ADMIN_HOST: z.string().default("127.0.0.1"),
  ADMIN_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
});

type Environment = z.output<typeof administrationEnvironment> & { readonly PORT: number };

export type AdministrationSettings = Pick<Environment, "ADMIN_URL">;

/** Refuses settings that do not fit together. */
export function checkAdministrationEnvironment(env: Environment, context: z.RefinementCtx): void {
  const refuse = (message: string) => context.addIssue({ code: "custom", path: ["ADMIN_PORT"], message });
  if (env.ADMIN_URL !== undefined && env.ADMIN_PORT === undefined) refuse("must be set beside ADMIN_URL");
  if (env.ADMIN_PORT === env.PORT) refuse("must be another port than PORT, which strangers reach");
}

/** The path of the API below its public address. The version changes when a client would break. */
export const API_PATH = "/admin/api/v1";

/** The identifier of the API, which is the audience of its tokens; `undefined` if it is off. */
export const administrationResource = ({ ADMIN_URL: url }: AdministrationSettings): string | undefined =>
  url === undefined ? undefined : `${url}${API_PATH}`;
