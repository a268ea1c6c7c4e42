/** The command of an operation: the operator's command line runs the same operation, and its options follow from it. */
import type { Dependencies } from "../../dependencies.ts";

/** What an operation may use that is a command, too: all that the command line can open from a few variables. */
export type OperatorDependencies = {
  readonly clients: Pick<Dependencies["clients"], "forget">;
  readonly clientSecrets: Pick<Dependencies["clientSecrets"], "seal">;
  readonly hooks: Pick<Dependencies["hooks"], "reaches" | "trial">;
  /** Commands know none: what is reachable is the service's matter. */
  readonly levels?: Dependencies["levels"];
  /** Commands have none: an operator mails as many people as they want. */
  readonly limits?: Pick<Dependencies["limits"], "mail" | "mailBudgets">;
  readonly resources: Pick<Dependencies["resources"], "forget">;
  readonly sealedTexts: Pick<Dependencies["sealedTexts"], "seal">;
  readonly signUp: Pick<Dependencies["signUp"], "takesInvitations">;
  /** Commands send nothing themselves: the service does. */
  readonly webhookDeliveries: Pick<Dependencies["webhookDeliveries"], "reaches" | "wake"> &
    Partial<Pick<Dependencies["webhookDeliveries"], "sendHeld">>;
} & Pick<
  Dependencies,
  "administration" | "database" | "issuer" | "mail" | "namesFirst" | "now" | "roles" | "txtRecords"
>;

/** Finds what operators name, where an operation takes an id. */
export interface Names {
  /**
   * The id of the item with these members in the answer of an operation that lists; undefined if there is none.
   *
   * @param list the id of the operation, such as `listRoles`
   */
  readonly idOf: (list: string, members: Readonly<Record<string, unknown>>) => Promise<string | undefined>;
}

/** What was typed: arguments and options by their names, or by the members that they stand for. */
export type Given = Readonly<Record<string, unknown>>;

export interface OperationCommand {
  /**
   * The words, the arguments, and the options that select this operation among those with the same words, such as
   * `roles assign <resource> <name> --user <username>`. An argument is a part of the path or a member of the body.
   * Every other member of the query and of the body is an option.
   */
  readonly line: string;
  /** The members that arguments and options stand for, where they have other names: `{ scope: "scopes" }`. */
  readonly takes?: Readonly<Record<string, string>>;
  /** Members that are no option. */
  readonly leavesOut?: readonly string[];
  /** Members that the command sets itself, such as `enabled` of `hooks disable`. It has no options then. */
  readonly sets?: Given;
  /** What `--help` says of the command; by default the summary of the operation. */
  readonly about?: string;
  /** The options that `--help` explains in other words than the shape does, or that the shape does not explain. */
  readonly means?: Readonly<Record<string, string>>;
  /** Replaces names by the ids that the operation takes. */
  readonly resolve?: (given: Given, names: Names) => Promise<Given>;
  /** For an operation without an answer: the member that says what was done, such as `removed`. */
  readonly done?: string;
  /** What people read instead of the members of the answer. */
  readonly says?: (typed: Given) => string;
  /** For a list: the members of an item in the order of the columns, and what people read if there is no item. */
  readonly columns?: readonly string[];
  readonly empty?: string;
  /** For a list that may be long: how many items are printed. */
  readonly most?: number;
}
