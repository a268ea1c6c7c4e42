/** The conditions on people of a list that the walk does not keep. */
import { begins, EMAIL, NAME, type Order, type PeopleFilter, USERNAME } from "./people-orders.ts";
import { hasPart } from "./people-search.ts";
import type { Parameters } from "./statement-parameters.ts";

const HAS_FACTOR = {
  passkey: "EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id)",
  authenticator_app: "EXISTS (SELECT FROM totp_factor t WHERE t.user_id = u.id)",
  none:
    "NOT EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id) " +
    "AND NOT EXISTS (SELECT FROM totp_factor t WHERE t.user_id = u.id)",
} as const;

const hasRole = (role: string) =>
  `(EXISTS (SELECT FROM role_assignment a WHERE a.role_id = ${role} AND a.user_id = u.id)
    OR EXISTS (SELECT FROM role_assignment a JOIN group_member m ON m.group_id = a.group_id
                WHERE a.role_id = ${role} AND m.user_id = u.id))`;

/** The conditions that the walk does not keep, on a person `u`. */
export function conditionsBeside(order: Order, filter: PeopleFilter, to: Parameters): readonly string[] {
  const open = Object.fromEntries(Object.entries(filter).filter(([name]) => !isKept(order, name))) as PeopleFilter;
  const { prefix, part, known } = open;
  const orKnown = () => (known === undefined ? "" : ` OR u.id = ANY (${to.of(known, "uuid[]")})`);
  return [
    ...(open.status === undefined
      ? []
      : [open.status === "enabled" ? "u.disabled_at IS NULL" : "u.disabled_at IS NOT NULL"]),
    ...(open.createdAfter === undefined ? [] : [`u.created_at > ${to.of(open.createdAfter, "timestamptz")}`]),
    ...(open.roleId === undefined ? [] : [hasRole(to.of(open.roleId, "uuid"))]),
    ...(open.factor === undefined ? [] : [HAS_FACTOR[open.factor]]),
    ...(prefix === undefined
      ? []
      : [`(${[USERNAME, EMAIL, NAME].map((key) => begins(key, prefix, to)).join(" OR ")}${orKnown()})`]),
    ...(part === undefined ? [] : [`(${hasPart(part, to, "u.")}${orKnown()})`]),
    ...(order.excluding === undefined ? [] : [order.excluding(filter, to)]),
  ];
}

const isKept = ({ keeps }: Order, name: string) => keeps.some((one) => one === name);
