/** What is done with invitations that are open, with one or several: they are sent again, or withdrawn. */
import type { Answer } from "@countersign/admin-client";
import type { Button, Cell, Fact, Head, Page } from "../../views/model.ts";
import { namesIn } from "../audit/names.ts";
import { headMenu } from "../head.ts";
import { chosenIn, namedFacts } from "../lists/chosen-rows.ts";
import { type ListOf, type Several, severalAct } from "../lists/several.ts";
import type { Act, Submission, Visit } from "../screen.ts";
import { languageField } from "./invite-many.ts";

type Items = Answer<"listInvitations">["body"]["items"];

const SEND_AGAIN: Button = { act: "send-again", label: "invitations.send_again" };
const WITHDRAW: Button = { act: "withdraw", label: "invitations.withdraw", isDanger: true };

/** The buttons for those that are chosen. */
export const INVITATION_BULK = { acts: [SEND_AGAIN, WITHDRAW] };

/** The check box and the buttons of a row. */
export const invitationRow = ({ id, email }: Items[number]) => ({
  select: { value: id, about: email },
  buttons: [SEND_AGAIN, WITHDRAW].map((button) => ({ ...button, value: id, about: email })),
});

/** The same at the head of the page about one. */
export const invitationHead = ({ id, email }: Pick<Items[number], "id" | "email">): Pick<Head, "button" | "menu"> => ({
  button: { ...SEND_AGAIN, value: id, icon: "mail" },
  ...headMenu(email, [{ ...WITHDRAW, value: id }]),
});

/** Who invited, as far as the person may know it. */
export async function invitersOf(items: Items, visit: Visit): Promise<(one: Items[number]) => Cell> {
  const acting = items.map(({ invited_by: by }) => ({
    ...{ actor: by?.actor ?? "operator", actor_id: by?.actor_id ?? null },
    ...{ user_id: null, client_id: null },
  }));
  const names = await namesIn(acting, visit);
  return ({ invited_by: by }) => (by === null ? { text: null } : names.actor({ ...by, user_id: null }));
}

interface Place extends Omit<ListOf, "of"> {
  readonly needs: string;
  readonly list: (visit: Visit) => Promise<{ readonly body: { readonly items: Items } }>;
  readonly sendAgain: (submission: Submission, language: string) => ReturnType<Several["run"]>;
  readonly withdraw: Several["run"];
}

export function invitationActs({ needs, list, sendAgain, withdraw, ...place }: Place): Readonly<Record<string, Act>> {
  const names = async (visit: Visit) =>
    new Map((await list(visit)).body.items.map(({ id, email }) => [id, email] as const));
  const facts = namedFacts("people.email", async (submission, ids) => {
    const known = await names(submission);
    return new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) ?? ""] as const] : [])));
  });
  const there: ListOf = { ...place, of: { column: "people.email", names } };
  const sending = severalAct(there, {
    ...{ needs, done: { one: "one_invitation_sent_again", several: "invitations_sent_again" } },
    run: (submission) => sendAgain(submission, submission.form.get("language") ?? ""),
  });
  return {
    // The language of the mail is asked first, because an invitation does not remember it.
    "send-again": {
      needs,
      run: async (submission) =>
        submission.form.has("language")
          ? sending.run(submission)
          : { page: await askingPage(there, { submission, facts }) },
    },
    withdraw: severalAct(there, {
      ...{ needs, done: { one: "one_invitation_withdrawn", several: "invitations_withdrawn" } },
      confirmation: {
        ...{ label: WITHDRAW.label, warning: { key: "invitations.many.withdraw.warning" }, facts },
        ofOne: { label: WITHDRAW.label, warning: { key: "invitations.withdraw.warning" } },
      },
      run: withdraw,
    }),
  };
}

interface Asking {
  readonly submission: Submission;
  readonly facts: (submission: Submission) => Promise<readonly Fact[]>;
}

/** Says who gets it, and asks for the language. */
async function askingPage(place: ListOf, { submission, facts }: Asking): Promise<Page> {
  return {
    id: "send-again-page",
    title: { key: SEND_AGAIN.label },
    lead: { key: "invitations.send_again.lead" },
    crumbs: await place.crumbs(submission),
    sections: [
      {
        id: "whom",
        title: "invitations.whom",
        facts: await facts(submission),
        form: {
          ...{ act: SEND_AGAIN.act, submit: SEND_AGAIN.label },
          fields: [languageField(submission)],
          hidden: chosenIn(submission).map((value) => ({ name: "ids", value })),
        },
      },
    ],
  };
}
