/** What the head of a page about one has: what tells it apart, and a menu of every act upon it. */
import type { Button, Cell, Head, Link } from "../views/model.ts";

/** An act upon what a page is about: a button does it, and a link leads to the page that asks more. */
type HeadAct = Button | Link;

/** @param about the name of what the page is about; a person who may do nothing sees no menu */
export function headMenu(about: string, acts: readonly HeadAct[]): Pick<Head, "menu"> {
  if (acts.length === 0) return {};
  const links = acts.filter((act) => "href" in act);
  const buttons = acts.filter((act) => "act" in act);
  return { menu: { about, links, buttons } };
}

/** An identifier that is used elsewhere. @param called the key of what it is */
export const idFact = (text: string, called: string): Cell => ({ text, isCopied: true, called });

export const createdFact = (at: string): Cell => ({ at, kind: "created_at" });

export const DISABLE: Button = { act: "disable", label: "disable", isDanger: true };
export const ENABLE: Button = { act: "enable", label: "enable" };

/** Disables what is enabled, or enables it again. */
export const switchAct = (isEnabled: boolean): Button => (isEnabled ? DISABLE : ENABLE);
