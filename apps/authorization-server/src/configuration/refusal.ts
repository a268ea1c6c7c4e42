/** Why a configuration cannot be read or applied. The message is the whole explanation, for the person who sent it. */
class ConfigurationRefusal extends Error {
  override readonly name = "ConfigurationRefusal";
}

export const refusal = (sentence: string): Error => new ConfigurationRefusal(sentence);

/** Whether an error is such a refusal. */
export const isRefusal = (err: unknown): err is Error => err instanceof ConfigurationRefusal;
