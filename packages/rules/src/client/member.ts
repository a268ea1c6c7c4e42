/** What a row of the client record says of its member. */
import type { z } from "zod";

/** What a client holds of a member, where the row does not say how it is stored. */
type HeldOf<Value> = Value extends readonly string[] ? readonly string[] : Value;

export interface MemberDetails<Held> {
  /** The option of `clients add`, as the command line writes it; none for a member that only a registration sets. */
  readonly option?: string;
  /** How the option is read: once as text unless it says otherwise. A member that is a list is `many`. */
  readonly takes?: "many" | "json" | "number";
  /** What the member means, in the words of `clients add --help` and of docs/registering-clients.md. */
  readonly means: string;
  /** Who may set it: the client by its registration and an operator, unless the row says less. */
  readonly setBy?: "registration" | "both";
  /** The column of the table `client`; the name of the member unless it differs. */
  readonly column?: string;
  /** What the column holds where the metadata has no value for it; NULL unless it differs. */
  readonly absent?: NoInfer<Exclude<Held, undefined>>;
  /** What the column holds, computed from the whole metadata; the member's own value unless it differs. */
  stored?(metadata: never): Held;
  /** The members by which it is shown; its own name and value unless it differs. */
  shown?(client: never): Readonly<Record<string, unknown>>;
  /** Whether a client that reads its registration is told nothing of it. Operators see every member. */
  omitted?(client: never): boolean;
  /** The discovery metadata that list what it may be (OIDC Discovery §3, RFC 8414 §2), and the values. */
  readonly supported?: { readonly as: readonly string[]; readonly values: readonly string[] };
}

export interface Member<Wire extends string = string, Shape extends z.ZodType = z.ZodType, Held = unknown>
  extends MemberDetails<Held> {
  /** Its name in registrations and in the output of commands: RFC 7591 §2, OIDC Registration §2. */
  readonly wire: Wire;
  /** What is accepted, with the default. */
  readonly shape: Shape;
}

/** A member that requests are decided by: it is read with every client. */
export interface RequestMember<Wire extends string, Shape extends z.ZodType, Held> extends Member<Wire, Shape, Held> {
  readonly inRequests: true;
}

/** A member that only those read who look at the record: the client that manages itself, operators, jobs. */
export interface RecordMember<Wire extends string, Shape extends z.ZodType, Held> extends Member<Wire, Shape, Held> {
  readonly inRequests: false;
}

/** A row whose member requests are decided by. */
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
