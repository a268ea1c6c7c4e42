import { Refused } from "../refused.ts";

/** Why a configuration cannot be read or applied. The message is the whole explanation, for the person who sent it. */
class ConfigurationRefusal extends Error {
  override readonly name = "ConfigurationRefusal";
}

export const refusal = (sentence: string): Error => new ConfigurationRefusal(sentence);

/** What an act is refused for that the plan said would succeed: another operator changed the same at the same time. */
export const asRefusal = (err: unknown): unknown => (err instanceof Refused ? unforeseen(err.message) : err);

export const unforeseen = (what: string): Error =>
  refusal(`${what}: the database is not as the plan saw it. Nothing was changed`);

/** Whether an error is such a refusal. */
export const isRefusal = (err: unknown): err is Error => err instanceof ConfigurationRefusal;
