/** Calls operations of the administration API by their names. */
import { ApiProblem, problemIn } from "./problem.ts";
import { OPERATIONS, type operations } from "./schema.ts";

export type OperationId = keyof operations;

export interface AdminClientOptions {
  /** The identifier of the API, which is its address, such as `https://admin.example.com/admin/api/v1`. */
  readonly url: string;
  /** An access token for the API. It is asked for before each request, so it may be renewed there. */
  readonly accessToken: () => string | Promise<string>;
  /** Sends requests; by default the platform's fetch. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

type Parameters<Id extends OperationId> = operations[Id]["parameters"];
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { readonly [key in Name]?: Value }
    : { readonly [key in Name]: Value };
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? { readonly body: Body }
  : operations[Id] extends { requestBody?: infer Sent }
    ? OptionalBody<Sent>
    : unknown;
type OptionalBody<Sent> = [NonNullable<Sent>] extends [never]
  ? unknown
  : NonNullable<Sent> extends { content: { "application/json": infer Body } }
    ? { readonly body?: Body }
    : unknown;
type HeadersOf<Id extends OperationId> =
  Parameters<Id> extends { header: { "If-Match": string } }
    ? { /** The ETag that was read. */ readonly ifMatch: string }
    : Parameters<Id> extends { header?: { "Idempotency-Key"?: string } }
      ? { /** Makes a repeated request safe, for a day. */ readonly idempotencyKey?: string | undefined }
      : unknown;

/** What an operation takes. */
export type Input<Id extends OperationId> = Part<"path", Parameters<Id>["path"]> &
  Part<"query", Parameters<Id>["query"]> &
  BodyOf<Id> &
  HeadersOf<Id>;

type Json<Response> = Response extends { content: { "application/json": infer Body } }
  ? Body
  : Response extends { content: unknown }
    ? string
    : never;
type Responses<Id extends OperationId> = operations[Id]["responses"];
type Body<Id extends OperationId> =
  Responses<Id> extends { 200: infer Response }
    ? Json<Response>
    : Responses<Id> extends { 201: infer Response }
      ? Json<Response>
      : undefined;

/** What an operation answers. */
export interface Answer<Id extends OperationId> {
  readonly body: Body<Id>;
  /** The version of what was read, for `ifMatch`. */
  readonly etag: string | undefined;
  /** Whether everything was so before, and the act changed nothing. */
  readonly isUnchanged: boolean;
}

type Arguments<Id extends OperationId> = Record<never, never> extends Input<Id> ? [input?: Input<Id>] : [Input<Id>];

/** A method for each operation. Each throws an `ApiProblem` for what the API refuses. */
export type AdminClient = {
  readonly [Id in OperationId]: (...input: Arguments<Id>) => Promise<Answer<Id>>;
};

/** A client of the administration API at an address. */
export function adminClient(options: AdminClientOptions): AdminClient {
  const methods = Object.entries(OPERATIONS).map(([id, place]) => [
    id,
    (input: GivenInput = {}) => send(place, input, options),
  ]);
  return Object.fromEntries(methods) as AdminClient;
}

interface Place {
  readonly method: string;
  readonly path: string;
}

interface GivenInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string | undefined;
}

async function send(place: Place, input: GivenInput, options: AdminClientOptions) {
  const response = await respond(place, input, options);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const body: unknown = isJson ? JSON.parse(text) : text === "" ? undefined : text;
  const { headers } = response;
  return { body, etag: headers.get("etag") ?? undefined, isUnchanged: headers.get("countersign-unchanged") === "yes" };
}

/** The answer to an operation as it arrives, for texts that are too long for memory. Throws what its method throws. */
export const responseTo = <Id extends OperationId>(id: Id, input: Input<Id>, options: AdminClientOptions) =>
  respond(OPERATIONS[id], input as GivenInput, options);

async function respond(
  { method, path }: Place,
  input: GivenInput,
  { url, accessToken, fetch: sendRequest = fetch }: AdminClientOptions,
): Promise<Response> {
  const headers = new Headers({ authorization: `Bearer ${await accessToken()}`, accept: "*/*" });
  if (input.ifMatch !== undefined) headers.set("if-match", input.ifMatch);
  if (input.idempotencyKey !== undefined) headers.set("idempotency-key", input.idempotencyKey);
  if (input.body !== undefined) headers.set("content-type", "application/json");
  const init = { method, headers, ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }) };

  const response = await sendRequest(new Request(`${url}${placeOf(path, input)}`, init));
  if (!response.ok) throw new ApiProblem(await problemIn(response), response.headers.get("www-authenticate"));
  return response;
}

function placeOf(template: string, { path = {}, query = {} }: GivenInput): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    // An empty part would be another operation, and "." and ".." disappear from a URL.
    if (value === undefined || /^\.{0,2}$/.test(value)) throw new TypeError(`"${name}" of the path is missing`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`;
}
