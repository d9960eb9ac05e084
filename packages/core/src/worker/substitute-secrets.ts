import type { JsonObject } from '@runwright/contract';
import { changeJson, createMask } from '@runwright/masking';

/** Puts substitutes in place of the secrets in the text and data of a recording. Names, which a replay looks up, stay as they are. */
export interface SecretSubstitution {
  /** Changes a text; ids of credentials stay. */
  text(given: string): string;
  /** Changes every text and number of data, but no key. */
  data<Value>(given: Value): Value;
  /** Changes the texts of a workflow, but no key, type, label or reference. */
  workflow(draft: JsonObject): JsonObject;
}

/** Creates the substitution for `secrets`; `mask` hides what else is secret about the run. */
export function createSubstitution(options: {
  readonly secrets: readonly string[];
  readonly substitute: (value: string) => string;
  readonly mask: (text: string) => string;
}): SecretSubstitution {
  const replace = createReplacement(options);
  const text = (given: string) => replace(given, findIds(given));
  const data = <Value>(given: Value) => changeValues(given, text) as Value;
  return { text, data, workflow: (draft) => changeWorkflow(draft, { data, replace }) };
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Changes a text outside of some ranges, given in order. */
type Replace = (given: string, kept: readonly TextRange[]) => string;

/** Part of a text; one that is done is a substitute or a name. */
interface TextPart {
  readonly text: string;
  readonly isDone: boolean;
}

/** No text that is stored has it. */
const place = '\0';

/** Returns a function that replaces longer secrets first, because they may contain others, and searches no substitute. */
function createReplacement({ secrets, substitute, mask }: Parameters<typeof createSubstitution>[0]): Replace {
  const finders = [...new Set(secrets)]
    .sort((one, other) => other.length - one.length)
    .map((secret) => ({
      find: createMask({ secrets: [secret], maskText: place }),
      part: { text: substitute(secret), isDone: true },
    }));
  return (given, kept) => {
    const parts = finders.reduce(
      (found, { find, part }) =>
        found.flatMap((one) => (one.isDone ? [one] : partsAround(find(one.text), part))),
      splitText(given, kept),
    );
    return parts.map(({ text, isDone }) => (isDone ? text : mask(text))).join('');
  };
}

function splitText(given: string, kept: readonly TextRange[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end } of kept) {
    parts.push({ text: given.slice(at, start), isDone: false });
    parts.push({ text: given.slice(start, end), isDone: true });
    at = end;
  }
  return [...parts, { text: given.slice(at), isDone: false }];
}

function partsAround(text: string, substitute: TextPart): readonly TextPart[] {
  return text
    .split(place)
    .flatMap((part, index) => [...(index > 0 ? [substitute] : []), { text: part, isDone: false }]);
}

function findIds(text: string): readonly TextRange[] {
  return [...text.matchAll(/\bcred_\d+\b/g)].map(({ 0: found, index }) => rangeOf(found, index));
}

/** Ids of credentials, and code in templates. */
const idOrCode = /\bcred_\d+\b|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;
const stringOrName = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\p{L}_][\p{L}\p{N}_]*/gu;

/** Finds names in the templates of a text, such as `login` and `password` in `{{ login["password"] }}`, and ids of credentials. */
function namesInTemplates(text: string): readonly TextRange[] {
  return [...text.matchAll(idOrCode)].flatMap(({ 0: found, index }) =>
    found.startsWith('{') ? findNames(found, stringOrName, () => true, index) : [rangeOf(found, index)],
  );
}

