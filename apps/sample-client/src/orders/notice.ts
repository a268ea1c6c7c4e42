/** What the page says first. */
export type Notice = "placed" | "paid" | "cancelled" | "declined";
