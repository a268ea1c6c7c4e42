/** Rows of the client record about the subject under which it knows a person: OIDC Core §8. */
import { z } from "zod";
import { sectorOf, subjectTypeOf } from "../metadata/sector-identifier.ts";
import { member, recordMember } from "./member.ts";
import { secureAddress } from "./metadata-values.ts";
import { SUBJECT_TYPES } from "./registered-values.ts";

type Pairwise = Parameters<typeof sectorOf>[0] & { readonly subject_type?: (typeof SUBJECT_TYPES)[number] };

export const SUBJECT_ROWS = {
  /**
   * The sector whose clients know a person under the same pairwise subject (OIDC Core §8.1); none for a client with
   * public subjects.
   */
  sector: member("subject_type", z.enum(SUBJECT_TYPES).default("public"), {
    option: "--subject-type <type>",
    means: "public (the default), or pairwise: no client of another host can tell that a user is the same",
    column: "sector",
    stored: (m: Pairwise) => (m.subject_type === "pairwise" ? sectorOf(m) : undefined),
    shown: ({ sector }: { sector?: string | undefined }) => ({ subject_type: subjectTypeOf({ sector }) }),
    supported: { as: ["subject_types_supported"], values: SUBJECT_TYPES },
  }),
  sectorIdentifierUri: recordMember("sector_identifier_uri", secureAddress.optional(), {
    option: "--sector-identifier-uri <url>",
    means: "defines the host for pairwise subjects; needed when redirect URIs have several hosts",
  }),
} as const;
