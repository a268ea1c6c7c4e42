/** What a person sent before they had to sign in again (decision 218). */
import type { Call } from "@countersign/service";
import { newSecret } from "../../sign-in/secrets.ts";
import type { Draft, Session } from "../../sign-in/sessions.ts";
import type { Page } from "../../views/model.ts";
import type { Screen, Visit } from "../screen.ts";
import { targetOf } from "./arrival.ts";
import { confirmationPage } from "./confirmation.ts";

/** What the person sent to this page before they had to sign in again. It is used once. */
export function draftFor(session: Session, call: Call): Draft | undefined {
  const { draft } = session;
  if (draft === undefined || draft.to !== targetOf(call) || call.req.method !== "GET") return undefined;
  session.draft = undefined;
  return draft;
}

/** A file was not kept: the person chooses it again. */
export const mayActAtOnce = (draft: Draft | undefined, { largestFileBytes }: Screen) =>
  draft?.isProved === true && largestFileBytes === undefined;

interface Drafted {
  readonly page: Page;
  readonly visit: Visit;
  readonly address: string;
}

/** What was confirmed before the person had to sign in again is asked once more: a list keeps no choice of rows. */
export async function askedAgain(
  { acts = {} }: Screen,
  draft: URLSearchParams,
  { page, visit, address }: Drafted,
): Promise<Page | undefined> {
  const name = draft.get("act") ?? "";
  const confirmation = Object.hasOwn(acts, name) ? acts[name]?.confirmation : undefined;
  if (confirmation === undefined) return undefined;
  const submission = { ...visit, form: draft, file: undefined, etag: draft.get("etag") ?? "*", once: newSecret() };
  return confirmationPage(confirmation, submission, { page, address });
}
