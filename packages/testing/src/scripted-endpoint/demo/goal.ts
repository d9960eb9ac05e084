import type { Json } from '@runwright/contract';
import { complete, extract } from '../actions.ts';
import type { ScriptRequest } from '../script-request.ts';

/** Which part of the portal a goal is about. */
export type Subject = 'contact' | 'orders' | 'catalog' | 'sign-in';

/** The subject of a goal; null when it is about none of the portal's pages. */
export function subjectOf({ goal, dataWanted }: ScriptRequest): Subject | null {
  const wish = `${goal}\n${dataWanted}`;
  if (/\bcontact (form|us|page)\b|\b(send|write|leave)\b.*\bmessage\b/is.test(goal)) return 'contact';
  if (/\borders?\b|\bPO-\d+/i.test(wish)) return 'orders';
  if (/\bcatalog(ue)?\b|\bproducts?\b|\bprices?\b|\barticles?\b/i.test(wish)) return 'catalog';
  if (/\b(sign|log)(ged|ging|ning)?[ -]?in\b/i.test(goal)) return 'sign-in';
  return null;
}

/** A value of the block's inputs by one of several names, as text. */
export function findInput({ inputs }: ScriptRequest, ...names: readonly RegExp[]): string | null {
  for (const pattern of names) {
    const [, value] = Object.entries(inputs).find(([name]) => pattern.test(name)) ?? [];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}

/** What stands in quotes after one of these words in the goal. */
export function quotedTextAfter({ goal }: ScriptRequest, words: string): string | null {
  return new RegExp(`\\b(?:${words})\\b[:=]?\\s*["'“”\`]([^"'“”\`]+)["'“”\`]`, 'i').exec(goal)?.[1] ?? null;
}

/** Whether the goal, or the block, wants data and not only a page. */
export function wantsData({ goal, dataWanted, result }: ScriptRequest): boolean {
  if (result.includes('reads no data')) return false;
  return dataWanted !== '' || /\b(list|extract|collect|read|report|which|what|tell)\b/i.test(goal);
}

/** Whether this page was read in the last step. */
export function wasJustExtracted({ result }: ScriptRequest): boolean {
  return /\bextract: \d+ items\b/.test(result);
}

/** The last move on the right page: read it when data is wanted without a fixed form, else say that it is done. */
export function finish(scene: ScriptRequest, summary: string): Json {
  const isReadAtTheEnd = scene.dataWanted !== '';
  if (wantsData(scene) && !isReadAtTheEnd && !wasJustExtracted(scene)) return extract(scene.goal);
  return complete(summary);
}
