import type { Json, JsonObject } from '@runwright/contract';
import { complete, extract } from '../actions.ts';
import type { ScriptRequest } from '../script-request.ts';

/** Part of the demo portal that a goal is about. */
export type Subject = 'contact' | 'orders' | 'catalog' | 'sign-in';

/** Returns the subject of a goal; null when it matches none of the portal's pages. */
export function subjectOf({ goal, dataWanted }: ScriptRequest): Subject | null {
  const wish = `${goal}\n${dataWanted}`;
  if (/\bcontact (form|us|page)\b|\b(send|write|leave)\b.*\bmessage\b/is.test(goal)) return 'contact';
  if (/\borders?\b|\bPO-\d+/i.test(wish)) return 'orders';
  if (/\bcatalog(ue)?\b|\bproducts?\b|\bprices?\b|\barticles?\b/i.test(wish)) return 'catalog';
  if (/\b(sign|log)(ged|ging|ning)?[ -]?in\b/i.test(goal)) return 'sign-in';
  return null;
}

/** Returns the first input value whose name matches a pattern, as text; also a member of an input, such as the password of a credential. */
export function findInput({ inputs }: ScriptRequest, ...names: readonly RegExp[]): string | null {
  const values = listTexts(inputs);
  for (const pattern of names) {
    const [, text] = values.find(([name]) => pattern.test(name)) ?? [];
    if (text !== undefined) return text;
  }
  return null;
}

function listTexts(inputs: JsonObject): readonly (readonly [name: string, text: string])[] {
  return Object.entries(inputs).flatMap(([name, value]): ReturnType<typeof listTexts> => {
    if (typeof value === 'string' || typeof value === 'number') return [[name, String(value)]];
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? listTexts(value as JsonObject) : [];
  });
}

/** Returns the quoted text after one of these words in the goal. */
export function quotedTextAfter({ goal }: ScriptRequest, words: string): string | null {
  const found = new RegExp(`\\b(?:${words})\\b[:=]?\\s*["'“”\`]([^"'“”\`]+)["'“”\`]`, 'i').exec(goal)?.[1];
  // Longer values stand on lines of their own in prompts.
  return found?.trim() ?? null;
}

/** Returns whether the goal or block requests data. */
export function wantsData({ goal, dataWanted, result }: ScriptRequest): boolean {
  if (result.includes('reads no data')) return false;
  return dataWanted !== '' || /\b(list|extract|collect|read|report|which|what|tell)\b/i.test(goal);
}

/** Returns whether the last step extracted data from this page. */
export function wasJustExtracted({ result }: ScriptRequest): boolean {
  return /\bextract\b.*: \d+ items?\b/.test(result);
}

/** Returns the last action on the right page: `extract` when data is requested without a schema, else `complete`. */
export function finish(scene: ScriptRequest, summary: string): Json {
  const isReadAtTheEnd = scene.dataWanted !== '';
  if (wantsData(scene) && !isReadAtTheEnd && !wasJustExtracted(scene)) return extract(scene.goal);
  return complete(summary);
}
