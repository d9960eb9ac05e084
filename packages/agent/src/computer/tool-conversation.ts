import type { ConversationTurn, ConverseRequest, Message, Part } from '@runwright/contract';

/** Conversation with a model over the steps of a task. */
export interface ToolConversation {
  /** Returns whether the model has answered before. */
  isBegun(): boolean;
  /** Returns what a request with these new messages sends. */
  toRequest(messages: readonly Message[]): Pick<ConverseRequest, 'messages' | 'previous' | 'previousTokens'>;
  /** Takes over the messages of a request, and its answer. */
  add(messages: readonly Message[], turn: ConversationTurn): void;
}

/** Returns a conversation that the provider keeps: each request names it and sends only what is new. */
export function providerConversation(): ToolConversation {
  let last: ConversationTurn | null = null;
  return {
    isBegun: () => last !== null,
    toRequest: (messages) => ({
      messages,
      ...(last?.handle && {
        previous: last.handle,
        previousTokens: last.usage.input + last.usage.output,
      }),
    }),
    add(_messages, turn) {
      last = turn;
    },
  };
}

/** Newest images that each request of an {@link ownConversation} sends; of older ones a line of text remains. */
const imagesKept = 10;

/** Returns a conversation for a provider that keeps none: each request sends all of it, but not the oldest images. */
export function ownConversation(): ToolConversation {
  const history: Message[] = [];
  return {
    isBegun: () => history.length > 0,
    toRequest: (messages) => ({ messages: withNewestImages([...history, ...messages]) }),
    add(messages, { parts }) {
      history.push(...messages, { role: 'assistant', content: parts });
    },
  };
}

function withNewestImages(messages: readonly Message[]): readonly Message[] {
  let surplus = messages.reduce((sum, { content }) => sum + imagesIn(content), 0) - imagesKept;
  const shorten = (part: Part): Part => {
    if (part.type === 'tool-result') return { ...part, parts: part.parts.map(shorten) };
    if (part.type !== 'image' || surplus <= 0) return part;
    surplus -= 1;
    return { type: 'text', text: '(an older screenshot is left out)' };
  };
  return messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? content : content.map(shorten),
  }));
}

function imagesIn(content: Message['content']): number {
  if (typeof content === 'string') return 0;
  return content.reduce((sum, part) => {
    if (part.type === 'tool-result') return sum + imagesIn(part.parts);
    return sum + (part.type === 'image' ? 1 : 0);
  }, 0);
}
