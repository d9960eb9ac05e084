import type { ActionContext } from '../action-context.ts';
import { type HitTest, hitTest, type OuterPoints, toOuterFrame } from '../in-page/hit-test.ts';
import type { Point } from '../port.ts';
import type { Target } from '../targets/target.ts';

/** A point of an element, in the viewport of the main frame. */
export interface FreePoint extends Point {
  readonly isFree: boolean;
  /** It has a box and no free point: where the cover lies, in the document of which frame, counted from the inside. */
  readonly covered: { readonly at: Point; readonly level: number } | null;
  readonly by: HitTest['by'];
  readonly box: HitTest['box'];
  readonly disabled: boolean;
  readonly focusable: boolean;
  readonly isGone: boolean;
  readonly isHidden: boolean;
  /** The point as the element's own document counts it. */
  readonly inner: readonly [number, number];
}

interface Candidate {
  readonly at: readonly [number, number];
  readonly inner: readonly [number, number];
  readonly covered: FreePoint['covered'];
}

/** Aims through every frame around the element: each of them has to show it at the point that is taken. */
export async function findPoint(
  context: ActionContext,
  target: Target,
  through: 'self' | 'label' = 'self',
): Promise<FreePoint> {
  const { x, y, state, points, by, box, disabled, focusable, isGone, isHidden } = await target.call(
    hitTest,
    through,
  );
  const rest = { by, disabled, focusable, isGone, isHidden } as const;
  if (state === 'none') return { ...rest, x, y, inner: [x, y], box, isFree: false, covered: null };
  let candidates: readonly Candidate[] =
    state === 'free'
      ? points.map((at) => ({ at, inner: at, covered: null }))
      : [{ at: [x, y], inner: [x, y], covered: { at: { x, y }, level: 0 } }];
  let corner: readonly [number, number] = [box.x, box.y];
  for (const [index, { frame, handle }] of target.found.around.entries()) {
    const source = `function (points) { return (${toOuterFrame})(this, points); }`;
    const inner = [...candidates.map(({ at }) => at), corner];
    const outer = pointsIn(await frame.call(handle, source, [inner], context.limits));
    candidates = candidates.map(({ covered, inner: own }, place) => {
      const [left, top, isFree] = outer[place] ?? [0, 0, false];
      const cover = isFree ? null : { at: { x: left, y: top }, level: index + 1 };
      return { at: [left, top], inner: own, covered: covered ?? cover };
    });
    corner = [outer.at(-1)?.[0] ?? 0, outer.at(-1)?.[1] ?? 0];
  }
  const best = candidates.find(({ covered }) => covered === null) ?? candidates[0];
  const [left, top] = best?.at ?? [0, 0];
  return {
    ...rest,
    ...{ x: left, y: top, isFree: best?.covered === null, covered: best?.covered ?? null },
    inner: best?.inner ?? [x, y],
    box: { ...box, x: corner[0], y: corner[1] },
  };
}

/** Resolves with true when the pointer at a target would press it; one that is gone was re-rendered there. */
export async function isStillFree(
  { limits }: ActionContext,
  target: Target,
  { inner }: FreePoint,
  through: 'self' | 'label',
): Promise<boolean> {
  const aim = await target.call(hitTest, through, inner).catch(() => null);
  if (aim === null || aim.isGone) return true;
  if (aim.state === 'covered') return false;
  let at = inner;
  for (const { frame, handle } of target.found.around) {
    const source = `function (points) { return (${toOuterFrame})(this, points); }`;
    const [outer] = pointsIn(await frame.call(handle, source, [[at]], limits));
    if (!outer?.[2]) return false;
    at = [outer[0], outer[1]];
  }
  return true;
}

/** The page's word in the shape that our own function gives it. */
function pointsIn(answer: unknown): OuterPoints {
  if (!Array.isArray(answer)) return [];
  return answer.map((point: unknown) => {
    const [x, y, isFree]: readonly unknown[] = Array.isArray(point) ? point : [];
    return [Number(x) || 0, Number(y) || 0, isFree === true] as const;
  });
}
