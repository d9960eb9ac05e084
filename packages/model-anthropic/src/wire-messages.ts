import type { Message, Part } from '@runwright/contract';
import {
  fromOriginal,
  type WireBlockParam,
  type WireImage,
  type WireMessageParam,
  type WireText,
} from './wire.ts';

/** Returns the texts of all messages of the system, which the API takes apart from the others. */
export function systemBlocks(messages: readonly Message[]): readonly WireText[] {
  return messages
    .filter(({ role }) => role === 'system')
    .flatMap(({ content }) => textBlocks(partsOf(content)));
}

/** Converts messages, without those of the system: users and the model take turns, and results of tools stand at the beginning. */
export function wireMessages(messages: readonly Message[]): WireMessageParam[] {
  const merged: { role: 'user' | 'assistant'; content: WireBlockParam[] }[] = [];
  const toolsets = toolsetsOf(messages);
  for (const { role, content } of messages) {
    if (role === 'system') continue;
    const side = role === 'assistant' ? 'assistant' : 'user';
    const blocks = partsOf(content).flatMap((part) => blockOf(part, toolsets));
    const last = merged.at(-1);
    if (last?.role === side) last.content.push(...blocks);
    else if (blocks.length > 0) merged.push({ role: side, content: blocks });
  }
  return merged.map(({ role, content }) => ({
    role,
    content: content.toSorted((a, b) => Number(b.type === 'tool_result') - Number(a.type === 'tool_result')),
  }));
}

/** Maps the calls of tools that belong to a set to the name of the set, which their results repeat. */
function toolsetsOf(messages: readonly Message[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap(({ content }) =>
    partsOf(content).filter((part) => part.type === 'tool-call'),
  );
  return new Map(
    calls.flatMap(({ id, original }) => {
      const name = original?.toolset_name;
      return typeof name === 'string' ? [[id, name] as const] : [];
    }),
  );
}

function partsOf(content: Message['content']): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function blockOf(part: Part, toolsets: ReadonlyMap<string, string>): WireBlockParam[] {
  switch (part.type) {
    case 'text':
    case 'image':
      return contentBlock(part);
    case 'tool-call': {
      const { id, name, input, original } = part;
      return [original ? fromOriginal(original) : { type: 'tool_use', id, name, input }];
    }
    case 'reasoning':
      return [fromOriginal(part.original)];
    case 'tool-result': {
      const { id, parts, isError } = part;
      const toolset = toolsets.get(id);
      return [
        {
          ...{ type: 'tool_result', tool_use_id: id, content: parts.flatMap(contentBlock) },
          ...(toolset !== undefined && { toolset_name: toolset }),
          ...(isError && { is_error: true }),
        },
      ];
    }
  }
}

function contentBlock(part: Part): (WireText | WireImage)[] {
  if (part.type === 'image') {
    const { mediaType, data } = part;
    return [{ type: 'image' as const, source: { type: 'base64' as const, media_type: mediaType, data } }];
  }
  return textBlocks([part]);
}

/** The API takes no empty text. */
function textBlocks(parts: readonly Part[]): WireText[] {
  return parts.flatMap((part) =>
    part.type === 'text' && part.text.trim() !== '' ? [{ type: 'text' as const, text: part.text }] : [],
  );
}
