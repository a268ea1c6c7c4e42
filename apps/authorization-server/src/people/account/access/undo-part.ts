/**
 * The way back from “Stop sharing”: the page that follows says what to undo, sealed for this browser, this session and
 * some minutes. So a person undoes only an act of their own, and cannot share more than they shared before.
 */
import { timingSafeEqual } from "node:crypto";
import type { RequestParameters } from "@countersign/rules";
import type { ConsentPart, Seen } from "../../../administration/sessions/consent-parts.ts";
import { csrfToken } from "../../../platform/http/csrf.ts";
import type { Asked } from "../page.ts";

const LONGEST_MILLISECONDS = 5 * 60 * 1000;
const NAMES = ["client", "resource", "scope", "claim", "at", "revision"] as const;

type Fields = Readonly<Partial<Record<(typeof NAMES)[number] | "proof", string>>>;

/** What was withdrawn, as the query of the page and the form in it name it. */
export function undoFieldsOf(part: ConsentPart, withdrawn: Seen, asked: Asked, browser: string): Fields {
  const { clientId: client, resource, scope, claim } = part;
  const fields = {
    client,
    resource,
    ...(scope !== undefined && { scope }),
    ...(claim !== undefined && { claim }),
    at: String(withdrawn.at.getTime()),
    revision: String(withdrawn.clientRevision),
  };
  return { ...fields, proof: proofOf(fields, asked, browser) };
}

interface Undoable {
  readonly part: ConsentPart;
  readonly withdrawn: Seen;
  readonly fields: Fields;
}

/** What may be undone; undefined if it is not of this browser and session, or too long ago. */
export function undoableOf(sent: RequestParameters, asked: Asked, browser: string | undefined): Undoable | undefined {
  if (browser === undefined) return undefined;
  const fields: Fields = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = sent.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const proof = proofOf(fields, asked, browser);
  if (!isSame(proof, sent.get("proof"))) return undefined;

  const at = new Date(Number(fields.at));
  if (asked.by.at.getTime() - at.getTime() > LONGEST_MILLISECONDS) return undefined;
  const { client: clientId = "", resource = "", scope, claim } = fields;
  const part = { userId: asked.userId, clientId, resource, scope, claim };
  return { part, withdrawn: { at, clientRevision: Number(fields.revision) }, fields: { ...fields, proof } };
}

const proofOf = (fields: Fields, { session, userId }: Asked, browser: string) =>
  csrfToken(browser, `undo ${session.id} ${userId} ${new URLSearchParams(fields)}`);

function isSame(expected: string, actual = ""): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)];
  return one.length === other.length && timingSafeEqual(one, other);
}
