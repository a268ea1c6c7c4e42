/** A question that a hook is asked as a test: the form, and the page with the request and what the answer would do. */
import type { Answer } from "@countersign/admin-client";
import { jsonOrUndefined } from "@countersign/guard/json";
import type { Fact, Page, Section } from "../../../views/model.ts";
import type { Act } from "../../screen.ts";
import { addressOf, crumbsOf, type Entity, idIn } from "./entity.ts";
import { requestSections } from "./sent-request.ts";

type Tried = Answer<"testHook">["body"];
type Hook = Answer<"readHook">["body"];

const LONGEST = 16_384;
const ROWS = 4;
const ROWS_OF_EXAMPLE = 14;

/** The form of the test. On the page of the hook it has no data yet. */
export const trialSection = (data?: string): Section => ({
  id: "try",
  title: "hooks.try",
  lead: { key: "hooks.try.lead" },
  form: {
    act: "test",
    submit: "hooks.test",
    fields: [
      {
        ...{ name: "data", label: "hooks.data", hint: "hooks.data.hint", type: "code" },
        ...{ value: data, rows: data === undefined ? ROWS : ROWS_OF_EXAMPLE },
      },
    ],
  },
});

/** Sends the question, and shows the outcome. The API refuses text that is not JSON, and says what is wrong with it. */
export const trial = (hooks: Entity): Act => ({
  needs: hooks.writes,
  async run({ api, form, once, ...submission }) {
    const path = { id: idIn(submission) };
    const typed = form.get("data")?.trim() ?? "";
    const data = (jsonOrUndefined(typed, { longest: LONGEST }) ?? typed) as Record<string, unknown>;
    const body = typed === "" ? {} : { data };
    const { body: tried } = await api.testHook({ path, body, idempotencyKey: once });
    const { body: hook } = await api.readHook({ path });
    return { page: trialPage(hooks, hook, tried) };
  },
});

const trialPage = (hooks: Entity, hook: Hook, tried: Tried): Page => ({
  id: "hook-trial",
  title: { key: "hooks.tried" },
  crumbs: [...crumbsOf(hooks), { href: addressOf(hooks, hook.id), text: hook.name }],
  sections: [
    { id: "outcome", title: "hooks.outcome", facts: [...factsOf(hook, tried), durationOf(tried)] },
    ...requestSections(tried.request),
    ...(tried.status === null ? [] : [answerSection(tried.status, tried.body)]),
    trialSection(dataIn(tried)),
  ],
});

/** What the answer would do; without one, why, and what happens then. */
function factsOf({ on_error }: Hook, { failure, claims, left_out, decision }: Tried): readonly Fact[] {
  if (failure !== null) {
    return [
      { label: "hooks.failure", value: { word: `hooks.failure.${failure}` } },
      { label: "hooks.on_error", value: { word: `hooks.on_error.${on_error}` } },
    ];
  }
  if (decision !== null) {
    const { verdict, text, acr } = decision;
    return [
      { label: "hooks.decision", value: { word: `hooks.decision.${verdict}` } },
      ...(text === undefined ? [] : [{ label: "hooks.denial", value: { text } }]),
      ...(acr === undefined ? [] : [{ label: "hooks.acr", value: { text: acr } }]),
    ];
  }
  const added = Object.entries(claims ?? {}).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return [
    { label: "hooks.adds", value: added.length === 0 ? { word: "hooks.adds.none" } : { pairs: added } },
    ...(left_out.length === 0 ? [] : [{ label: "hooks.left_out", value: { tags: left_out } }]),
  ];
}

const durationOf = ({ duration_ms }: Tried): Fact => ({
  label: "webhooks.duration",
  value: { milliseconds: duration_ms },
});

/** The body is that of an answer: of a response with another status, only that is known. */
const answerSection = (status: number, body: string | null): Section => ({
  id: "answer",
  title: "webhooks.answer",
  code: body === null ? { title: "HTTP", text: `${status}` } : { title: `HTTP ${status}`, text: body },
});

/** What was asked, to be changed and asked again. */
function dataIn({ request }: Tried): string {
  const sent = jsonOrUndefined(request.body, { longest: 2 * LONGEST }) as { readonly data?: unknown } | undefined;
  return JSON.stringify(sent?.data ?? {}, null, 2);
}
