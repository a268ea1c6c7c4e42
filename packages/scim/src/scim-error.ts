/** Errors of the SCIM protocol: RFC 7644 §3.12. */

/** The values of `scimType` that we send: table 9. */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue"
  | "sensitive";

export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  /** @param detail a sentence for the caller; it repeats no secret */
  constructor(status: number, scimType: ScimType | undefined, detail: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const badRequest = (scimType: ScimType, detail: string): ScimError => new ScimError(400, scimType, detail);

/** A part of a request as it is repeated in an error: short, and without line breaks. */
export const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
