import { createHash } from 'node:crypto';
import type { Message, ModelRequest, Part } from '@runwright/contract';

/**
 * Writes a request as lines that can be compared: purpose, messages, schema and tools. A picture is its type
 * alone, because browsers draw the same page differently from machine to machine.
 */
export function requestText({ purpose, messages, output, tools, computer }: ModelRequest): string {
  const parts = [
    `purpose: ${purpose}`,
    ...messages.map(messageText),
    ...(output ? [`# answer ${output.name} (${output.mode})`, sortedJson(output.schema)] : []),
    ...(tools ?? []).map((tool) => `# tool ${tool.name}\n${tool.description}\n${sortedJson(tool.input)}`),
    ...(computer ? [`# computer ${computer.width} x ${computer.height}`] : []),
  ];
  return parts.join('\n');
}

/** Returns the SHA-256 of the normalised text of a request, in hexadecimal. */
export function requestKey(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function messageText({ role, content }: Message): string {
  const text = typeof content === 'string' ? content : content.map(partText).join('\n');
  return `# ${role}\n${text}`;
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
      return `<picture ${part.mediaType}>`;
    case 'tool-call':
      return `<call ${part.name}> ${sortedJson(part.input)}`;
    case 'tool-result':
      return `<result ${part.name}>\n${part.parts.map(partText).join('\n')}`;
    case 'reasoning':
      return '<reasoning>';
  }
}

/** JSON whose members are in the order of their names. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}
