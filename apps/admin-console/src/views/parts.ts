/** The parts of pages: values, buttons, tables and blocks. What came from people is text, never a key. */

/** A text of the catalogues, with values filled in. */
export interface Text {
  readonly key: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** A value as it is shown: what came from people is `text`, never a key. `kind` is the key of a word before it. */
export type Cell =
  | Badge
  | Named
  | { readonly text: string | null; readonly href?: string; readonly isCode?: boolean; readonly kind?: string }
  /** A time. `empty` is what is said where there was none: it never happened, unless something else is said. */
  | { readonly at: string | null; readonly as?: "relative" | "date" | "exact"; readonly empty?: "never" | "not_set" }
  | { readonly say: Text }
  /** `or` is shown where no catalogue has the word. */
  | { readonly word: string; readonly or?: string }
  | { readonly tags: readonly string[] }
  | { readonly count: number }
  /** The configuration that what the row is about belongs to. */
  | { readonly lock: string | null }
  /** Names and values, as they are stored. */
  | { readonly pairs: readonly (readonly [name: string, value: string])[] };

/** A state: a colour and a word, never the colour by itself. */
export interface Badge {
  /** The key of the word. */
  readonly badge: string;
  readonly tone: Tone;
}

export type Tone = "good" | "warn" | "bad" | "accent" | "plain";

/** The name of a person or a thing, with a line below it. */
export interface Named {
  readonly named: string;
  readonly href?: string;
  readonly below?: string | null;
  /** The id of the kind of what it is about, which decides how its picture looks. */
  readonly look: "person" | "thing";
  /** The part of the name that was looked for. */
  readonly sought?: string | undefined;
}

/** A button that sends a form to this page. */
export interface Button {
  readonly act: string;
  readonly label: string;
  /** What the act is about, such as an id. */
  readonly value?: string;
  readonly isDanger?: true;
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
}

export interface Table {
  readonly id: string;
  /** Keys of the headings. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Shown instead of an empty table. */
  readonly empty: string | Empty;
  /** By the key of a heading: the address of the list in this order, and whether it has this order now. */
  readonly sorts?: Readonly<Record<string, Sort>>;
  /** What can be done with the rows that are chosen. */
  readonly bulk?: Bulk | undefined;
}

export interface Sort {
  readonly href: string;
  readonly now?: "ascending" | "descending" | undefined;
}

/** What a list says that has nothing: what it is for, and a way to the first one. */
export interface Empty {
  readonly title: string;
  readonly lead?: string;
  readonly icon: string;
  readonly link?: Link | undefined;
}

/** Acts upon the chosen rows, whose values are sent as `ids`. */
export interface Bulk {
  readonly acts: readonly Button[];
  /** A choice that goes along, and the acts that it is for. */
  readonly choice?: {
    readonly name: string;
    readonly label: string;
    readonly options: readonly { readonly value: string; readonly text: string }[];
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
  readonly count?: number;
}

/** What stands beside the title of a page. */
export interface Head {
  /** The name whose picture stands before the title. */
  readonly look?: "person" | "thing";
  readonly badge?: Badge;
  readonly facts?: readonly Cell[];
  readonly menu?: Menu | undefined;
}

/** A number, what it says, and where the list behind it is. */
export interface Stat {
  readonly label: string;
  readonly icon: string;
  readonly count: number;
  readonly href?: string;
  /** What changed, in words, and whether that is good. */
  readonly change?: Text | undefined;
  readonly tone?: "good" | "bad" | undefined;
}

/** A program or a command, to be copied. */
export interface Code {
  /** The name of the file, or what it is typed into. */
  readonly title: string;
  readonly text: string;
}

/** One step of what a person does elsewhere. */
export interface Step {
  readonly title: Text;
  readonly lead?: Text;
  readonly code?: Code;
}

/** A list of steps, each done or to do. */
export interface Check {
  readonly title: Text;
  readonly lead?: Text | undefined;
  readonly isDone: boolean;
  readonly link?: Link | undefined;
}

/** What happened to whom, and when. */
export interface Happening {
  readonly what: Cell;
  readonly who: Cell;
  readonly at: string;
}
