/** A request that was sent as a test, to be copied. */
import type { Answer } from "@countersign/admin-client";
import type { Section } from "../../../views/model.ts";

type Request = Answer<"testHook">["body"]["request"];

/** Its headers and its body. */
export const requestSections = ({ method, url, headers, body }: Request): readonly Section[] => [
  {
    id: "request",
    title: "webhooks.request",
    code: {
      title: `${method} ${url}`,
      text: Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n"),
    },
  },
  { id: "body", title: "webhooks.body", code: { title: headers["content-type"] ?? "", text: body } },
];
