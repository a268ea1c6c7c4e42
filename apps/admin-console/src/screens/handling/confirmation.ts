/** The page that says what an act does before it is done. */
import type { Fact, Link, Page } from "../../views/model.ts";
import type { Confirmation, Submission } from "../screen.ts";

const CONFIRMED = "confirmed";
/** What every form has of its own. */
const OF_THE_FORM: ReadonlySet<string> = new Set(["act", "csrf", "once", "etag", CONFIRMED]);

/** Whether the form came from the page that says what the act does. */
export const isConfirmed = (form: URLSearchParams): boolean => form.get(CONFIRMED) === "yes";

/** @param from the page whose form was sent */
export async function confirmationPage(
  { facts, instead, ...usual }: Confirmation,
  submission: Submission,
  from: { readonly page: Page; readonly address: string },
): Promise<Page> {
  const { form } = submission;
  const { label, title = label, warning } = instead?.(form) ?? usual;
  const kept = [...form].filter(([name]) => !OF_THE_FORM.has(name)).map(([name, value]) => ({ name, value }));
  return {
    id: "confirmation",
    title: { key: title },
    crumbs: [...(from.page.crumbs ?? []), { href: from.address, ...nameOf(from.page) }],
    warning,
    sections: [
      {
        id: "consequences",
        title: "confirmation.title",
        facts: [...aboutWhat(from.page, form), ...((await facts?.(submission)) ?? [])],
        form: {
          act: form.get("act") ?? "",
          submit: label,
          isDanger: true,
          etag: form.get("etag") ?? undefined,
          fields: [],
          hidden: [...kept, { name: CONFIRMED, value: "yes" }],
          cancel: cancelling(from.address),
        },
      },
    ],
  };
}

/** Leads back without a change. */
export const cancelling = (href: string): Link => ({ href, label: "confirmation.back", id: "back" });

const nameOf = ({ title }: Page) =>
  "text" in title ? { text: title.text } : { label: "key" in title ? title.key : title.word };

/** What the act is about: what its button says it is, or what the page is about. */
function aboutWhat({ title, sections }: Page, form: URLSearchParams): readonly Fact[] {
  const buttons = sections.flatMap(({ table }) => table?.rows.flatMap((row) => row.buttons ?? []) ?? []);
  const pressed = buttons.find(({ act, value }) => act === form.get("act") && value === form.get("value"));
  const text = pressed?.about ?? ("text" in title ? title.text : undefined);
  return text === undefined ? [] : [{ label: "confirmation.about", value: { text } }];
}
