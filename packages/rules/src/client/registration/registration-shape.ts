/** The members of a registration, by the rows of the client record: RFC 7591 §2. */
import type { z } from "zod";
import { CLIENT_RECORD } from "../record/client-record.ts";
import type { Member } from "../record/member.ts";

type Record = typeof CLIENT_RECORD;
type ShapeOf<Row extends { wire: string; shape: z.ZodType }> = { [R in Row as R["wire"]]: R["shape"] };

/** Each member that a registration may set, by its name, with the standards' defaults. */
export const registrationShape = Object.fromEntries(
  Object.values(CLIENT_RECORD).map(({ wire, shape }) => [wire, shape]),
) as unknown as ShapeOf<Record[keyof Record]>;

/** Members that only an operator sets. A registration that has them is read without them. */
const OPERATORS: ReadonlySet<string> = new Set(
  Object.values(CLIENT_RECORD as Readonly<{ [field: string]: Member }>).flatMap(({ wire, setBy }) =>
    setBy === "operator" ? [wire] : [],
  ),
);

/** What a registration may say: the members without those that only an operator sets. */
export function withoutOperators(body: object): object {
  if (!Object.keys(body).some((name) => OPERATORS.has(name))) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !OPERATORS.has(name)));
}

const { logo_uri: _onlyRegistered, ...settable } = registrationShape;

/** Each member that an operator may set, by itself: a configuration file has the same ones. */
export const operatorMembers = settable;

export type Members = z.output<z.ZodObject<Omit<typeof operatorMembers, "client_name" | "scope">>>;
