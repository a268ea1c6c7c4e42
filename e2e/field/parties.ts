/** The relying parties of others that `npm run test:field` tries. */
import type { FieldParty } from "./field-party.ts";

export const parties: readonly FieldParty[] = [];
