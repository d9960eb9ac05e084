import type { Json, JsonObject } from '@runwright/contract';
import { parseView, type View } from './parse-view.ts';

/** Message of a chat completion request. */
export interface WireMessage {
  readonly role: string;
  readonly content: unknown;
}

/** Members of a chat completion request that a script uses. */
export interface WireBody {
  readonly model: string;
  readonly messages: readonly WireMessage[];
  readonly response_format?: {
    readonly type?: string;
    readonly json_schema?: { readonly name?: string; readonly schema?: JsonObject };
  };
  readonly stream?: boolean;
}

/** Parsed model request for a script. */
export interface ScriptRequest {
  /** Name of the requested answer: `act`, `verify`, `extract`, …; `text` for free text. */
  readonly purpose: string;
  readonly goal: string;
  /** Data to extract beside or instead of the goal; empty when none. */
  readonly dataWanted: string;
  /** Values that the block was given. */
  readonly inputs: JsonObject;
  /** Schema of the data to extract; null elsewhere. */
  readonly schema: JsonObject | null;
  /** The page; empty when none was sent. */
  readonly view: View;
  /** Lines about what was done, the last step apart. */
  readonly history: string;
  /** Lines about the last step. */
  readonly result: string;
  /** Sections of the prompt by name, such as `claim`, `data`, `complete_when`. */
  readonly sections: Readonly<Record<string, string>>;
  /** Text of all messages. */
  readonly promptText: string;
}

/** Parses a request: the sections `<goal>…</goal>` and the delimited ones `[[page …]] … [[end …]]`. */
export function parseScriptRequest(body: WireBody): ScriptRequest {
  const texts = body.messages.map(({ content }) => contentText(content));
  const users = body.messages.flatMap(({ role }, index) => (role === 'user' ? [texts[index] ?? ''] : []));
  const last = users.findLast((text) => /\[\[page [0-9a-f]+\]\]/.test(text)) ?? users.at(-1) ?? '';
  const fenced = delimitedSections(last);
  // A value inside the goal belongs to what the goal says.
  const open = last.replace(boundaryPattern, (_all, name: string, _boundary, inner: string) =>
    name === 'value' ? inner : '',
  );
  const sections = { ...taggedSections(open), ...fenced };
  const trusted = texts.map((text) => text.replace(boundaryPattern, '')).join('\n');
  return {
    purpose:
      body.response_format?.json_schema?.name ??
      [...trusted.matchAll(/one JSON object of the shape `([a-z_]+)`/g)].at(-1)?.[1] ??
      'text',
    goal: sections.goal ?? '',
    dataWanted: sections.data_wanted ?? '',
    inputs: asObject(parseJson(sections.inputs ?? '')) ?? {},
    schema: asObject(parseJson(sections.schema ?? '')),
    view: parseView(sections.page ?? ''),
    history: sections.history ?? '',
    result: sections.result ?? '',
    sections,
    promptText: texts.join('\n'),
  };
}

/** All text of a message's content. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { readonly text?: unknown }) => (typeof part.text === 'string' ? part.text : ''))
    .join('\n\n');
}

const boundaryPattern = /\[\[([a-z]+) ([0-9a-f]{16,})\]\]\n([\s\S]*?)\n\[\[end \2\]\]/g;

function delimitedSections(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(boundaryPattern)].map(([, name = '', , inner = '']) => [name, inner]),
  );
}

function taggedSections(text: string): Record<string, string> {
  const tagged = text.matchAll(/<([a-z_]+)>\n([\s\S]*?)\n<\/\1>/g);
  return Object.fromEntries([...tagged].map(([, name = '', inner = '']) => [name, inner.trim()]));
}

function parseJson(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

function asObject(value: Json): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
