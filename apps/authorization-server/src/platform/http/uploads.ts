/** Forms that carry a file, as pages of the account read them. */
import { invalidRequest, readParameters } from "@countersign/rules";
import { type Call, readUpload } from "@countersign/service";
import type { FormParameters } from "./parameters.ts";

/**
 * The fields of a form, and the one file that it may carry. Throws `invalid_request` for a form that cannot be read,
 * and an error with status 413 for one that is too large.
 */
export async function uploadOf({ req }: Pick<Call, "req">, largestFileBytes: number): Promise<FormParameters> {
  const upload = await readUpload(req, largestFileBytes);
  if (upload === undefined) throw invalidRequest("the body must be a form of this page");
  const pairs = new URLSearchParams([...upload.fields]);
  const { file } = upload;
  return { ...readParameters(pairs), all: (name) => pairs.getAll(name), names: () => [...pairs.keys()], file };
}
