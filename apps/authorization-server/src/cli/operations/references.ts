/** What `--help` says of arguments that refer to something. */
export const REFERENCES: Readonly<Record<string, string>> = {
  alias: "as `providers list` shows it",
  client_id: "as `clients list` shows it",
  group: "as `groups list` shows it",
  identifier: "as `resources list` shows it",
  resource: "as `resources list` shows it",
  role: "as `roles list` shows it",
  slug: "as `organizations list` shows it",
  username: "as `users list` shows it",
};
