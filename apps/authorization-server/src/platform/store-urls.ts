/** The URLs of the stores in the configuration. Both may name several servers. */
import { databaseUrlProblem } from "@countersign/database/database-url";
import { z } from "zod";

export const databaseUrl = z.string().refine((text) => databaseUrlProblem(text) === undefined, {
  error: ({ input }) => databaseUrlProblem(String(input)),
});

export const redisUrl = z
  .string()
  .regex(/^rediss?(?:\+sentinel)?:\/\/\S+$/, "must begin with redis://, rediss:// or redis+sentinel://");
