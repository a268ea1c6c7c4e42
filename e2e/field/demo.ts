/** What the demo person is called, as `npm start` adds her. */
export const DEMO = { name: "Alice Beatrice Carter", email: "alice@example.com" } as const;
