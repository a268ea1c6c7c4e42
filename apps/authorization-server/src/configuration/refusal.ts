/** Why a configuration cannot be read or applied. The message is the whole explanation, for the person who sent it. */
export class ConfigurationRefusal extends Error {
  override readonly name = "ConfigurationRefusal";
}

export const refusal = (sentence: string): Error => new ConfigurationRefusal(sentence);
