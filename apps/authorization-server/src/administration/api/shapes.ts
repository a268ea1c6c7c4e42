/** Shapes that several operations share. */
import { z } from "zod";
import { type Camel, camelOf } from "../entity.ts";
import { valueIn, wireOf } from "../entity-values.ts";

export const time = z.iso.datetime().meta({ description: "a time in UTC (RFC 3339)" });

/** A request as a receiver gets it. */
export const sentRequest = z
  .strictObject({
    method: z.string(),
    url: z.string(),
    headers: z
      .record(z.string(), z.string())
      .meta({ description: "the headers that were set, with the signature; they contain no secret" }),
    body: z.string(),
  })
  .meta({ description: "the request of the attempt, if this service made it" });

/** A time as answers spell it; null for none. */
export const written = (date: Date | null): string | null => date?.toISOString() ?? null;

/** What a record has where an answer has a value: a time where that is a text. */
type Recorded<T> = T extends string ? T | Date : T extends readonly (infer Item)[] ? readonly Item[] : T;

type RecordedIn<S extends z.ZodRawShape> = {
  readonly [Name in keyof S & string as Camel<Name>]: Recorded<z.output<S[Name]>>;
};

/** A record as an answer of this shape spells it: names with underscores, and times in UTC. Nothing else is in it. */
export const spelled = <S extends z.ZodRawShape>({ shape }: z.ZodObject<S>, record: RecordedIn<S>) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, wireOf(valueIn(record, camelOf(name)))])) as z.output<
    z.ZodObject<S>
  >;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a part of a path can be the id of a row. */
export const isId = (text: string | undefined): text is string => text !== undefined && UUID.test(text);

const MOST_IDS = 100;
/** As many ids as that. */
const IDS =
  /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}(?:,[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}){0,99}$/;

/** The ids of up to a hundred in a parameter, with commas between them. */
export const ids = z
  .string()
  .max(MOST_IDS * 37)
  .regex(IDS, `must be up to ${MOST_IDS} ids, with commas between them`);

/** The parameter of a list of members that asks which users are among them. */
export const membersAsked = ids.optional().meta({
  description: "only the members with these ids, up to a hundred, on one page",
});

/** The time of a parameter, where it was sent. */
export const dateOf = (sent: string | undefined): Date | undefined => (sent === undefined ? undefined : new Date(sent));
