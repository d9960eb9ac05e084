import { type ManualInput, ManualInput as ManualInputSchema, Type } from '@runwright/contract';
import { compileSchema } from '@runwright/core';

/** A message of a client of a live view. */
export type ClientMessage = ManualInput | { readonly type: 'take-over' } | { readonly type: 'hand-back' };

/** A message that cannot be read, and why. */
export interface InvalidMessage {
  readonly problem: string;
}

const closed = { additionalProperties: false } as const;
const inputs = new Map(
  ManualInputSchema.anyOf.map((schema) => [schema.properties.type.const as string, compileSchema(schema)]),
);
const commands = new Map(
  ['take-over', 'hand-back'].map((type) => [
    type,
    compileSchema(Type.Object({ type: Type.Literal(type) }, closed)),
  ]),
);

/** Reads a text message. */
export function readClientMessage(text: string): ClientMessage | InvalidMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'A message is a JSON object.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'A message is a JSON object.' };
  const type = String(Reflect.get(value, 'type'));
  const check = inputs.get(type) ?? commands.get(type);
  if (!check) {
    const known = [...commands.keys(), ...inputs.keys()].map((name) => `\`${name}\``).join(', ');
    return { problem: `A message has a \`type\`, one of ${known}.` };
  }
  const result = check(value);
  if (result.ok) return result.value as ClientMessage;
  const [first] = result.problems;
  const place = first?.path.join('.') ?? '';
  return { problem: `\`${place}\` of a message \`${type}\` is not valid: ${first?.message ?? ''}` };
}
