/** Where a browser may be sent within the console. */

/** A path of ours with its query, or `/` for everything else, such as `//elsewhere` and `/\elsewhere`. */
export function ownPath(text: string | null | undefined): string {
  const isPath = text !== null && text !== undefined && text.length <= 2000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(text);
  return isPath && !text.includes("\\") ? text : "/";
}
