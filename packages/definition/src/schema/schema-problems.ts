import { identifierPattern, type Problem } from '@runwright/contract';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Path, valueError } from '../problem.ts';
import { ruleReason } from './rule-reason.ts';
import { schemaValidator } from './schema-compiler.ts';
import {
  asRecord,
  memberFor,
  type SchemaNode,
  schemaNode,
  tagOf,
  typesOf,
  valueMembers,
} from './schema-node.ts';
import type { ValueSource } from './schema-shape.ts';

/** The schema and the value that a validator's errors are about. */
export interface ErrorContext {
  readonly root: SchemaNode;
  /** The value that was refused. */
  readonly value: unknown;
  readonly source: ValueSource;
}

/** Problems of one check that are listed; of the others only their number is told. */
export const listedProblems = 100;
/** Errors of a validator that are looked at. */
const readErrors = 1000;

/**
 * A validator's errors as problems with the types and texts of the HTTP interface, in document order. Of a union only
 * the mistakes in the member that was meant are told. At most {@link listedProblems} are listed.
 */
export function problemsOf(errors: readonly ErrorObject[], context: ErrorContext): readonly Problem[] {
  const problems = unique(collect(errors.slice(0, readErrors), { ...context, base: [] }));
  return firstProblems(inDocumentOrder(problems, context.value), Math.max(0, errors.length - readErrors));
}

/** The first problems of a list, and at its end how many more there are (`too_many_problems`). */
export function firstProblems(problems: readonly Problem[], unread = 0): readonly Problem[] {
  const left = Math.max(0, problems.length - listedProblems) + unread;
  if (left === 0) return problems;
  const more: Problem = {
    path: [],
    type: 'too_many_problems',
    message: `There are ${left} more, which are not listed`,
  };
  return [...problems.slice(0, listedProblems), more];
}

/** Sorts problems by where they stand in `value`; a missing member comes after the ones that are there. */
export function inDocumentOrder(problems: readonly Problem[], value: unknown): readonly Problem[] {
  const positionOf = memberPositions();
  return problems
    .map((problem) => ({ problem, place: placeOf(problem.path, value, positionOf) }))
    .sort((a, b) => comparePlaces(a.place, b.place))
    .map(({ problem }) => problem);
}

/** `value` is what the errors are about; `base` is where it stands in the whole. */
interface NestedErrorContext extends ErrorContext {
  readonly base: Path;
}

function collect(errors: readonly ErrorObject[], context: NestedErrorContext): readonly Problem[] {
  const unions = errors
    .filter((error) => isUnion(error))
    .sort((a, b) => a.schemaPath.length - b.schemaPath.length);
  const outer: ErrorObject[] = [];
  for (const error of unions) if (!outer.some((other) => isInside(error, other))) outer.push(error);
  const plain = errors.filter((error) => !isUnion(error) && !outer.some((other) => isInside(error, other)));
  return [
    ...plain.flatMap((error) => problemOf(error, context) ?? []),
    ...outer.flatMap((error) => unionProblems(error, context)),
  ];
}

function isUnion(error: ErrorObject): boolean {
  return error.keyword === 'anyOf' || error.keyword === 'oneOf';
}

function isInside(error: ErrorObject, union: ErrorObject): boolean {
  if (error === union) return false;
  const below = error.instancePath.startsWith(`${union.instancePath}/`);
  if (error.schemaPath.startsWith(`${union.schemaPath}/`))
    return below || error.instancePath === union.instancePath;
  return below && error.schemaPath.startsWith('#/$defs/');
}

function unionProblems(error: ErrorObject, context: NestedErrorContext): readonly Problem[] {
  const path = pathOf(error.instancePath, context);
  const members: readonly unknown[] = Array.isArray(error.schema) ? error.schema : [];
  const choices = valueMembers(members, context.root);
  const tag = tagOf(choices);
  const member = memberFor(members, error.data, context.root);
  const literals = literalsOf(choices);
  if (literals !== null && typeof error.data !== 'object')
    return [{ path, type: 'enum', message: `Input should be ${listed(literals)}` }];
  if (tag !== null && !member && asRecord(error.data)) return [tagProblem(tag, error.data, path)];
  const meant = member ?? choices[0];
  if (!meant) return [valueError(path, 'the value fits none of the allowed forms')];
  const validate = schemaValidator(withDefinitions(meant, context.root), 'all');
  if (validate(error.data)) return [valueError(path, 'the value fits more than one of the allowed forms')];
  return collect((validate.errors ?? []).slice(0, readErrors), { ...context, value: error.data, base: path });
}

/** Values of a union of literals; null for every other union. */
function literalsOf(choices: readonly SchemaNode[]): readonly unknown[] | null {
  if (choices.length < 2) return null;
  const values = choices.map((node) => ('const' in node ? [node.const] : node.enum));
  return values.every((value) => Array.isArray(value)) ? values.flat() : null;
}

const membersOf = new WeakMap<SchemaNode, WeakMap<SchemaNode, SchemaNode>>();

/** A member of a union as a schema of its own, the same object each time, so that it is compiled once. */
function withDefinitions(member: SchemaNode, root: SchemaNode): SchemaNode {
  if (root.$defs === undefined) return member;
  const known = membersOf.get(root) ?? new WeakMap<SchemaNode, SchemaNode>();
  membersOf.set(root, known);
  const schema = known.get(member) ?? { ...member, $defs: root.$defs };
  known.set(member, schema);
  return schema;
}

