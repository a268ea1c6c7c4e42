/** The parts of pages: buttons, tables and blocks. What came from people is text, never a key. */
import type { MarkName } from "@countersign/pages";
import type { Badge, Cell, Text } from "./cells.ts";

/** A button that sends a form to this page. */
export interface Button {
  readonly act: string;
  readonly label: string;
  /** What the act is about, such as an id. */
  readonly value?: string;
  readonly isDanger?: true;
  /** Whether it is the one way on from the page, which offers nothing else. */
  readonly isPrimary?: boolean;
  /** The picture before its words, at the top of a page. */
  readonly icon?: string;
  /** What distinguishes this button from others with its label, for people who hear the page. */
  readonly about?: string;
}

export interface Link {
  readonly href: string;
  readonly label: string;
  readonly id?: string;
  /** Whether what it leads to ends something. */
  readonly isDanger?: true;
  /** Whether it leads to what people most often come for. */
  readonly isPrimary?: true;
  /** Whether it leads out of the console, and so opens beside it. */
  readonly isElsewhere?: true;
  /** The picture before its words, at the top of a page. */
  readonly icon?: string;
}

/** A page above. `label` is a key, `text` a name as it is. */
export interface Crumb {
  readonly href: string;
  readonly label?: string;
  readonly text?: string;
}

export interface Table {
  readonly id: string;
  /** Keys of the headings. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Shown instead of an empty table. A table without it has at least one row. */
  readonly empty?: Empty;
  /** By the key of a heading: the address of the list in this order, and whether it has this order now. */
  readonly sorts?: Readonly<Record<string, Sort>>;
  /** What can be done with the rows that are chosen. */
  readonly bulk?: Bulk | undefined;
  /** Whether what its rows lead to is something else, which does not say their facts. */
  readonly leadsElsewhere?: true;
}

export interface Sort {
  readonly href: string;
  readonly now?: "ascending" | "descending" | undefined;
}

/** What a table says that has nothing: what is in it otherwise, and a way to the first one, if a person has it. */
export interface Empty {
  readonly title: string;
  readonly lead: string;
  readonly icon: string;
  readonly link?: Link | undefined;
}

/** `label` is a key, `text` a value as it is; with both, the text is shown where no catalogue has the key. */
export interface Option {
  readonly value: string;
  readonly label?: string;
  readonly text?: string;
  /** For cards: what the choice means, and its picture. */
  readonly hint?: string;
  readonly icon?: string;
}

/** Choices that belong together, below the word or the name (`text`) of what they are about. */
export interface OptionGroup {
  readonly label?: string;
  readonly text?: string;
  readonly options: readonly Option[];
  /** As a field has it. */
  readonly notFor?: readonly string[];
}

/** Acts upon the chosen rows, whose values are sent as `ids`. */
export interface Bulk {
  readonly acts: readonly Button[];
  /** A choice that goes along, and the acts that it is for. */
  readonly choice?: {
    readonly name: string;
    readonly label: string;
    readonly groups: readonly OptionGroup[];
    readonly acts: readonly Button[];
  };
}

export interface Row {
  readonly cells: readonly Cell[];
  readonly buttons?: readonly Button[];
  /** What its check box sends, and what it is about. */
  readonly select?: { readonly value: string; readonly about: string } | undefined;
  readonly menu?: Menu | undefined;
}

/** What can be done with something, behind a button. */
export interface Menu {
  /** What it is about, for people who hear the page. */
  readonly about: string;
  readonly links: readonly Link[];
  readonly buttons: readonly Button[];
}

/** One of the pages about the same thing. */
export interface Tab {
  readonly href: string;
  readonly label: string;
  readonly isHere: boolean;
  /** How many things it has, where the page knows it: none, too. */
  readonly count?: number | undefined;
}

/** What stands beside the title of a page. */
export interface Head {
  /** The name whose picture stands before the title. */
  readonly look?: "person" | "thing";
  /** The provider whose mark stands in place of the initials. */
  readonly mark?: MarkName | undefined;
  readonly badge?: Badge;
  readonly facts?: readonly Cell[];
  /** What people most often come to do here. */
  readonly button?: Button | undefined;
  /** Every other act upon what the page is about. */
  readonly menu?: Menu | undefined;
}

/** A number, what it says, and where the list behind it is. */
export interface Stat {
  readonly label: string;
  readonly icon: string;
  /** `null` if nothing was counted yet. */
  readonly count: number | null;
  readonly href?: string;
  /** What changed, in words, and whether that is bad. */
  readonly change?: Text | undefined;
  /** When it was counted, if not just now. */
  readonly countedAt?: string | null;
  readonly tone?: "bad" | undefined;
}

/** A program or a command, to be copied. */
export interface Code {
  /** The name of the file, or what it is typed into. */
  readonly title: string;
  readonly text: string;
  /** The language that it is in, if it can be shown in colors, and the text as HTML with them. */
  readonly language?: string | undefined;
  readonly html?: string;
}

/** One step of what a person does elsewhere. */
export interface Step {
  readonly title: Text;
  readonly lead?: Text;
  readonly code?: Code;
  /** Whether its code is behind its title, because those before it are long. */
  readonly isFolded?: boolean;
}

/** A list of steps, each done or to do, or of what was checked. */
export interface Check {
  readonly title: Text;
  readonly lead?: Text | undefined;
  readonly isDone: boolean;
  /** What came of it, if it was checked just now. */
  readonly outcome?: "passed" | "failed" | "skipped";
  /** The picture of what is to do. */
  readonly icon?: string;
  readonly link?: Link | undefined;
}

/** What happened to whom, and when. */
export interface Happening {
  readonly icon: string;
  /** Whether something went wrong. */
  readonly isBad: boolean;
  readonly what: Cell;
  readonly who: Cell;
  readonly at: string;
}

/** The addresses of a page by scheme. It is called `preview.<name>`. */
export interface Previewed {
  readonly name: string;
  readonly light: string;
  readonly dark: string;
}
