import type { TargetMatch } from '@runwright/contract';
import { parseTargetMatches } from '../element-identity.ts';
import type { RawTarget, SeenTexts } from '../in-page/identity/target-search.ts';
import type { CallLimits } from '../page-channel.ts';
import type { FrameReader } from './frame-reader.ts';

type Mask = (text: string) => string;

/**
 * Finds the elements of a frame that may be the one of an earlier page. Its texts are compared as `mask` returns them: else whoever
 * names the texts of a target could read a secret, by trying which of them are there. Null: they are compared as they are.
 */
export async function matchTargets(
  reader: Pick<FrameReader, 'letter' | 'callReader'>,
  target: RawTarget,
  mask: Mask | null,
  limits: CallLimits,
): Promise<readonly TargetMatch[]> {
  const request = mask ? await maskTarget(reader, target, mask, limits) : { ...target, seen: null };
  return parseTargetMatches(await reader.callReader('findTargets', request, limits), reader.letter);
}

async function maskTarget(
  reader: Pick<FrameReader, 'callReader'>,
  target: RawTarget,
  mask: Mask,
  limits: CallLimits,
): Promise<RawTarget & { readonly seen: SeenTexts }> {
  const answer: unknown = JSON.parse(String(await reader.callReader('targetTexts', target, limits)));
  const texts = Array.isArray(answer) ? answer.map(String) : [];
  const masked = texts.flatMap((text, index): SeenTexts['masked'] => {
    const shown = mask(text);
    return shown === text ? [] : [[index, shown]];
  });
  // In their places: matches name selectors by their index.
  const selectors = target.selectors.map((selector) => (tellsSecret(selector, mask) ? '' : selector));
  return { ...target, selectors, seen: { texts, masked } };
}

/**
 * Returns whether a selector can tell a secret of the page, which compares it with its own texts. Whole values tell nothing unless a
 * secret stands in them, which escapes could hide. Parts of values do, and XPath that is more than a path.
 */
function tellsSecret(selector: string, mask: Mask): boolean {
  if (selector.startsWith('role=')) return false;
  if (mask(selector) !== selector) return true;
  if (selector.startsWith('/')) return !absolutePath.test(selector);
  return selector.includes('\\') || selector.replaceAll(wholeAttribute, '').includes('[');
}

const absolutePath = /^(\/(\w+|\*\[local-name\(\)="[^"]*"\])(\[\d+\])?)+$/;
const wholeAttribute = /\[[\w-]+(=("[^"]*"|'[^']*'|[\w-]+))?\]/g;
