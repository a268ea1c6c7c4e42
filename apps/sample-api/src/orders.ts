/**
 * The orders of people. They are in memory, bounded, and gone when the process ends: in a copy, put a database behind
 * `OrderStore`.
 */
import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";

export type OrderState = "open" | "paid" | "cancelled";

export interface Order {
  readonly id: string;
  readonly item: string;
  /** In the unit of the currency, with two decimals. */
  readonly amount: string;
  readonly currency: string;
  readonly state: OrderState;
  /** Who reserved the goods in the name of the person, as the stock API says; absent if nothing was reserved. */
  readonly reserved_by?: readonly string[] | undefined;
}

export interface OrderStore {
  /** The orders of a person, the oldest first. */
  list(owner: string): readonly Order[];
  /** Whether the person has as many as are kept. */
  isFull(owner: string): boolean;
  /** Places an order. Returns undefined if the person has as many as are kept. */
  place(owner: string, item: string, reservedBy?: readonly string[]): Order | undefined;
  /** Changes an order that is open. Returns undefined if the person has no such order that is open. */
  close(owner: string, id: string, state: "paid" | "cancelled"): Order | undefined;
}

const PEOPLE = 1000;
const ORDERS_OF_A_PERSON = 50;

/** What can be ordered, and the price in EUR. */
export const PRICES: ReadonlyMap<string, string> = new Map([
  ["coffee", "12.50"],
  ["tea", "9.00"],
  ["cups", "24.90"],
]);

/** Opens the store. Each person begins with two orders, so that there is something to see. */
export function openOrders(): OrderStore {
  const people = new LRUCache<string, readonly Order[]>({ max: PEOPLE });

  const list = (owner: string): readonly Order[] => {
    const orders = people.get(owner) ?? [newOrder("coffee", "12.50"), newOrder("cups", "24.90")];
    people.set(owner, orders);
    return orders;
  };

  const isFull = (owner: string) => list(owner).length >= ORDERS_OF_A_PERSON;

  return {
    list,
    isFull,
    place(owner, item, reservedBy) {
      const [orders, amount] = [list(owner), PRICES.get(item)];
      if (amount === undefined || isFull(owner)) return undefined;
      const order = { ...newOrder(item, amount), ...(reservedBy && { reserved_by: reservedBy }) };
      people.set(owner, [...orders, order]);
      return order;
    },
    close(owner, id, state) {
      const orders = list(owner);
      const found = orders.find((order) => order.id === id && order.state === "open");
      if (found === undefined) return undefined;
      const closed = { ...found, state };
      people.set(
        owner,
        orders.map((order) => (order === found ? closed : order)),
      );
      return closed;
    },
  };
}

const newOrder = (item: string, amount: string): Order => ({
  id: randomUUID(),
  item,
  amount,
  currency: "EUR",
  state: "open",
});
