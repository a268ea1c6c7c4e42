/** The first part of the page of a person: the profile, facts, and what ends something. */
import type { Answer } from "@countersign/admin-client";
import { field } from "../../views/fields.ts";
import type { Button, Cell, Fact, Head, Link, Section } from "../../views/model.ts";
import { dangerZone, switching } from "../danger-zone.ts";
import { createdFact, ENABLE, headMenu, idFact, switchAct } from "../head.ts";
import { part } from "../lists/list.ts";
import { nameOfPerson } from "../lists/person-name.ts";
import type { Visit } from "../screen.ts";
import { statusBadge } from "../status.ts";
import { type PersonTab, tabOf } from "./person-tabs.ts";

type Person = Omit<Answer<"readPerson">["body"], "included">;

/** The claims that a form here changes. */
export const CLAIMS = ["name", "given_name", "family_name", "nickname"] as const;

const factsOf = (person: Person): readonly Fact[] => [
  { label: "people.username", value: { text: person.username } },
  { label: "people.email", value: { text: person.email } },
  ...(person.email === null
    ? []
    : [{ label: "people.email_verified", value: { word: person.email_verified ? "yes" : "no" } }]),
  { label: "people.last_sign_in", value: { at: person.last_sign_in_at } },
  { label: "created", value: { at: person.created_at } },
  { label: "people.has_password", value: { word: person.factors.password ? "yes" : "no" } },
  { label: "people.passkeys", value: { count: person.factors.passkeys } },
  { label: "people.authenticator_apps", value: { count: person.factors.authenticator_apps } },
];

const belowName = ({ id, username, email, created_at: at }: Person): readonly Cell[] => [
  { text: username },
  ...(email === null || email === username ? [] : [{ text: email }]),
  idFact(id, "people.id"),
  createdFact(at),
];

/** The head of every part of the page: who it is, what helps them, and what ends something. */
export const personHead = (person: Person, visit: Pick<Visit, "may" | "query">): Head => {
  const { may } = visit;
  const mayChange = may("people:write");
  return {
    look: "person",
    badge: statusBadge(person.status),
    facts: belowName(person),
    ...(mayChange && { button: firstAct(person, tabOf(visit)) }),
    ...headMenu(nameOfPerson(person), [
      ...(may("sessions:write") ? [SIGN_OUT] : []),
      ...(mayChange ? endingActs(person) : []),
    ]),
  };
};

/** What most visits are for: a user who cannot sign in. It is left out on the tab that has the same button. */
function firstAct({ status, email_verified: isVerified }: Person, tab: PersonTab): Button | undefined {
  if (status !== "enabled") return tab === "profile" ? undefined : ENABLE;
  return isVerified && tab !== "security" ? { act: "send-reset", label: "people.send_reset", icon: "mail" } : undefined;
}

const SIGN_OUT: Button = { act: "end-sessions", label: "sessions.end_all" };

const endingActs = ({ id, status }: Person): readonly (Button | Link)[] => [
  { href: `/people/${part(id)}/reset-factors`, label: "factors.reset", id: "reset-factors", isDanger: true },
  ...(status === "enabled" ? [switchAct(true)] : []),
  { href: `/people/${part(id)}/delete`, label: "people.delete", id: "delete-person", isDanger: true },
];

export const profileTab = (
  person: Person,
  { etag, mayChange }: { readonly etag: string | undefined; readonly mayChange: boolean },
): readonly Section[] => [
  ...(mayChange && person.status === "enabled" ? [profileSection(person, etag)] : []),
  { id: "facts", title: "people.account", facts: factsOf(person), isSide: true },
  ...(mayChange ? [dangersOf(person)] : []),
];

const dangersOf = ({ id, status }: Person): Section =>
  dangerZone(switching(status === "enabled", { disable: "people.disable.lead", enable: "people.enable.lead" }), {
    lead: { key: "people.delete.lead" },
    link: { href: `/people/${part(id)}/delete`, label: "people.delete", id: "delete-person" },
  });

/** What helps a person who cannot sign in. */
export const waysIn = ({ id, status, email_verified: isVerified }: Person): Section => ({
  id: "ways-in",
  title: "danger",
  dangers: [
    ...(status === "enabled" && isVerified
      ? [{ lead: { key: "people.send_reset.lead" }, button: { act: "send-reset", label: "people.send_reset" } }]
      : []),
    {
      lead: { key: "factors.reset.lead" },
      link: { href: `/people/${part(id)}/reset-factors`, label: "factors.reset", id: "reset-factors" },
    },
  ],
});

const profileSection = ({ claims }: Person, etag: string | undefined): Section => ({
  id: "profile",
  title: "people.profile",
  form: {
    act: "save",
    submit: "save",
    etag,
    fields: CLAIMS.map((claim) => field("text", `people.${claim}`, { value: claims[claim], maxLength: 200 })),
  },
});
