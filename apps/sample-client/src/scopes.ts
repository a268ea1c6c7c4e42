/**
 * The scopes this client may count on: RFC 6749 §5.1. A response without `scope` grants what was asked;
 * one that names more than was asked gives nothing more.
 */
export function grantedScopes(asked: string, answered: string | undefined): readonly string[] {
  const wanted = asked.split(" ");
  if (answered === undefined) return wanted;

  const granted = new Set(answered.split(" "));
  return wanted.filter((scope) => granted.has(scope));
}
