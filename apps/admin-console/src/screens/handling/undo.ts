/**
 * What takes back an act that was just done: the one declared act that is its opposite, of the same scope. The message
 * about the act has a form for it, unless the act changed nothing: then its opposite would change what was so before.
 */
import { ApiProblem } from "@countersign/admin-client";
import type { Session } from "../../sign-in/sessions.ts";
import type { Leading } from "../screen.ts";

interface Pair {
  /** The path of the screen with the act. */
  readonly at: string;
  readonly act: string;
  readonly opposite: string;
  /** The field that names what the act is about, and how the opposite calls it. */
  readonly about?: readonly [named: string, called: string];
  /** Where the act is upon those that are chosen: the opposite is upon those whose state changed. */
  readonly ofChosen?: "many" | "one";
  /** For an opposite on another screen: the end of the path here, and there. */
  readonly elsewhere?: readonly [here: string, there: string];
}

const ROLE = ["role", "value"] as const;
const VALUE = ["value", "role"] as const;

/** The screens where one holder gets and loses roles. */
const HOLDERS = [
  ...["/people/:id", "/people/invitations/:id", "/groups/:id"],
  ...["/organizations/:organization/groups/:group", "/organizations/:organization/members/:person"],
];
const GROUPS = ["/groups/:id", "/organizations/:organization/groups/:group"];
const ROLE_LISTS = ["/people", "/organizations/:organization"];

/**
 * That an account is enabled also cancels its deletion, so what a list enabled is not taken back: it does not say whose
 * deletion waited.
 */
export const PAIRS: readonly Pair[] = [
  ...["/people/:id", "/clients/:id"].flatMap((at) => [
    { at, act: "disable", opposite: "enable" },
    { at, act: "enable", opposite: "disable" },
  ]),
  ...["/people", "/clients"].map((at) => ({ at, act: "disable", opposite: "enable", ofChosen: "many" as const })),
  { at: "/clients", act: "enable", opposite: "disable", ofChosen: "many" },
  ...HOLDERS.flatMap((at) => [
    { at, act: "give-role", opposite: "take-role", about: ROLE },
    { at, act: "take-role", opposite: "give-role", about: VALUE },
  ]),
  ...ROLE_LISTS.flatMap((at) => [
    { at, act: "give-roles", opposite: "take-roles", about: ["role", "role"] as const, ofChosen: "many" as const },
    { at, act: "take-roles", opposite: "give-roles", about: ["role", "role"] as const, ofChosen: "many" as const },
  ]),
  ...GROUPS.flatMap((at): readonly Pair[] => [
    { at, act: "remove-member", opposite: "add", about: ["value", "value"], elsewhere: ["", "/add"] },
    { at: `${at}/add`, act: "add", opposite: "remove-member", ofChosen: "one", elsewhere: ["/add", ""] },
  ]),
];

/** The field of a form that takes back an act. */
const UNDO = "undo";
export const isUndo = (form: URLSearchParams): boolean => form.has(UNDO);

/**
 * Refuses to enable, from the message that they were disabled, those whose deletion was decided since: it would cancel
 * the deletion, which the message does not say.
 */
export function assertUndoes(form: URLSearchParams, people: readonly { readonly deletion_due_at: unknown }[]): void {
  if (!isUndo(form) || people.every(({ deletion_due_at: due }) => due === null)) return;
  throw new ApiProblem({ type: "about:blank", title: "The account is to be deleted by now", status: 412 }, null);
}

interface Done {
  /** The path of the screen, and of the request. */
  readonly at: string;
  readonly path: string;
  readonly form: URLSearchParams;
  readonly outcome: Leading;
}

/** The form that takes back what was done, for the page that the act leads to; undefined if no one act does. */
export function undoOf({ at, path, form, outcome: { to, did, isFinal } }: Done): Session["undo"] {
  const pair = PAIRS.find((one) => one.at === at && one.act === form.get("act"));
  if (pair === undefined || isFinal === true) return undefined;
  const { opposite, about, ofChosen, elsewhere: [here, there] = ["", ""] } = pair;
  const ids = ofChosen === undefined ? [] : (did ?? []);
  if (ofChosen !== undefined && (ids.length === 0 || (ofChosen === "one" && ids.length > 1))) return undefined;
  const chosen = ids.map((id) => [ofChosen === "one" ? "value" : "ids", id] as const);
  const named = about === undefined ? [] : [[about[1], form.get(about[0]) ?? ""] as const];
  return {
    shownAt: to.split("?")[0] ?? to,
    path: `${path.slice(0, path.length - here.length)}${there}`,
    act: opposite,
    fields: [...named, ...chosen, [UNDO, "yes"] as const].map(([name, value]) => ({ name, value })),
  };
}
