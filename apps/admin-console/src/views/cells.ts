/** Values as pages show them. What came from people is text, never a key. */
import type { MarkName } from "@countersign/pages";

/** A text of the catalogues, with values filled in: a number as the language writes it. */
export interface Text {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** A value as it is shown: what came from people is `text`, never a key. `kind` is the key of a word before it. */
export type Cell =
  | Badge
  | Named
  | Written
  /** A time. `empty` is what is said where there was none: it never happened, unless something else is said. */
  | {
      readonly at: string | null;
      readonly as?: "relative" | "date" | "exact";
      readonly empty?: "never" | "not_yet" | "not_set" | "no_end";
      /** The key of a word before it. */
      readonly kind?: string;
    }
  | { readonly say: Text }
  | Word
  | { readonly tags: readonly (string | Word)[] }
  /** Words of the catalogues, one after the other; `empty` is said where there is none. */
  | { readonly words: readonly string[]; readonly empty: string }
  | { readonly count: number }
  /** How long something took; null if it was not measured. */
  | { readonly milliseconds: number | null }
  /** The configuration that what the row is about belongs to. */
  | { readonly lock: string | null }
  /** Names and values, as they are stored. */
  | { readonly pairs: readonly (readonly [name: string, value: string])[] }
  | { readonly panel: Panel };

export interface Fact {
  readonly label: string;
  readonly value: Cell;
}

/** What a row says in full: a panel at the side, which its button opens. */
export interface Panel {
  /** What happened, and when: it distinguishes the button from others, for people who hear the page. */
  readonly title: Word & { readonly or: string };
  readonly at: string;
  readonly label: string;
  readonly facts: readonly Fact[];
  /** Names as they are stored, with their values. The word of a name is the first of `words` in the catalogues. */
  readonly pairs: readonly { readonly name: string; readonly words: readonly string[]; readonly value: Cell }[];
  /** The same as programs get it. */
  readonly code: { readonly title: string; readonly text: string };
  readonly link?: { readonly href: string; readonly label: string } | undefined;
}

interface Written {
  readonly text: string | null;
  readonly href?: string;
  readonly isCode?: boolean;
  /** Whether it is used elsewhere, so that a button copies it. */
  readonly isCopied?: boolean;
  /** The key of what it is, for people who hear the page, where no heading says it. */
  readonly called?: string;
  readonly kind?: string;
  /** What identifies what the text names, in a second line. */
  readonly second?: string;
}

/** A word of the catalogues. `or` is what it stands for: a title, and the text where no catalogue has the word. */
interface Word {
  readonly word: string;
  readonly or?: string;
  readonly href?: string;
}

/** A state: a color and a word, never the color by itself. */
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
  /** The key of what the line below is, if it is used elsewhere, so that a button copies it. */
  readonly called?: string;
  /** The id of the kind of what it is about, which decides how its picture looks. */
  readonly look: "person" | "thing";
  /** The address of a picture in place of the initials. */
  readonly picture?: string | undefined;
  /** The provider whose mark stands in place of the initials. */
  readonly mark?: MarkName | undefined;
  /** The part of the name that was looked for. */
  readonly sought?: string | undefined;
}

/** Why a value was refused. */
export interface Wrong {
  readonly say: Text;
  /** Which of several values it is: their number from 1, or a name. */
  readonly entry?: string;
  /** What the API says more, in English. */
  readonly detail?: string;
}
