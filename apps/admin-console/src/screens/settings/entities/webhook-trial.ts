/** A test of a webhook: which event is sent, and the page with the request and its answer. */
import type { Answer, EventType } from "@countersign/admin-client";
import type { Page, Section } from "../../../views/model.ts";
import type { Act } from "../../screen.ts";
import { type Entity, type Item, idIn } from "./entity.ts";
import { eventGroups } from "./event-groups.ts";
import { requestSections } from "./sent-request.ts";
import { answerOf, deliveryAddress, deliveryPage } from "./webhook-delivery.ts";

type Tested = Answer<"testWebhook">["body"];
type Request = NonNullable<Tested["request"]>;

/** What is sent unless another event is chosen: it happens by the test. */
const USUAL = "webhook_tested";

/** The events that can be sent, those first that the webhook is sent anyway. */
export function trialSection({ fields }: Entity, { event_types: chosen }: Item): Section {
  const all = fields.find(({ name }) => name === "event_types")?.values ?? [];
  const own = all.filter((type) => Array.isArray(chosen) && chosen.includes(type));
  const options = own.map((type) => ({ value: type, label: `event.${type}`, text: type }));
  const groups = [
    ...(own.length > 0 ? [{ label: "webhooks.try.own", options }] : []),
    ...eventGroups(all.filter((type) => !own.includes(type))),
  ];
  return {
    id: "try",
    title: "webhooks.try",
    lead: { key: "webhooks.try.lead" },
    form: {
      act: "test",
      submit: "webhooks.test",
      fields: [{ name: "type", label: "webhooks.type", type: "choice", value: USUAL, groups }],
    },
  };
}

/** Sends it, and shows the request and the answer. A request is shown once: of a repeated test its delivery is left. */
export const trial = (webhooks: Entity): Act => ({
  needs: "settings:write",
  async run({ api, form, once, ...submission }) {
    const path = { id: idIn(submission) };
    const type = form.get("type") || USUAL;
    const tested = await api.testWebhook({ path, body: { type: type as EventType }, idempotencyKey: once });
    const { body: webhook } = await api.readWebhook({ path });
    const again = trialSection(webhooks, { ...webhook });
    const { body } = tested;
    if (body.request === undefined) return { to: deliveryAddress(webhooks, path.id, body), done: "webhook_tested" };
    const page = deliveryPage(webhooks, webhook, body);
    return { page: trialPage(page, body, body.request, again) };
  },
});

/** What came of the test, and the form for another one. */
const trialPage = (page: Page, tested: Tested, request: Request, again: Section): Page => ({
  ...page,
  title: { key: "webhooks.tried" },
  sections: [...page.sections, answerSection(tested), ...requestSections(request), { ...again, isSide: true }],
});

/** The status and the time that it took, or why there is none. The body of an answer is not read. */
const answerSection = (tested: Tested): Section => {
  const { last_status: status, last_duration_ms: duration } = tested;
  return {
    id: "answer",
    title: "webhooks.answer",
    lead: { key: "webhooks.answer.lead" },
    ...(status === null
      ? { facts: [{ label: "webhooks.answer", value: answerOf(tested) }] }
      : { code: { title: "HTTP", text: `${status}${duration === null ? "" : `\n${duration} ms`}` } }),
  };
};
