/**
 * What pages are made of. Every screen is one of a few layouts, so a value of a person or a client is written in one
 * place, as text.
 */
import type { MarkName } from "@countersign/pages";
import type { Scheme } from "@countersign/rules";
import type { Fact, Text, Wrong } from "./cells.ts";
import type { Chart } from "./chart.ts";
import type { PageOfList } from "./lists/page-of-list.ts";
import type {
  Button,
  Check,
  Code,
  Crumb,
  Happening,
  Head,
  Link,
  Option,
  OptionGroup,
  Previewed,
  Stat,
  Step,
  Tab,
  Table,
} from "./parts.ts";

export type { Badge, Cell, Fact, Text, Tone, Wrong } from "./cells.ts";
export type { Chart } from "./chart.ts";
export type {
  Bulk,
  Button,
  Check,
  Crumb,
  Empty,
  Head,
  Link,
  Menu,
  Option,
  OptionGroup,
  Row,
  Sort,
  Stat,
  Step,
  Tab,
  Table,
} from "./parts.ts";

type FieldType =
  | ("text" | "search" | "email" | "password" | "lines" | "code" | "date" | "file" | "color" | "texts")
  | ("choice" | "choices" | "cards");

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly value?: string | null | undefined;
  /** The values that are chosen. */
  readonly chosen?: readonly string[];
  readonly options?: readonly Option[];
  /** For a text in several languages: the one of each language (BCP 47), which is sent as `<name>.<tag>`. */
  readonly texts?: readonly { readonly tag: string; readonly value?: string | undefined }[];
  /** For choices that are many: they are in groups, after `options`. */
  readonly groups?: readonly OptionGroup[];
  readonly hint?: string;
  readonly hintValues?: Readonly<Record<string, string>>;
  /** For choices: sentences after the hint, each `notFor` some cards above. */
  readonly furtherHints?: readonly { readonly hint: string; readonly notFor?: readonly string[] }[];
  readonly isRequired?: boolean;
  readonly autocomplete?: string;
  readonly maxLength?: number;
  /** How many lines of code are shown. */
  readonly rows?: number;
  /** What the API refused about its value. */
  readonly wrong?: readonly Wrong[];
  /** For a file: the media types that the browser offers. */
  readonly accept?: string;
  /** What stands above the field, and what is said of it and those after it. */
  readonly heading?: { readonly title: string; readonly hint?: string };
  /** Whether few people need it, so that it stands with its like below the others, behind a word. */
  readonly isAdvanced?: true;
  /** Whether it stands beside another one, where there is room. */
  readonly isHalf?: true;
  /** The values of the cards above with which it is not shown, where the browser can hide it. */
  readonly notFor?: readonly string[];
  /** For a color: which one it is, so that its contrast is said. */
  readonly measured?: { readonly scheme: Scheme; readonly name: "accent" | "page" };
}

export interface Form {
  readonly act: string;
  readonly submit: string;
  readonly fields: readonly Field[];
  readonly isDanger?: boolean;
  /** Whether it asks for the page with other values, and does nothing: its act only names it. */
  readonly isQuestion?: true;
  /** Leads back without a change. It stands left of the button. */
  readonly cancel?: Link;
  /** Another act that the same form can be sent to. */
  readonly also?: Pick<Button, "act" | "label">;
  /** Whether that act shows a preview, which follows what is filled in where scripts run. */
  readonly isFollowed?: boolean;
  /** Values that go along and are not shown. */
  readonly hidden?: readonly { readonly name: string; readonly value: string }[];
  /** Whether the page is about sending it, so that its button has the focus. */
  readonly hasFocus?: boolean;
  /** What the form was filled from: the act is refused if it has changed since. */
  readonly etag?: string | undefined;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly lead?: Text;
  readonly facts?: readonly Fact[];
  readonly table?: Table;
  readonly form?: Form;
  readonly links?: readonly Link[];
  readonly buttons?: readonly Button[];
  readonly chart?: Chart;
  readonly stats?: readonly Stat[];
  readonly steps?: readonly Step[];
  /** A text to be copied. */
  readonly code?: Code;
  readonly checks?: readonly Check[];
  /** The address that says whether what it waits for is there, so that it is shown then, where scripts run. */
  readonly awaits?: string;
  /** The message that the page shows while it has no values. */
  readonly empty?: string;
  /** What happened, the newest first. */
  readonly feed?: readonly Happening[];
  /** Links that choose what the section shows. */
  readonly choices?: readonly Tab[];
  /** What they choose, where the title of the section does not say it. */
  readonly choicesOf?: string;
  /** Ways on, each with a picture. */
  readonly cards?: readonly Card[];
  /** Pages of the authorization server, in both schemes. */
  readonly preview?: readonly Previewed[];
  /** What ends something: one line for each act. */
  readonly dangers?: readonly Danger[];
  /** Whether it stands beside the others. */
  readonly isSide?: true;
  /** Whether it stands below those that have others beside them, as what ends something does. */
  readonly isBelow?: true;
}

/** A link that is a card. `label` is a key, `text` a name as it is; with both, the picture is that of the name. */
export interface Card {
  readonly href: string;
  readonly id: string;
  readonly label?: string;
  readonly text?: string;
  /** The provider whose mark stands in place of the initials. */
  readonly mark?: MarkName | undefined;
}

export interface Danger {
  readonly lead: Text;
  readonly button?: Button;
  readonly link?: Link;
}

/** A problem of a refused form that belongs to no field of the page. */
export interface LeftOut {
  readonly name: string;
  readonly wrong: Wrong;
}

export interface Page extends PageOfList {
  /** The id of the main element. */
  readonly id: string;
  /** The heading: a text of ours, or the name of what the page is about; `or` where no catalogue has its word. */
  readonly title: Text | { readonly text: string } | { readonly word: string; readonly or: string };
  readonly lead?: Text;
  /** The pages above this one. */
  readonly crumbs?: readonly Crumb[];
  readonly head?: Head;
  readonly tabs?: readonly Tab[];
  /** What is at the top right. */
  readonly links?: readonly Link[];
  /** `kept` goes along with the filter: the order of the list. */
  readonly filter?: {
    readonly fields: readonly Field[];
    readonly kept?: readonly { readonly name: string; readonly value: string }[];
    /** Whether what matches follows what is typed, where scripts run. */
    readonly isFollowed?: true;
  };
  readonly warning?: Text;
  /** Says which configuration declares what the page is about. */
  readonly lock?: Text;
  /** A secret that is shown once. */
  readonly secret?: { readonly label: string; readonly value: string; readonly file?: Link };
  readonly sections: readonly Section[];
  /** The page renews itself after this long, while something goes on. */
  readonly refreshSeconds?: number;
}
