import type { JsonObject, Message, Part } from '@runwright/contract';

/** Messages as a person reads them, one block per message; images are named, not shown. */
export function promptText(messages: readonly Message[]): string {
  return messages.map(({ role, content }) => `## ${role}\n\n${textOf(content)}`).join('\n\n');
}

/** The text of a message or a reply; other parts are described. */
export function textOf(content: string | readonly Part[]): string {
  if (typeof content === 'string') return content;
  return content.map(partText).join('\n');
}

/** The texts of the messages changed, everything else as it was. */
export function mapTexts(messages: readonly Message[], change: (text: string) => string): readonly Message[] {
  const part = (value: Part): Part => {
    if (value.type === 'text') return { ...value, text: change(value.text) };
    return value.type === 'tool-result' ? { ...value, parts: value.parts.map(part) } : value;
  };
  return messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? change(content) : content.map(part),
  }));
}

/** Images taken out for a model that reads text only, with a note in place of each. */
export function withoutImages(messages: readonly Message[]): readonly Message[] {
  const part = (value: Part): Part => {
    if (value.type === 'image')
      return { type: 'text', text: '(An image stood here; this model reads text only.)' };
    return value.type === 'tool-result' ? { ...value, parts: value.parts.map(part) } : value;
  };
  return messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? content : content.map(part),
  }));
}

/** A wire body with image data shortened: the pictures are artifacts of their own. */
export function withoutImageData(body: JsonObject): unknown {
  return JSON.parse(
    JSON.stringify(body, (_key, value: unknown) =>
      typeof value === 'string' && isImageData(value)
        ? `(image, ${value.length} characters of base64)`
        : value,
    ),
  );
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
      return `(image, ${part.mediaType}, ${part.data.length} characters of base64)`;
    case 'tool-call':
      return `(call of ${part.name}: ${JSON.stringify(part.input)})`;
    case 'tool-result':
      return textOf(part.parts);
    case 'reasoning':
      return `(thoughts: ${part.text})`;
  }
}

function isImageData(text: string): boolean {
  return text.length > 1_000 && /^(data:image\/[a-z]+;base64,)?[A-Za-z0-9+/]+={0,2}$/.test(text);
}
