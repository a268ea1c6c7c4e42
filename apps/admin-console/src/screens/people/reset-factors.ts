import type { Answer } from "@countersign/admin-client";
import { choiceField, neededText } from "../../views/fields.ts";
import type { Fact, Field } from "../../views/model.ts";
import { cancelling } from "../handling/confirmation.ts";
import { part } from "../lists/list.ts";
import { nameOfPerson } from "../lists/person-name.ts";
import type { Screen } from "../screen.ts";

/** Says what a reset of a person's factors does, and asks for the reason. */
export const factorReset: Screen = {
  path: "/people/:id/reset-factors",
  needs: "people:write",
  async show({ api, params }) {
    const { body: person } = await api.readPerson({ path: { id: params.id ?? "" }, query: { include: "factors" } });
    const factors = person.included?.factors ?? NO_FACTORS;
    return {
      id: "reset-factors",
      title: { key: "factors.reset.title", values: { person: person.username } },
      crumbs: [
        { href: "/people", label: "people.title" },
        { href: `/people/${part(person.id)}`, text: nameOfPerson(person) },
      ],
      warning: { key: factors.connections === 0 ? "factors.reset.warning.alone" : "factors.reset.warning" },
      sections: [
        {
          id: "consequences",
          title: "factors.reset.consequences",
          facts: factsOf(factors),
          form: {
            act: "reset",
            submit: "factors.reset",
            isDanger: true,
            fields: [neededText("factors.reset.reason", 500, { hasHint: true }), ...connectionsField(person, factors)],
            cancel: cancelling(`/people/${part(person.id)}?tab=security`),
          },
        },
      ],
    };
  },
  acts: {
    reset: {
      needs: "people:write",
      async run({ api, params, form, once }) {
        const path = { id: params.id ?? "" };
        const connections = CONNECTIONS.find((one) => one === form.get("connections"));
        const body = { reason: form.get("reason") ?? "", ...(connections && { connections }) };
        await api.resetFactors({ path, body, idempotencyKey: once });
        return { to: `/people/${part(path.id)}`, done: "factors_reset" };
      },
    },
  },
};

const CONNECTIONS = ["remove", "keep"] as const;

/** A person without a password signs in only by identities: the administrator says what happens with them. */
const connectionsField = (person: Answer<"readPerson">["body"], { connections }: Factors): readonly Field[] =>
  connections === 0
    ? []
    : [
        choiceField("factors.reset.connections", CONNECTIONS, {
          hasHint: true,
          ...(!person.factors.password && { none: "factors.reset.connections.choose" }),
        }),
      ];

type Factors = Answer<"listFactors">["body"];

const NO_FACTORS: Factors = { passkeys: [], authenticator_apps: [], recovery_codes: 0, connections: 0 };

const factsOf = (factors: Factors): readonly Fact[] => [
  { label: "people.passkeys", value: { tags: factors.passkeys.map(({ name }) => name) } },
  { label: "people.authenticator_apps", value: { tags: factors.authenticator_apps.map(({ name }) => name) } },
  { label: "factors.recovery_codes", value: { count: factors.recovery_codes } },
  { label: "factors.connections", value: { count: factors.connections } },
];
