/** Names that stand in addresses and scopes: of an organization, and of an identity provider. */
import { z } from "zod";

const SLUG = /^[a-z][a-z0-9-]{0,39}$/;

/** Whether a text has the form of a slug. A text of another form is never looked for in the database. */
export const isSlug = (text: string): boolean => SLUG.test(text);

export const slug = z
  .string()
  .regex(SLUG, "must be up to 40 lower-case letters, digits and -, and begin with a letter");
