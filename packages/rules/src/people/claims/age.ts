/** The age of a person. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** No living person was born in an earlier year. OIDC Core §5.1: the year 0000 says that it was left out. */
export const EARLIEST_YEAR_OF_BIRTH = 1900;

/**
 * The age in completed years on the day of `at` in UTC. A person who was born on 29 February has a birthday on 1 March
 * in other years.
 *
 * @param birthdate `YYYY-MM-DD`
 * @returns undefined for anything else, for a date that does not exist, and for one that no living person can have
 */
export function ageOn(birthdate: string, at: Date): number | undefined {
  const [, year, month, day] = (DATE.exec(birthdate) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const exists = new Date(`${birthdate}T00:00:00Z`).toJSON()?.startsWith(birthdate) === true;
  if (!exists || year < EARLIEST_YEAR_OF_BIRTH) return undefined;

  const hadBirthday = at.getUTCMonth() + 1 > month || (at.getUTCMonth() + 1 === month && at.getUTCDate() >= day);
  const age = at.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
  return age < 0 ? undefined : age;
}
