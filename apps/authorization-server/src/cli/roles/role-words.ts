/** What commands say of a role that is given or taken. Each sentence names the API where the command acted. */
export const roleWords = (who: string | undefined, { resource, name }: { resource: string; name: string }) => ({
  given: `${who} has the role ${name} at ${resource} now.`,
  hadBefore: `${who} has the role ${name} at ${resource} already`,
  taken: `${who} does not have the role ${name} at ${resource} any more.`,
  missing: `${who} does not have the role ${name} at ${resource}`,
});
