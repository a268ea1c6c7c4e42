/** What the pages on which a person must set up a second factor have in common. */
import { type EmailAddress, provingOf } from "@countersign/rules";
import type { Call } from "@countersign/service";
import { beginEnrolment } from "../../../../administration/ways-in/enrolments.ts";
import type { Dependencies } from "../../../../dependencies.ts";
import type { FormParameters } from "../../../../platform/http/parameters.ts";
import type { Session } from "../../../../platform/stores/session/session-row.ts";
import type { Asked, Outcome } from "../../page.ts";

export type Here = Asked<Session | undefined>;

/** One for all these pages: the form of the last one is shown in answer to the form of the page before. */
export const formSubject = (handle: string) => `enrol ${handle}`;

/** The person who proved a first factor. */
export function personOf({ facts }: Pick<Here, "facts">): string {
  const proving = provingOf(facts);
  if (proving === undefined) throw new Error("no first factor was proved");
  return proving.userId;
}

/** The result of the buttons with which a person leaves these pages; undefined for other buttons. */
export function leave(asked: Here, form: FormParameters): Outcome | undefined {
  const action = form.get("action");
  if (action === "cancel") return { kind: "refuse" };
  if (action !== "another") return undefined;
  const { proving: _, ...progress } = withoutEnrolment(asked);
  return { kind: "continue", progress: { ...progress, another: true } };
}

/** The progress of the request without that of the factor. */
export function withoutEnrolment({ interaction: { parked } }: Pick<Here, "interaction">) {
  const { enrolment: _, ...progress } = parked.progress;
  return progress;
}

/** The address that codes go to: the proved one, if this deployment sends mail. */
export async function addressFor(asked: Here, { mail, users }: Dependencies): Promise<EmailAddress | undefined> {
  return mail.isOn ? users.provedAddressOf(personOf(asked)) : undefined;
}

/** Mails a code. At a limit it mails nothing, and returns the number of seconds to wait. */
export async function mailCode(
  asked: Here,
  address: EmailAddress,
  deps: Dependencies,
  { address: from }: Call,
): Promise<number | undefined> {
  const request = { to: address.canonical, purpose: "enrol", from };
  const { allowed, retryAfterSeconds } = await deps.limits.mail.consume(request);
  if (!allowed) return retryAfterSeconds;
  const { browser } = asked.interaction.place;
  const enrolment = { userId: personOf(asked), address, browser, language: asked.pages.range };
  await beginEnrolment(deps, enrolment, deps.now());
  return undefined;
}
