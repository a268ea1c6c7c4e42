/** The filters of the list of applications. What the API would refuse is left out. */
import { choiceField, field } from "../../views/fields.ts";
import type { Field } from "../../views/model.ts";
import { asked, searchAsked } from "../lists/list.ts";
import type { Visit } from "../screen.ts";

const STATUSES = ["enabled", "disabled"] as const;
const SORTS = ["client_name", "-created_at"] as const;
const KINDS = ["browser", "web", "native", "device", "machine"] as const;

/** The query of the API, and the fields that the person fills in. */
export function clientsFilter(visit: Pick<Visit, "query">) {
  const status = STATUSES.find((one) => one === asked(visit, "status"));
  const kind = KINDS.find((one) => one === asked(visit, "kind"));
  const sort = SORTS.find((one) => one === asked(visit, "sort"));
  const search = searchAsked(visit);
  const fields: readonly Field[] = [
    field("search", "clients.q", { value: search.q, maxLength: 200 }),
    choiceField("status", STATUSES, { value: status, none: "status.any" }),
    choiceField("clients.kind", KINDS, { value: kind, none: "clients.kind.any" }),
  ];
  return { query: { ...search, ...(status && { status }), ...(kind && { kind }), ...(sort && { sort }) }, fields };
}
