import type { JsonSchema, LanguageModel, Message, OutputMode, Problem } from '@runwright/contract';
import {
  type Check,
  type Checked,
  compileSchema,
  pathText,
  schemaNode,
  toStrictSchema,
} from '@runwright/definition';

/** The schema of an answer: as the model is told it, and as the answer is checked. */
export interface AnswerShape {
  /** The schema as it is told to the model; an object at its root. */
  readonly asked: JsonSchema;
  /** The same in strict form; null when it cannot be said in it. */
  readonly strict: JsonSchema | null;
  /** True when `asked` is the short form of the caller, which providers take as it is. */
  readonly isShort: boolean;
  /** Judges an answer against the original schema. */
  readonly check: Check<unknown>;
}

/**
 * Prepares a schema for a model. Providers want an object at the root, so anything else is asked for as the member
 * `value` and taken out again; an answer that comes without that wrapping is accepted too.
 *
 * @param shortSchema object that the model is told instead; the answer is checked against `schema`
 */
export function answerShape(schema: unknown, shortSchema?: unknown): AnswerShape {
  const original = schemaNode(schema);
  const check = compileSchema(original);
  if (shortSchema !== undefined) {
    return { asked: schemaNode(shortSchema), strict: null, isShort: true, check };
  }
  if (original.type === 'object') {
    return { asked: original, strict: toStrictSchema(original), isShort: false, check };
  }
  const { $defs, ...inner } = original;
  const asked: JsonSchema = {
    type: 'object',
    properties: { value: inner },
    required: ['value'],
    ...($defs === undefined ? {} : { $defs }),
  };
  const checkWrapped = compileSchema(asked);
  const unwrapped = (value: unknown): Checked<unknown> => {
    const wrapped = checkWrapped(value);
    if (wrapped.ok) return { ok: true, value: schemaNode(wrapped.value).value };
    const bare = check(value);
    return bare.ok ? bare : wrapped;
  };
  return { asked, strict: toStrictSchema(asked), isShort: false, check: unwrapped };
}

/** Returns the output modes that a model supports and has not refused, from strict to free. */
export function outputModes(
  model: LanguageModel,
  shape: AnswerShape,
  refused: ReadonlySet<OutputMode>,
): readonly OutputMode[] {
  const modes: OutputMode[] = [];
  const { jsonSchema } = model.can;
  const isLooseTaken = jsonSchema === true && shape.isShort;
  if (jsonSchema && (shape.strict || isLooseTaken)) modes.push('json_schema');
  if (model.can.jsonObject) modes.push('json_object');
  return [...modes, 'text' as const].filter((mode) => !refused.has(mode));
}

/** Returns the messages for an output mode: where the provider does not enforce the schema, it is part of the prompt. */
export function messagesFor(
  mode: OutputMode,
  messages: readonly Message[],
  shape: AnswerShape,
): readonly Message[] {
  if (mode === 'json_schema') return messages;
  const content = `Answer with one JSON object and nothing else. It has to fit this JSON Schema:\n${JSON.stringify(shape.asked)}`;
  const firstTurn = messages.findIndex(({ role }) => role !== 'system');
  return messages.toSpliced(firstTurn < 0 ? messages.length : firstTurn, 0, { role: 'system', content });
}

/** Returns the messages with the answer and what was wrong with it: the next answer needs goal and page as the first did. */
export function repairMessages(
  messages: readonly Message[],
  answer: string,
  problems: readonly Problem[],
  shape: AnswerShape,
): readonly Message[] {
  const faults = problems.slice(0, 5).map(({ path, message }) => `- ${pathText(path)}: ${message}`);
  const content = [
    'This answer does not fit the JSON Schema. Give the same answer again so that it fits; invent nothing.',
    `Problems:\n${faults.join('\n')}`,
    `JSON Schema:\n${JSON.stringify(shape.asked)}`,
  ].join('\n\n');
  return [...messages, { role: 'assistant', content: answer }, { role: 'user', content }];
}
