/** The members of an operation as options: each has a form that follows from its shape. */
import { jsonOrUndefined } from "@countersign/guard/json";
import { decimalOf } from "@countersign/rules";
import { InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import type { OperationCommand } from "../../administration/api/command.ts";
import { listQuery } from "../../administration/api/lists/list.ts";
import type { Operation, Shape } from "../../administration/api/operation.ts";

/** A member of the query or of the body, and the option or argument for it. */
export interface Member {
  readonly name: string;
  /** The name that is typed. */
  readonly typed: string;
  readonly shape: z.core.$ZodType;
}

/** The members that the command line sets. It reads all pages of a list. */
export function membersOf({ query, body }: Operation, command: OperationCommand): readonly Member[] {
  const { takes = {}, leavesOut = [], sets } = command;
  if (sets !== undefined) return [];
  const typed = new Map(Object.entries(takes).map(([name, member]) => [member, name]));
  const shapes = { ...query?.shape, ...(body instanceof z.ZodObject ? (body as Shape).shape : {}) };
  return Object.entries(shapes)
    .filter(([name]) => !(Object.hasOwn(listQuery, name) || leavesOut.includes(name)))
    .map(([name, shape]) => ({ name, shape, typed: typed.get(name) ?? name.replaceAll("_", "-") }));
}

/** What the shape of a member says of it. */
export const aboutMember = (member: Member | undefined): string | undefined =>
  member === undefined ? undefined : descriptionOf(member.shape);

/** The options of a member: a switch has one for each value that is not its default. */
export function optionsFor({ typed, name, shape }: Member, means: string | undefined): readonly Option[] {
  const about = means ?? descriptionOf(shape) ?? "";
  const kind = innerOf(shape);
  if (kind instanceof z.ZodBoolean) return switchesFor(typed, about, defaultOf(shape));
  const option = new Option(`--${typed} <${name.replaceAll("_", "-")}>`, about);
  if (!isLeftOut(shape)) option.makeOptionMandatory();
  const usual = defaultOf(shape);
  if (typeof usual === "string" && usual !== "") option.default(undefined, usual);
  if (kind instanceof z.ZodEnum) option.choices(kind.options.map(String));
  if (kind instanceof z.ZodRecord) option.argParser(intoRecord);
  return [option];
}

/** What a text becomes for the shape, which then checks it. Objects, and lists of them, are typed as JSON. */
export function sentFor(shape: z.core.$ZodType, given: unknown): unknown {
  if (typeof given !== "string") return given;
  const kind = innerOf(shape);
  if (isOfObjects(kind)) return jsonOrUndefined(given, { longest: LONGEST_JSON }) ?? given;
  if (kind instanceof z.ZodArray) return given.split(/[ ,]+/).filter((part) => part !== "");
  if (kind instanceof z.ZodNumber) return decimalOf(given);
  return given;
}

const LONGEST_JSON = 65_536;

const isOfObjects = (kind: z.core.$ZodType): boolean =>
  kind instanceof z.ZodObject || (kind instanceof z.ZodArray && innerOf(kind.element) instanceof z.ZodObject);

function switchesFor(typed: string, about: string, usual: unknown): readonly Option[] {
  const [on, off] = [new Option(`--${typed}`, about), new Option(`--no-${typed}`, `not: ${about}`)];
  if (usual === undefined) return [on, off];
  return usual === true ? [off] : [on];
}

/** Collects `key=value`. An empty text adds nothing: so a record without members can be given. */
function intoRecord(given: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  if (given === "") return before;
  const at = given.indexOf("=");
  if (at <= 0) throw new InvalidArgumentError("Write it as name=value.");
  return { ...before, [given.slice(0, at)]: given.slice(at + 1) };
}

type Wrapper = z.ZodDefault | z.ZodOptional | z.ZodNullable;

const isWrapper = (shape: z.core.$ZodType): shape is Wrapper =>
  shape instanceof z.ZodDefault || shape instanceof z.ZodOptional || shape instanceof z.ZodNullable;

/** The shape of what is sent: without its default, and before it is transformed. */
function innerOf(shape: z.core.$ZodType): z.core.$ZodType {
  if (shape instanceof z.ZodPipe) return innerOf(shape.def.in);
  return isWrapper(shape) ? innerOf(shape.unwrap()) : shape;
}

function descriptionOf(shape: z.core.$ZodType): string | undefined {
  const own = shape instanceof z.ZodType ? shape.description : undefined;
  return own ?? (isWrapper(shape) ? descriptionOf(shape.unwrap()) : undefined);
}

/** The default of a member, which the shape itself applies. */
function defaultOf(shape: z.core.$ZodType): unknown {
  if (shape instanceof z.ZodDefault) return shape.def.defaultValue;
  return shape instanceof z.ZodOptional || shape instanceof z.ZodNullable ? defaultOf(shape.unwrap()) : undefined;
}

const isLeftOut = (shape: z.core.$ZodType) => shape instanceof z.ZodOptional || shape instanceof z.ZodDefault;