function tagProblem(tag: string, data: unknown, path: Path): Problem {
  const found = asRecord(data)?.[tag];
  if (found === undefined) return { path, type: 'union_tag_not_found', message: `Field '${tag}' required` };
  return { path, type: 'union_tag_invalid', message: `Unknown ${tag} ${quoted(found)}` };
}

function problemOf(error: ErrorObject, context: NestedErrorContext): Problem | null {
  const path = pathOf(error.instancePath, context);
  switch (error.keyword) {
    case 'required':
      return {
        path: [...path, String(error.params.missingProperty)],
        type: 'missing',
        message: 'Field required',
      };
    case 'type':
      return typeProblem(error, path, context.source);
    case 'enum':
      return { path, type: 'enum', message: `Input should be ${listed(error.params.allowedValues)}` };
    case 'const':
      return { path, type: 'enum', message: `Input should be ${quoted(error.params.allowedValue)}` };
    case 'minLength':
      return { path, type: 'string_too_short', message: `String should have at least ${count(error)}` };
    case 'maxLength':
      return { path, type: 'string_too_long', message: `String should have at most ${count(error)}` };
    case 'minimum':
      return {
        path,
        type: 'greater_than_equal',
        message: `Input should be greater than or equal to ${error.params.limit}`,
      };
    case 'maximum':
      return {
        path,
        type: 'less_than_equal',
        message: `Input should be less than or equal to ${error.params.limit}`,
      };
    case 'format':
      if (error.params.format !== 'date-time')
        return valueError(path, `the text is not a valid ${error.params.format}`);
      return { path, type: 'datetime_parsing', message: 'Input should be a valid ISO 8601 date-time' };
    case 'additionalProperties':
      return valueError([...path, String(error.params.additionalProperty)], 'the field is not known');
    case 'pattern':
      return valueError(path, patternReason(error));
    case 'if':
      return null;
    default:
      return valueError(path, ruleReason(error));
  }
}

const typeProblems: Readonly<Record<string, readonly [type: string, message: string]>> = {
  string: ['string_type', 'Input should be a valid string'],
  object: ['dict_type', 'Input should be a valid object'],
  array: ['list_type', 'Input should be a valid array'],
  boolean: ['bool_type', 'Input should be a valid boolean'],
  integer: ['int_parsing', 'Input should be a valid integer'],
  number: ['float_parsing', 'Input should be a valid number'],
  null: ['value_error', 'Value error, the value should be null'],
};

function typeProblem(error: ErrorObject, path: Path, source: ValueSource): Problem {
  const wanted = typesOf(schemaNode(error.parentSchema)).find((type) => type !== 'null') ?? 'null';
  if (wanted === 'integer' && typeof error.data === 'number') {
    return { path, type: 'int_from_float', message: 'Input should be a whole number' };
  }
  if (wanted === 'object' && path.length === 0) {
    return { path, type: 'model_attributes_type', message: 'Input should be an object' };
  }
  const [type, message] = typeProblems[wanted] ?? [
    'value_error',
    `Value error, the value should be ${wanted}`,
  ];
  return { path, type: type === 'bool_type' && source === 'text' ? 'bool_parsing' : type, message };
}

function patternReason(error: ErrorObject): string {
  const found = `\`${String(error.data).slice(0, 80)}\``;
  if (error.params.pattern !== identifierPattern)
    return `${found} should match the pattern ${error.params.pattern}`;
  return `${found} is not a name: it begins with a letter or underscore and goes on with letters, digits and underscores`;
}

function count(error: ErrorObject): string {
  return `${error.params.limit} ${error.params.limit === 1 ? 'character' : 'characters'}`;
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value.slice(0, 80)}'` : JSON.stringify(value);
}

const listedChoices = 50;

function listed(values: unknown): string {
  const choices: readonly unknown[] = Array.isArray(values) ? values : [];
  const texts = choices.slice(0, listedChoices).map(quoted);
  if (choices.length > listedChoices)
    return `${texts.join(', ')} or one of ${choices.length - listedChoices} others`;
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}

function unique(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Map(problems.map((problem) => [JSON.stringify([problem.path, problem.message]), problem]));
  return [...seen.values()];
}

/** A JSON pointer as a path; only the value itself tells an array's index from an object's key. */
function pathOf(pointer: string, context: NestedErrorContext): Path {
  let at: unknown = context.value;
  const steps = pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(at) ? Number(key) : key;
      at = typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined;
      return step;
    });
  return [...context.base, ...steps];
}

/** Finds the positions of members by name, listing the names of an object once. */
function memberPositions(): (object: object, name: string) => number {
  const known = new Map<object, ReadonlyMap<string, number>>();
  return (object, name) => {
    const positions =
      known.get(object) ?? new Map(Object.keys(object).map((key, position) => [key, position] as const));
    known.set(object, positions);
    return positions.get(name) ?? Number.MAX_SAFE_INTEGER;
  };
}

function placeOf(
  path: Path,
  value: unknown,
  positionOf: (object: object, name: string) => number,
): readonly number[] {
  let at: unknown = value;
  return path.map((step) => {
    if (typeof at !== 'object' || at === null) return 0;
    const index = Array.isArray(at) ? Number(step) : positionOf(at, String(step));
    at = Reflect.get(at, step);
    return index;
  });
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((step, position) => step !== b[position]);
  if (index < 0) return a.length - b.length;
  return (a[index] ?? 0) - (b[index] ?? -1);
}
