/** The description of a member in a row of the client record. */
import type { z } from "zod";

/** The type of a member in a client, if the row does not say how it is stored. */
type HeldOf<Value> = Value extends readonly string[] ? readonly string[] : Value;

export interface MemberDetails<Held> {
  /** The option of `clients add`, as the command line writes it; none for a member that only a registration sets. */
  readonly option?: string;
  /** How the option is read: by default once, as text. A member that is a list is `many`. */
  readonly takes?: "many" | "json" | "number";
  /** What the member means, in the words of `clients add --help` and of docs/generated/client-members.md. */
  readonly means: string;
  /** Who may set it; by default the client by its registration, and an operator. */
  readonly setBy?: "registration" | "operator" | "both";
  /** The column of the table `client`; by default the name of the member. */
  readonly column?: string;
  /** The value of the column if the metadata has none; by default NULL. */
  readonly absent?: NoInfer<Exclude<Held, undefined>>;
  /** The value of the column, computed from the whole metadata; by default the member's own value. */
  stored?(metadata: never): Held;
  /** The members by which it is shown; by default its own name and value. */
  shown?(client: never): Readonly<Record<string, unknown>>;
  /** Whether it is omitted when a client reads its registration. Operators see every member. */
  omitted?(client: never): boolean;
  /** The discovery metadata that list its possible values (OIDC Discovery §3, RFC 8414 §2), and the values. */
  readonly supported?: { readonly as: readonly string[]; readonly values: readonly string[] };
}

export interface Member<Wire extends string = string, Shape extends z.ZodType = z.ZodType, Held = unknown>
  extends MemberDetails<Held> {
  /** Its name in registrations and in the output of commands: RFC 7591 §2, OIDC Registration §2. */
  readonly wire: Wire;
  /** The accepted values, with the default. */
  readonly shape: Shape;
}

/** A member that decides requests: it is read with every client. */
export interface RequestMember<Wire extends string, Shape extends z.ZodType, Held> extends Member<Wire, Shape, Held> {
  readonly inRequests: true;
}

/** A member that is read only with the whole record: by the client that manages itself, by operators and by jobs. */
export interface RecordMember<Wire extends string, Shape extends z.ZodType, Held> extends Member<Wire, Shape, Held> {
  readonly inRequests: false;
}

/** A row whose member decides requests. */
export function member<const Wire extends string, Shape extends z.ZodType, Held = HeldOf<z.output<Shape>>>(
  wire: Wire,
  shape: Shape,
  details: MemberDetails<Held>,
): RequestMember<Wire, Shape, Held> {
  return { wire, shape, inRequests: true, ...details };
}

/** A row whose member decides no request. */
export function recordMember<const Wire extends string, Shape extends z.ZodType, Held = HeldOf<z.output<Shape>>>(
  wire: Wire,
  shape: Shape,
  details: MemberDetails<Held>,
): RecordMember<Wire, Shape, Held> {
  return { wire, shape, inRequests: false, ...details };
}
