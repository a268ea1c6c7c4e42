/** Adds a known provider. Its redirect URI is shown first, because it is registered there before anything is saved. */
import { federationCallback } from "@countersign/rules";
import { field, neededText } from "../../views/fields.ts";
import { filled } from "../../views/form.ts";
import type { Field, Page } from "../../views/model.ts";
import { part } from "../lists/list.ts";
import type { Screen, Submission, Visit } from "../screen.ts";
import { freeAlias, KNOWN_PROVIDERS, type KnownProvider, knownNamed } from "./known-providers.ts";
import { modeField, modeIn } from "./provider-form.ts";

const LIST = "/settings/providers";

export const newProvider: Screen = {
  path: `${LIST}/:known/new`,
  needs: "settings:write",
  async show(visit) {
    const { body } = await visit.api.listProviders();
    const taken = body.items.map(({ alias }) => alias);
    return pageOf(visit, freeAlias(knownIn(visit).alias, taken));
  },
  acts: {
    add: {
      needs: "settings:write",
      async run(submission) {
        const { api, once } = submission;
        const body = bodyOf(submission);
        await api.addProvider({ body, idempotencyKey: once });
        // It is added by now: whether it works can be tried again on its page.
        const works = await api.testProvider({ path: { alias: body.alias } }).then(
          (tried) => tried.body.works,
          () => false,
        );
        return { to: `${LIST}/${part(body.alias)}`, done: works ? "provider_works" : "provider_fails" };
      },
    },
  },
};

const knownIn = ({ params }: Pick<Visit, "params">): KnownProvider => KNOWN_PROVIDERS[knownNamed(params.known)];

function bodyOf({ form, params }: Pick<Submission, "form" | "params">) {
  const known = knownIn({ params });
  const issuer = known.issuer?.(filled(form, "issuer") ?? "");
  return {
    alias: filled(form, "alias") ?? known.alias,
    name: known.name ?? filled(form, "name") ?? "",
    client_id: filled(form, "client_id") ?? "",
    secret: form.get("secret") ?? "",
    mode: modeIn(form),
    ...(issuer !== undefined && { issuer }),
    ...(known.scopes !== undefined && { scopes: [...known.scopes] }),
    ...(known.preset !== undefined && { preset: known.preset }),
  };
}

/** @param alias the name in the redirect URI, which the form sends */
function pageOf({ params, issuer }: Pick<Visit, "params" | "issuer">, alias: string): Page {
  const name = knownNamed(params.known);
  const known = knownIn({ params });
  return {
    id: "new-provider",
    title: known.name === undefined ? { key: "providers.add.openid" } : addOf(known.name),
    crumbs: [{ href: LIST, label: "providers.title" }],
    sections: [
      {
        id: "register",
        title: "providers.register",
        lead: { key: `providers.known.${name}.lead` },
        facts: [{ label: "providers.redirect_uri", value: { text: federationCallback(issuer, alias), isCode: true } }],
        ...(known.console !== undefined && {
          links: [{ href: known.console, label: "providers.register.open", isElsewhere: true, id: "open-console" }],
        }),
      },
      {
        id: "credentials",
        title: "providers.credentials",
        form: {
          act: "add",
          submit: "providers.save_and_test",
          hidden: [{ name: "alias", value: alias }],
          fields: fieldsOf(known),
        },
      },
    ],
  };
}

const addOf = (name: string) => ({ key: "providers.add.title", values: { name } });

const fieldsOf = ({ name, alias, asks }: KnownProvider): readonly Field[] => [
  ...(name === undefined ? [neededText("providers.name", 100)] : []),
  ...(asks === undefined
    ? []
    : [{ ...neededText(`providers.${asks}`, 2048, { name: "issuer" }), hint: `providers.asks.${alias}` }]),
  neededText("providers.client_id", 255),
  field("password", "providers.secret", { hasHint: true, isRequired: true, autocomplete: "off", maxLength: 1024 }),
  modeField(undefined),
];
