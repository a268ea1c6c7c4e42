import { markOf } from "@countersign/pages";
import type { Fact, Page, Section } from "../../views/model.ts";
import { dangerZone, switching } from "../danger-zone.ts";
import { createdFact, headMenu, idFact, switchAct } from "../head.ts";
import { part } from "../lists/list.ts";
import type { Screen, Submission, Visit } from "../screen.ts";
import { statusBadge } from "../status.ts";
import { type Provider, providerFields, secretIn, settingsIn } from "./provider-form.ts";
import { type Tried, triedSection } from "./provider-trial.ts";

const LIST = "/settings/providers";
const placeOf = ({ params }: Pick<Visit, "params">) => ({ alias: params.alias ?? "" });
const addressOf = ({ params }: Pick<Visit, "params">) => `${LIST}/${part(params.alias ?? "")}`;

/** One provider: its settings, and whether it works. */
export const oneProvider: Screen = {
  path: `${LIST}/:alias`,
  needs: "settings:read",
  async show(visit) {
    return shownPage(visit);
  },
  acts: {
    save: {
      needs: "settings:write",
      async run(submission) {
        const { api, form, etag } = submission;
        const secret = secretIn(form);
        const body = { ...settingsIn(form), ...(secret !== undefined && { secret }) };
        await api.changeProvider({ path: placeOf(submission), body, ifMatch: etag });
        return { to: `${addressOf(submission)}?tab=settings`, done: "saved" };
      },
    },
    try: {
      needs: "settings:write",
      async run(submission) {
        const { api, once } = submission;
        const path = placeOf(submission);
        const tried = await api.testProvider({ path, idempotencyKey: once });
        return { page: await shownPage(submission, tried.body) };
      },
    },
    disable: {
      needs: "settings:write",
      confirmation: { label: "disable", warning: { key: "providers.disable.warning" } },
      run: (submission) => enable(submission, false),
    },
    enable: { needs: "settings:write", run: (submission) => enable(submission, true) },
    remove: {
      needs: "settings:write",
      confirmation: { label: "providers.remove", warning: { key: "providers.remove.lead" } },
      async run(submission) {
        await submission.api.removeProvider({ path: placeOf(submission) });
        return { to: LIST, done: "provider_removed" };
      },
    },
  },
};

async function enable(submission: Submission, enabled: boolean) {
  await submission.api.changeProvider({ path: placeOf(submission), body: { enabled }, ifMatch: submission.etag });
  return { to: addressOf(submission), done: enabled ? "provider_enabled" : "provider_disabled" };
}

/** @param tried what the provider answered just now */
async function shownPage(visit: Visit, tried?: Tried): Promise<Page> {
  const { body, etag } = await visit.api.readProvider({ path: placeOf(visit) });
  const facts = body.organization === null ? [] : [await organizationFact(body.organization, visit)];
  return pageOf(body, etag, visit, { tried, facts, tab: tried === undefined ? visit.query.get("tab") : null });
}

interface Besides {
  readonly tried: Tried | undefined;
  readonly facts: readonly Fact[];
  /** The part of the page that is asked for. */
  readonly tab: string | null;
}

function pageOf(provider: Provider, etag: string | undefined, visit: Visit, { tried, facts, tab }: Besides): Page {
  const { enabled, managed_by: owner } = provider;
  const mayTry = visit.may("settings:write");
  // The API refuses to change what a configuration declares: it is changed there.
  const mayChange = mayTry && owner === null;
  return {
    id: "provider",
    title: { text: provider.name },
    crumbs: [{ href: LIST, label: "providers.title" }],
    ...(owner !== null && { lock: { key: "managed_by.provider", values: { name: owner } } }),
    head: {
      ...{ look: "thing", mark: markOf(provider.issuer) },
      badge: statusBadge(enabled ? "enabled" : "disabled"),
      facts: [{ text: provider.issuer }, idFact(provider.alias, "providers.alias"), createdFact(provider.created_at)],
      ...(mayTry && { button: { act: "try", label: "providers.try", icon: "play" } }),
      ...headMenu(provider.name, mayChange ? [switchAct(enabled), REMOVE] : []),
    },
    ...(mayChange && {
      tabs: [
        { href: addressOf(visit), label: "providers.tab.registration", isHere: tab !== "settings" },
        { href: `${addressOf(visit)}?tab=settings`, label: "providers.tab.settings", isHere: tab === "settings" },
      ],
    }),
    sections:
      mayChange && tab === "settings"
        ? [changeSection(provider, etag), dangersOf(enabled)]
        : [
            ...(tried === undefined ? [] : [triedSection(tried, provider.preset !== null)]),
            {
              id: "facts",
              title: "providers.registration",
              facts: registrationFacts(provider, facts),
            },
          ],
  };
}

/** What is registered there, and what it is here. */
const registrationFacts = (provider: Provider, facts: readonly Fact[]): readonly Fact[] => [
  { label: "providers.redirect_uri", value: { text: provider.redirect_uri, isCode: true } },
  { label: "providers.logout_uri", value: { text: provider.backchannel_logout_uri, isCode: true } },
  ...(provider.rp_initiated_logout
    ? [
        {
          label: "providers.post_logout_redirect_uri",
          value: { text: provider.post_logout_redirect_uri, isCode: true },
        },
      ]
    : []),
  ...(provider.preset === null ? [] : [{ label: "providers.preset", value: { text: provider.preset } }]),
  { label: "providers.alias", value: { text: provider.alias, isCode: true } },
  { label: "providers.issuer", value: { text: provider.issuer, isCode: true } },
  { label: "providers.mode", value: { word: `providers.mode.${provider.mode}` } },
  ...facts,
  { label: "created", value: { at: provider.created_at } },
];

/** The organization that the provider belongs to, by its name for a person who may read it. */
async function organizationFact(id: string, { api, may }: Visit): Promise<Fact> {
  const isReadable = may("organizations:read");
  const text = isReadable ? (await api.readOrganization({ path: { organization: id } })).body.name : id;
  return {
    label: "providers.organization",
    value: { text, ...(isReadable && { href: `/organizations/${part(id)}` }) },
  };
}

const changeSection = (provider: Provider, etag: string | undefined): Section => ({
  id: "change",
  title: "providers.change",
  lead: { key: "providers.change.lead" },
  form: { act: "save", submit: "save", etag, fields: providerFields(provider) },
});

const REMOVE = { act: "remove", label: "providers.remove", isDanger: true } as const;

/** What can be done in each state, and the end. */
const dangersOf = (isEnabled: boolean): Section =>
  dangerZone(switching(isEnabled, { disable: "providers.disable.warning", enable: "providers.enable.lead" }), {
    lead: { key: "providers.remove.lead" },
    button: REMOVE,
  });
