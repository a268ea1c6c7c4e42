/** Lists as files of CSV: the list of a page with its filter, page by page of the API. */
import { Readable } from "node:stream";
import { type Answer, itemsOf } from "@countersign/admin-client";
import { csvLine, type Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { clientsFilter } from "../clients/clients-filter.ts";
import { listClients } from "../clients/list-clients.ts";
import { againIfEnded, arrive } from "../handling/arrival.ts";
import { listOrganizations } from "../organizations/list-organizations.ts";
import { listPeople } from "../people/list-people.ts";
import { peopleFilter } from "../people/people-filter.ts";
import type { Screen, Visit } from "../screen.ts";
import { searchAsked } from "./list.ts";
import { sendFile } from "./send-file.ts";

interface ListFile {
  /** The page that shows the list. The file needs the same right. */
  readonly screen: Screen;
  readonly columns: readonly string[];
  readonly items: (visit: Visit) => AsyncIterable<object>;
}

type Person = Answer<"listPeople">["body"]["items"][number];
type Client = Answer<"listClients">["body"]["items"][number];
type Organization = Answer<"listOrganizations">["body"]["items"][number];

const columnsOf = <One extends object>(...names: readonly (keyof One & string)[]): readonly string[] => names;

const FILES: readonly ListFile[] = [
  {
    screen: listPeople,
    columns: columnsOf<Person>(
      ...(["id", "username", "name", "email", "email_verified"] as const),
      ...(["status", "last_sign_in_at", "created_at"] as const),
    ),
    async *items(visit) {
      const { query } = await peopleFilter(visit);
      yield* itemsOf(visit.api, "listPeople", { query: { ...query, limit: PAGE } });
    },
  },
  {
    screen: listClients,
    columns: columnsOf<Client>(
      ...(["client_id", "client_name", "profile", "status"] as const),
      ...(["last_sign_in_at", "managed_by", "created_at"] as const),
    ),
    items: (visit) => itemsOf(visit.api, "listClients", { query: { ...clientsFilter(visit).query, limit: PAGE } }),
  },
  {
    screen: listOrganizations,
    columns: columnsOf<Organization>("id", "slug", "name", "members", "disabled_at", "created_at"),
    items: (visit) => itemsOf(visit.api, "listOrganizations", { query: { ...searchAsked(visit), limit: PAGE } }),
  },
];

/** The most that a page of the API has. */
const PAGE = 200;

/** A longer list is for the commands, which print all of it. */
const MOST_ROWS = 20_000;
const GOES_ON = `The list goes on: a file has ${MOST_ROWS} rows at most. Filter the list, or use the commands.`;

/** The handlers of the files, by path. */
export const listFiles = (deps: Dependencies): Readonly<Record<string, Handler>> =>
  Object.fromEntries(FILES.map((file) => [`${file.screen.path}/export`, sendList(file, deps)]));

const sendList =
  (file: ListFile, deps: Dependencies): Handler =>
  async (call) => {
    const { path, needs } = file.screen;
    const arrived = await arrive(needs === undefined ? {} : { needs }, call, deps);
    if (arrived === undefined) return;
    const lines = linesOf(file, arrived.visit);
    // What the API refuses at once is a page.
    const first = await lines.next().catch((err: unknown) => againIfEnded(err, call, deps));
    if (first === undefined) return;
    const text = Readable.from(from(first.value ?? "", lines));
    await sendFile(call, { name: `${path.slice(1)}.csv`, type: "text/csv; charset=utf-8", text });
  };

async function* linesOf({ columns, items }: ListFile, visit: Visit): AsyncGenerator<string, undefined> {
  let [head, rows] = [csvLine(columns), 0];
  for await (const item of items(visit)) {
    rows += 1;
    if (rows > MOST_ROWS) {
      yield csvLine([GOES_ON]);
      return;
    }
    const values = new Map(Object.entries(item));
    yield head + csvLine(columns.map((name) => values.get(name)));
    head = "";
  }
  yield head;
}

async function* from(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
