/**
 * What pages are made of. Every screen is one of a few layouts, so a value of a person or a client is written in one
 * place, as text.
 */

/** A text of the catalogues, with values filled in. */
export interface Text {
  readonly key: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** A value as it is shown: what came from people is `text`, never a key. `kind` is the key of a word before it. */
export type Cell =
  | { readonly text: string | null; readonly href?: string; readonly isCode?: boolean; readonly kind?: string }
  | { readonly at: string | null }
  | { readonly say: Text }
  /** `or` is shown where no catalogue has the word. */
  | { readonly word: string; readonly or?: string }
  | { readonly tags: readonly string[] }
  | { readonly count: number }
  /** The configuration that what the row is about belongs to. */
  | { readonly lock: string | null }
  /** Names and values, as they are stored. */
  | { readonly pairs: readonly (readonly [name: string, value: string])[] };

/** A button that sends a form to this page. */
export interface Button {
  readonly act: string;
  readonly label: string;
  /** What the act is about, such as an id. */
  readonly value?: string;
  /** What distinguishes this button from others with its label, for people who hear the page. */
  readonly about?: string;
}

export interface Link {
  readonly href: string;
  readonly label: string;
  readonly id?: string;
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
  readonly empty: string;
}

export interface Row {
  readonly cells: readonly Cell[];
  readonly buttons?: readonly Button[];
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "search" | "email" | "password" | "lines" | "code" | "choice" | "choices" | "date" | "file";
  readonly value?: string | null | undefined;
  /** The values that are chosen. */
  readonly chosen?: readonly string[];
  readonly options?: readonly Option[];
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly autocomplete?: string;
  readonly maxLength?: number;
  /** What the API refused about its value, in English. */
  readonly wrong?: readonly string[];
  /** For a file: the media types that the browser offers. */
  readonly accept?: string;
}

/** `label` is a key, `text` a value as it is; with both, the text is shown where no catalogue has the key. */
export interface Option {
  readonly value: string;
  readonly label?: string;
  readonly text?: string;
}

export interface Form {
  readonly act: string;
  readonly submit: string;
  readonly fields: readonly Field[];
  readonly isDanger?: boolean;
  /** Another act that the same form can be sent to. */
  readonly also?: Pick<Button, "act" | "label">;
  /** Values that go along and are not shown. */
  readonly hidden?: readonly { readonly name: string; readonly value: string }[];
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
}

export interface Fact {
  readonly label: string;
  readonly value: Cell;
}

/** Bars of one colour for each series, up to five, drawn by the server. */
export interface Chart {
  readonly label: string;
  readonly days: readonly string[];
  /** Whether the bars of one day stand upon each other, because they are parts of a whole. */
  readonly isStacked?: boolean;
  readonly series: readonly { readonly label: string; readonly values: readonly number[] }[];
}

export interface Page {
  /** The id of the main element. */
  readonly id: string;
  /** The heading: a text of ours, or the name of what the page is about. */
  readonly title: Text | { readonly text: string };
  readonly lead?: Text;
  /** The pages above this one. */
  readonly crumbs?: readonly Link[];
  /** What is at the top right. */
  readonly links?: readonly Link[];
  readonly filter?: { readonly fields: readonly Field[] };
  readonly tags?: readonly string[];
  readonly warning?: Text;
  /** Says which configuration declares what the page is about. */
  readonly lock?: Text;
  /** A secret that is shown once. */
  readonly secret?: { readonly label: string; readonly value: string };
  readonly sections: readonly Section[];
  /** The page renews itself after this long, while something goes on. */
  readonly refreshSeconds?: number;
  /** The address of the next page of a list. */
  readonly next?: string | undefined;
}
