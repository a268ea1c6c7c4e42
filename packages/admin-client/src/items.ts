import type { AdminClient, Answer, Input, OperationId } from "./client.ts";

/** The operations that answer with pages. */
export type ListId = {
  [Id in OperationId]: Answer<Id>["body"] extends { items: unknown[]; next_cursor?: string } ? Id : never;
}[OperationId];

type Item<Id extends ListId> = Answer<Id>["body"] extends { items: (infer Item)[] } ? Item : never;
type Call = (input: unknown) => Promise<{ body: { items: unknown[]; next_cursor?: string } }>;

/** All items of a list, page by page. The next page is requested when it is needed. */
export async function* itemsOf<Id extends ListId>(
  client: AdminClient,
  id: Id,
  input: Partial<Input<Id>> = {},
): AsyncGenerator<Item<Id>> {
  const list = client[id] as Call;
  const { query = {}, ...rest } = input as { query?: Record<string, unknown> };
  let cursor: string | undefined;
  do {
    const { body } = await list({ ...rest, query: cursor === undefined ? query : { ...query, cursor } });
    yield* body.items as Item<Id>[];
    cursor = body.next_cursor;
  } while (cursor !== undefined);
}
