/** How pages call a user. */

interface Named {
  readonly username: string;
  readonly name?: string | null;
  readonly given_name?: string | null;
  readonly family_name?: string | null;
}

/** The name; without one, the given and family name, by which the search finds them, too; else the username. */
export const nameOfPerson = ({ username, name, given_name: given, family_name: family }: Named): string =>
  name || [given, family].filter(Boolean).join(" ") || username;
