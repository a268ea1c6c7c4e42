/** One operation of the administration API: its place, its shapes, who may call it, and what it does. */
import type { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import type { Caller } from "./access/access.ts";
import type { OperationCommand, OperatorDependencies } from "./command.ts";
import type { Place } from "./lists/cursor.ts";
import type { AdminScope } from "./scopes.ts";

export type Shape = z.ZodObject<z.ZodRawShape>;

/** A request of an operation, read and checked. */
export interface Request<Query, Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  /** The identifier of this API; undefined for a command where the API is off. */
  readonly resource: string | undefined;
  readonly by: By;
  readonly ifMatch: string | undefined;
  /** Where the page of a list begins; `undefined` for the first one. */
  readonly place: Place | undefined;
}

/** What an operation answers. */
export interface Reply<Answer> {
  readonly body: Answer;
  /** The value whose version the ETag is. */
  readonly version?: unknown;
  /**
   * Says that everything was so before, where nothing changed: a command is refused with this sentence, and an answer
   * has the header `Countersign-Unchanged`.
   */
  readonly already?: string | undefined;
  /** The path of what was created, below the API. */
  readonly location?: string;
  /** For a list: where its next page begins. */
  readonly next?: Place | undefined;
  /** Instead of a body: a text that is sent as it is made, and its media type. */
  readonly stream?: { readonly mediaType: string; readonly chunks: AsyncIterable<string> };
}

export interface Operation {
  /** The `operationId` of OpenAPI: a client's method has this name. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the API; parts such as `:id` are parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What the caller needs; with `any`, one scope of this API is enough. */
  readonly scope: AdminScope | "any";
  /** Whether a person must have signed in strongly and recently. */
  readonly needsStepUp?: true;
  /**
   * Whether it works much for a small body, for example because it parses a language or asks another service: it has a
   * limit of its own.
   */
  readonly isCostly?: true;
  /**
   * Whether it mails to unproved addresses: each mail is taken from the budgets of its caller. Of several, the
   * operation takes each by itself (`withinMailBudget`).
   */
  readonly mailsAnyone?: "one" | "several";
  /** Whether the administrators of one organization may call it, for theirs: the one of `:organization`. */
  readonly forOrganizationAdmins?: true;
  /** Whether a change needs If-Match. */
  readonly needsMatch?: true;
  /** Whether this is a list, with cursors. */
  readonly isList?: true;
  readonly query?: Shape;
  readonly body?: z.ZodType;
  /** Whether a request without a body is one with an empty object. */
  readonly isBodyOptional?: true;
  /** The most bytes of the body, where it may be longer than usual. */
  readonly longestBody?: number;
  readonly status: 200 | 201 | 204;
  /** The media types of an answer that is a text instead. */
  readonly mediaTypes?: readonly string[];
  /** The shape of the answer; none for 204. */
  readonly answer?: Shape;
  /** Members of the answer that are shown once: a repeated request does not get them. */
  readonly shownOnce?: readonly string[];
  /** The command of operators that runs it, or several. */
  readonly command?: OperationCommand | readonly OperationCommand[];
  readonly handle: (request: Request<never, never>, deps: Dependencies) => Promise<Reply<unknown>>;
}

/** An operation that is a command, too. */
export interface CommandOperation extends Operation {
  readonly command: OperationCommand | readonly OperationCommand[];
  readonly handle: (request: Request<never, never>, deps: OperatorDependencies) => Promise<Reply<unknown>>;
}

/** Whether an operation is a command: `defineOperation` has checked that it needs only what commands have. */
export const isCommand = (operation: Operation): operation is CommandOperation => operation.command !== undefined;

type OutputOf<Type> = Type extends z.ZodType ? z.output<Type> : undefined;

/** An operation answers 200, or 204 where it answers nothing. One that creates says 201. */
type WithoutStatus = Omit<Operation, "status"> & { readonly status?: 201 };

type Defined<Query, Body, Answer, Deps> = Omit<WithoutStatus, "query" | "body" | "answer" | "command" | "handle"> & {
  readonly query?: Query;
  readonly body?: Body;
  readonly answer?: Answer;
  readonly handle: (
    request: Request<OutputOf<Query>, OutputOf<Body>>,
    deps: Deps,
  ) => Promise<Reply<Answer extends z.ZodType ? z.input<Answer> : undefined>>;
};

/** Declares an operation, so that what it does fits its shapes. One with a command uses what commands have. */
export function defineOperation<
  Query extends Shape | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Answer extends Shape | undefined = undefined,
>(operation: Defined<Query, Body, Answer, OperatorDependencies> & Pick<CommandOperation, "command">): CommandOperation;
export function defineOperation<
  Query extends Shape | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Answer extends Shape | undefined = undefined,
>(operation: Defined<Query, Body, Answer, Dependencies> & { readonly command?: undefined }): Operation;
export function defineOperation(operation: unknown): Operation {
  const declared = operation as WithoutStatus;
  const isEmpty = declared.answer === undefined && declared.mediaTypes === undefined;
  return { ...declared, status: declared.status ?? (isEmpty ? 204 : 200) };
}