const stringCommentOrName =
  /\/\/.*|\/\*[\s\S]*?\*\/|`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[\p{L}_$][\p{L}\p{N}_$]*/gu;

function findNames(
  code: string,
  pattern: RegExp,
  isName: (word: string) => boolean,
  offset = 0,
): readonly TextRange[] {
  return [...code.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    const isMember =
      /[\p{L}\p{N}_\])]\[$/u.test(code.slice(Math.max(0, index - 2), index)) &&
      code[index + found.length] === ']';
    const isKept = /^[\p{L}_$]/u.test(found)
      ? code[index - 1] === '.' || isName(found)
      : /^["']/.test(found) && isMember;
    return isKept ? [rangeOf(found, index + offset)] : [];
  });
}

function rangeOf(found: string, start: number): TextRange {
  return { start, end: start + found.length };
}

function changeValues(value: unknown, text: (given: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  // A number that is a secret as a whole becomes a text.
  if (typeof value === 'number') return changeJson(value, text);
  if (Array.isArray(value)) return value.map((item) => changeValues(item, text));
  return mapMembers(value, (_name, member) => changeValues(member, text));
}

function mapMembers(value: unknown, change: (name: string, member: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(name, member)]));
}

/** Members of workflows, blocks and branches that hold others of these. */
const containers: ReadonlySet<string> = new Set([
  ...['workflow_definition', 'blocks', 'loop_blocks', 'branch_conditions', 'criteria', 'model'],
]);
/** Members of these that name something, or choose one of several values. */
const choices: ReadonlySet<string> = new Set([
  ...['block_type', 'label', 'next_block_label', 'on_failure_next_label', 'finally_block_label', 'id'],
  ...['parameter_keys', 'output_parameter', 'criteria_type', 'model_name', 'engine', 'on_worker_lost'],
  ...['status', 'run_with', 'proxy_location', 'ai_fallback', 'language', 'method', 'format', 'fill_mode'],
  ...['download_target', 'storage_type', 'file_type', 'email_client', 'write_mode'],
]);
/** Members of parameters that name something. */
const parameterChoice = /(?:^|_)(?:key|ids?|type|name|fields|strategy|trigger)$/;
/** Members of JSON schemas that name types and properties. */
const schemaChoices: ReadonlySet<string> = new Set(['type', 'format', 'required', '$ref']);

interface Changes extends Pick<SecretSubstitution, 'data'> {
  readonly replace: Replace;
}

function changeWorkflow(draft: JsonObject, { data, replace }: Changes): JsonObject {
  const names = namesOf(draft);
  const inBlock = (given: string) => (names.has(given) ? given : replace(given, namesInTemplates(given)));
  const inCode = (given: string) =>
    replace(
      given,
      findNames(given, stringCommentOrName, (word) => names.has(word)),
    );
  const changeSchema = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changeSchema);
    if (typeof value !== 'object') return changeValues(value, inBlock);
    return mapMembers(value, (name, member) =>
      schemaChoices.has(name) && (typeof member === 'string' || Array.isArray(member))
        ? member
        : changeSchema(member),
    );
  };
  const changeParameter = (value: unknown) =>
    mapMembers(value, (name, member) => (parameterChoice.test(name) ? member : data(member)));
  const changeNode = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changeNode);
    if (typeof value !== 'object') return changeValues(value, inBlock);
    return mapMembers(value, (name, member) => {
      if (choices.has(name)) return member;
      if (containers.has(name)) return changeNode(member);
      if (name === 'parameters' && Array.isArray(member)) return member.map(changeParameter);
      if (name.endsWith('schema')) return changeSchema(member);
      if (typeof member === 'string' && codeMembers.has(name)) return inCode(member);
      return changeValues(member, inBlock);
    });
  };
  return changeNode(draft) as JsonObject;
}

/** Members that hold code, or an expression without braces. */
const codeMembers: ReadonlySet<string> = new Set(['code', 'loop_variable_reference']);

/** Returns the names by which a workflow refers to its parts: these are in the recording anyway. */
function namesOf(draft: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (containers.has(name)) collect(member);
        else if (name === 'label') names.add(String(member)).add(`${member}_output`);
      }
    }
  };
  collect(draft);
  const { parameters } = Object(draft.workflow_definition);
  for (const { key } of parameters ?? []) names.add(String(key));
  return names;
}
