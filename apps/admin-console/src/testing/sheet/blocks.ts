/** The blocks of sections, each in its states. */
import type { Section } from "../../views/model.ts";
import { AT, CELLS, ID, PANEL } from "./cells.ts";

const DAYS = Array.from({ length: 30 }, (_, day) => `2030-01-${String(day + 1).padStart(2, "0")}`);
const series = (label: string, most: number) => ({ label, values: DAYS.map((_, day) => (day * 7) % most) });

export const NUMBERS: readonly Section[] = [
  {
    id: "stats",
    title: "statistics.numbers",
    stats: [
      {
        ...{ label: "statistics.total", icon: "users-round", count: 1204, href: "#stats" },
        change: { key: "statistics.new_in", values: { count: "12", days: "30", before: "9" } },
      },
      { label: "statistics.sign_ins_in", icon: "log-in", count: 87_310, countedAt: AT },
      {
        ...{ label: "statistics.failures_in", icon: "shield-alert", count: 431, tone: "bad" },
        change: { key: "statistics.share_of_attempts", values: { share: "5", before: "3", days: "30" } },
      },
      { label: "statistics.total", icon: "users-round", count: null },
    ],
  },
  {
    id: "chart",
    title: "statistics.sign_ins",
    choices: [
      { href: "#chart", label: "30 days", isHere: true },
      { href: "#chart", label: "90 days", isHere: false },
    ],
    choicesOf: "statistics.period",
    chart: {
      label: "statistics.sign_ins",
      days: DAYS,
      isStacked: true,
      series: [
        series("statistics.passkey", 40),
        series("statistics.password_and_second_factor", 25),
        series("statistics.password", 12),
        series("statistics.provider", 9),
        series("statistics.other", 4),
      ],
      limit: { label: { key: "statistics.limit", values: { share: "20" } }, values: DAYS.map(() => 60) },
    },
  },
  { id: "side-by-side", title: "statistics.failures_in", isSide: true, empty: "statistics.no_sign_ins" },
  {
    id: "checks",
    title: "check.title",
    lead: { key: "check.lead", values: { done: "1", all: "3" } },
    isSide: true,
    checks: [
      { title: { key: "check.https" }, lead: { key: "check.https.lead" }, isDone: true },
      {
        title: { key: "check.application" },
        lead: { key: "check.application.lead" },
        isDone: false,
        icon: "layout-grid",
        link: { href: "#checks", label: "clients.new" },
      },
      { title: { key: "check.people" }, isDone: false },
    ],
    buttons: [{ act: "hide-checklist", label: "check.hide" }],
  },
  {
    id: "feed",
    title: "overview.last_events",
    feed: [
      {
        ...{ icon: "log-in", isBad: false, what: { word: "event.sign_in", or: "sign_in" }, at: AT },
        who: { named: "Mara Lindqvist", look: "person" },
      },
      {
        ...{
          icon: "triangle-alert",
          isBad: true,
          what: { word: "event.sign_in_failed", or: "sign_in_failed" },
          at: AT,
        },
        who: { text: "192.0.2.7" },
      },
    ],
  },
];

const NOBODY = { title: "people.title", lead: "people.empty", icon: "users" };

export const VALUES: readonly Section[] = [
  {
    id: "facts",
    title: "audit.detail.kind",
    facts: CELLS.map((value) => ({ label: "audit.detail.name", value })),
    links: [{ href: "#facts", label: "audit.title" }],
    buttons: [{ act: "try", label: "filter" }],
  },
  {
    id: "events",
    title: "audit.title",
    table: {
      ...{ id: "events-list", columns: ["audit.at", "audit.detail"], empty: NOBODY },
      rows: [{ cells: [{ at: AT }, PANEL] }],
    },
  },
  {
    id: "code",
    title: "webhooks.body",
    code: { title: "client.ts", text: 'import { discovery } from "openid-client";\n' },
  },
  {
    id: "steps",
    title: "quickstart.title",
    lead: { key: "quickstart.lead" },
    steps: [
      { title: { key: "quickstart.install" }, code: { title: "sh", text: "npm install openid-client" } },
      {
        title: { key: "quickstart.start" },
        lead: { key: "quickstart.start.lead" },
        code: { title: "Terminal", text: "npm start" },
        isFolded: true,
      },
      { title: { key: "quickstart.run" }, lead: { key: "quickstart.start.lead" } },
    ],
  },
  {
    id: "cards",
    title: "clients.kind",
    cards: [
      { href: "#cards", id: "card-other", label: "statistics.other" },
      { href: "#cards", id: "card-acme", text: "Acme" },
      { href: "#cards", id: "card-github", text: "GitHub", mark: "github" },
    ],
  },
  {
    id: "preview",
    title: "preview.page",
    preview: [{ name: "sign-in", light: "about:blank", dark: "about:blank" }],
  },
  {
    id: "dangers",
    title: "danger",
    dangers: [
      {
        lead: { key: "clients.secret.end.warning" },
        button: { act: "end", label: "clients.secret.end", isDanger: true },
      },
      { lead: { key: "clients.secret.lead" }, link: { href: "#dangers", label: "roles.take" } },
    ],
  },
  {
    id: "aside",
    title: "clients.secret",
    isSide: true,
    facts: [{ label: "audit.detail.id", value: { text: ID, isCode: true } }],
  },
];

const button = { act: "take-role", label: "roles.take", value: "1", about: "owner" } as const;
const row = (name: string, number: string) => ({
  cells: [
    { named: name, below: `${number}@acme.example`, look: "person" as const, href: "#list", sought: name.slice(0, 2) },
    { badge: "status.disabled", tone: "bad" as const },
    { tags: ["owner", "auditor", "support", "billing", "orders:read", "orders:write", "reports"] },
    { at: AT },
  ],
  select: { value: number, about: name },
});

export const LIST: Section = {
  id: "list",
  title: "people.title",
  table: {
    id: "people-list",
    columns: ["people.name", "status", "roles.title", "people.last_sign_in"],
    sorts: { "people.name": { href: "#list", now: "ascending" }, "people.last_sign_in": { href: "#list" } },
    rows: [
      {
        ...row("Mara Lindqvist", "1"),
        buttons: [
          { act: "give-role", label: "roles.give", value: "1", about: "Mara" },
          { ...button, isDanger: true },
        ],
      },
      {
        ...row("Bob Miller", "2"),
        menu: { about: "Bob Miller", links: [{ href: "#list", label: "people.title" }], buttons: [button] },
      },
      { ...row("Ines Carvalho", "3"), select: undefined },
    ],
    empty: NOBODY,
    bulk: {
      acts: [{ act: "disable", label: "status.disabled", isDanger: true }],
      choice: {
        ...{ name: "role", label: "roles.title", acts: [{ act: "give-roles", label: "roles.give" }] },
        groups: [{ text: "Acme", options: [{ value: "1", text: "owner" }] }],
      },
    },
  },
};

export const EMPTY: readonly Section[] = [
  {
    id: "empty",
    title: "hooks.title",
    table: {
      ...{ id: "hooks-list", columns: ["people.name"], rows: [] },
      empty: {
        ...{ title: "hooks.empty", lead: "hooks.new.lead", icon: "webhook" },
        link: { href: "#empty", label: "clients.new", isPrimary: true },
      },
    },
  },
  { id: "sentence", title: "people.title", empty: "people.empty" },
];
