/** Each part of the console's pages in each of its states: pages that are made of the templates that people see. */
import type { Page } from "../../views/model.ts";
import type { Frame, Views } from "../../views/views.ts";
import { EMPTY, LIST, NUMBERS, VALUES } from "./blocks.ts";
import { ID } from "./cells.ts";
import { FIELDS } from "./fields.ts";

interface Component {
  readonly page: Page;
  readonly around?: Partial<Frame>;
}

const places = (...labels: readonly (readonly [label: string, picture: string])[]) =>
  labels.map(([label, picture], index) => ({ href: "#rail", label, picture, isHere: index === 0 }));
const FRAME: Frame = {
  path: "/components",
  here: "/components",
  person: "Dana Olsen",
  zone: "Europe/Berlin",
  nav: [
    { places: places(["overview.title", "house"]) },
    {
      title: "people.title",
      places: places(["people.title", "users-round"], ["roles.title", "shield-check"]).reverse(),
    },
  ],
  mayFind: true,
  account: "#account",
  host: "auth.acme.example",
  documents: "https://docs.example",
  isDevelopment: true,
  csrf: () => "csrf",
  once: "once",
  asksAgain: (act) => act === "disable" || act === "give-role",
};

const filter = {
  fields: [
    { name: "q", label: "people.q", type: "search", value: "a" },
    {
      name: "status",
      label: "status",
      type: "choice",
      value: "on",
      options: [{ value: "on", label: "status.enabled" }],
    },
    { name: "role", label: "roles.title", type: "choice", options: [{ value: "", label: "people.role.any" }] },
  ],
} as const;

/** By the names that they have in addresses. */
export const COMPONENTS: Readonly<Record<string, Component>> = {
  overview: { page: { id: "components", title: { key: "overview.title" }, sections: NUMBERS } },
  list: {
    page: {
      ...{ id: "components", title: { key: "people.title" }, lead: { key: "people.lead" }, filter, sections: [LIST] },
      links: [
        { href: "#list", label: "roles.give" },
        { href: "#list", label: "clients.new", isPrimary: true, icon: "plus" },
      ],
      tabs: [
        { href: "#list", label: "people.title", isHere: true },
        { href: "#list", label: "roles.title", isHere: false, count: 3 },
      ],
      previous: "#previous",
      next: "#next",
      total: { count: 10_000, is_more: true },
      sizes: [25, 50, 100].map((count) => ({ count, href: "#sizes", isHere: count === 50 })),
    },
    around: { done: "disabled", undo: { path: "/components", act: "enable", fields: [{ name: "value", value: "1" }] } },
  },
  about: {
    page: {
      id: "components",
      title: { text: "Acme Dashboard" },
      crumbs: [
        { href: "#crumbs", label: "clients.title" },
        { href: "#crumbs", text: "Acme" },
      ],
      head: {
        look: "thing",
        badge: { badge: "status.enabled", tone: "good" },
        facts: [{ text: ID, isCode: true }],
        menu: { about: "Acme", links: [], buttons: [{ act: "disable", label: "status.disabled", isDanger: true }] },
      },
      lock: { key: "people.lead" },
      warning: { key: "clients.secret.end.warning" },
      secret: { label: "clients.secret_once", value: "sEcReT", file: { href: "#env", label: "clients.secret.env" } },
      sections: VALUES,
    },
  },
  empty: { page: { id: "components", title: { key: "hooks.title" }, sections: EMPTY } },
  form: {
    page: {
      ...{ id: "components", title: { key: "clients.new" } },
      sections: [
        {
          ...{ id: "fields", title: "clients.new" },
          form: {
            ...{ act: "save", submit: "clients.new", fields: FIELDS },
            cancel: { href: "#form", label: "confirmation.back", id: "cancel" },
            also: { act: "preview", label: "preview.page" },
          },
        },
        { id: "ending", title: "danger", form: { act: "end", submit: "roles.take", fields: [], isDanger: true } },
      ],
    },
    around: {
      problem: {
        ...{ key: "problem.wrong", lines: [] },
        left: [{ name: "software_statement", wrong: { say: { key: "wrong.url" } } }],
      },
    },
  },
  outside: {
    page: { id: "components", title: { key: "overview.title" }, sections: [] },
    around: { nav: [], mayFind: false, person: undefined },
  },
};

export const renderComponent = (views: Views, { page, around }: Component, language: string): string =>
  views.render(page, { ...FRAME, ...around }, [language]);
