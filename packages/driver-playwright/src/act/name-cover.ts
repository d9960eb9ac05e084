import type { FrameChannel, PageHandle } from '@runwright/page-reader';
import { elementAt } from '../in-page/aim.ts';
import { type CoverFacts, coverFacts, outward } from '../in-page/cover.ts';
import type { FreePoint } from './find-point.ts';
import type { Hands, Target } from './hands.ts';

/** So far out from the cover an element with an id is looked for. */
const farthest = 6;

/** What lies over a target: called by its id when the view has one, else by what it says of itself. */
export async function nameCover(
  hands: Hands,
  target: Target,
  { at, level }: NonNullable<FreePoint['covered']>,
): Promise<CoverFacts> {
  const { limits } = hands;
  const unknown: CoverFacts = { isFleeting: false, called: 'another layer of the page' };
  const place = level === 0 ? target.found : target.found.around[level - 1];
  if (!place) return unknown;
  const { frame, handle } = place;
  const source = `function (x, y) { return (${elementAt})(this, x, y); }`;
  const cover = await frame.callForHandle(handle, source, [at.x, at.y], limits).catch(() => null);
  if (!cover) return unknown;
  const answer = await frame
    .call(cover, `function () { return (${coverFacts})(this); }`, [], limits)
    .catch(() => null);
  const { isFleeting, called } = factsIn(answer);
  return { isFleeting, called: (await listedAround(hands, frame, cover, target.about.id)) ?? called };
}

async function listedAround(
  { tab: { reader }, limits }: Hands,
  frame: FrameChannel,
  cover: PageHandle,
  targetId: string,
): Promise<string | null> {
  let current: PageHandle | null = cover;
  for (let depth = 0; current && depth < farthest; depth += 1) {
    const id = await reader.idOf(frame, current, limits).catch(() => null);
    const seen = id === null || id === targetId ? undefined : reader.lastSeen(id);
    if (seen) return `${seen.kind} "${seen.name}" (${seen.id})`;
    const source = `function () { return (${outward})(this); }`;
    current = await frame.callForHandle(current, source, [], limits).catch(() => null);
  }
  return null;
}

function factsIn(answer: unknown): CoverFacts {
  const { isFleeting, called }: { isFleeting?: unknown; called?: unknown } =
    typeof answer === 'object' && answer !== null ? answer : {};
  return {
    isFleeting: isFleeting === true,
    called: typeof called === 'string' ? called : 'another layer of the page',
  };
}
