import type { FrameChannel, PageHandle } from '@runwright/page-reader';
import type { ActionContext } from '../action-context.ts';
import { elementAt } from '../in-page/hit-test.ts';
import { composedParent, type Occluder, readOccluder } from '../in-page/occluder.ts';
import type { Target } from '../targets/target.ts';
import type { FreePoint } from './find-point.ts';

/** So far out from the cover an element with an id is looked for. */
const farthest = 6;

/** Describes the element that covers a target: by its id when the view has one, else by its own name. */
export async function describeOccluder(
  context: ActionContext,
  target: Target,
  { at, level }: NonNullable<FreePoint['covered']>,
): Promise<Occluder> {
  const { limits } = context;
  const unknown: Occluder = { closesOnEscape: false, called: 'another layer of the page' };
  const place = level === 0 ? target.found : target.found.around[level - 1];
  if (!place) return unknown;
  const { frame, handle } = place;
  const source = `function (x, y) { return (${elementAt})(this, x, y); }`;
  const cover = await frame.callForHandle(handle, source, [at.x, at.y], limits).catch(() => null);
  if (!cover) return unknown;
  const answer = await frame
    .call(cover, `function () { return (${readOccluder})(this); }`, [], limits)
    .catch(() => null);
  const { closesOnEscape, called } = factsIn(answer);
  return {
    closesOnEscape,
    called: (await describeListedAncestor(context, frame, cover, target.about.id)) ?? called,
  };
}

async function describeListedAncestor(
  { tab: { reader }, limits }: ActionContext,
  frame: FrameChannel,
  cover: PageHandle,
  targetId: string,
): Promise<string | null> {
  let current: PageHandle | null = cover;
  for (let depth = 0; current && depth < farthest; depth += 1) {
    const id = await reader.idOf(frame, current, limits).catch(() => null);
    const seen = id === null || id === targetId ? undefined : reader.lastSeen(id);
    if (seen) return `${seen.kind} "${seen.name}" (${seen.id})`;
    const source = `function () { return (${composedParent})(this); }`;
    current = await frame.callForHandle(current, source, [], limits).catch(() => null);
  }
  return null;
}

function factsIn(answer: unknown): Occluder {
  const { closesOnEscape, called }: { closesOnEscape?: unknown; called?: unknown } =
    typeof answer === 'object' && answer !== null ? answer : {};
  return {
    closesOnEscape: closesOnEscape === true,
    called: typeof called === 'string' ? called : 'another layer of the page',
  };
}
