import type { Artifact } from '@runwright/client';
import type { TimelineAction, TimelineData } from '../timeline/timeline-data.ts';

/** Position of an element in CSS pixels of the viewport. */
export interface ShotBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Screenshot, with the element that was acted on where it shows that. */
export interface Shot {
  readonly artifactId: string;
  readonly box: ShotBox | null;
  readonly caption: string;
}

/** Pictures of an action. */
export interface ActionShots {
  /** The page with the element marked. */
  readonly marked: Shot | null;
  /** The page that the action led to; null when it stayed on its page. */
  readonly after: Shot | null;
  /** Artifact of the elements that the model saw; null when the action had none. */
  readonly elements: string | null;
}

/**
 * Finds the pictures of an action. Its own screenshot was taken after it, so an action that left the page is marked in the
 * screenshot before.
 */
export function actionShots(
  action: TimelineAction,
  { actions }: TimelineData,
  artifacts: readonly Artifact[],
): ActionShots {
  const own = action.screenshot_artifact_id;
  const { url_before: before, url_after: after } = Object(action.output) as Readonly<Record<string, unknown>>;
  const box = boxOf(action);
  const elements =
    artifacts.findLast(
      ({ artifact_type: type, step_id: step }) =>
        step !== null && step === action.step_id && type === 'visible_elements_tree_in_prompt',
    ) ??
    artifacts.findLast(
      ({ artifact_type: type, step_id: step }) =>
        step !== null && step === action.step_id && type.startsWith('visible_elements_tree'),
    );
  const found = { elements: elements?.artifact_id ?? null };
  if (own === null) return { ...found, marked: null, after: null };
  if (box === null || before === after)
    return { ...found, marked: { artifactId: own, box, caption: 'After the action' }, after: null };
  const earlier = [...actions.values()]
    .filter(({ created_at: at, screenshot_artifact_id: id }) => id !== null && at < action.created_at)
    .at(-1)?.screenshot_artifact_id;
  const last = { artifactId: own, box: null, caption: 'After the action' };
  if (!earlier) return { ...found, marked: last, after: null };
  return { ...found, marked: { artifactId: earlier, box, caption: 'Before the action' }, after: last };
}

/** Returns where the element of an action was; null for an action without one. */
export function boxOf(action: Pick<TimelineAction, 'output'>): ShotBox | null {
  const box = Object(Object(Object(action.output).target).box) as Partial<ShotBox>;
  const { x, y, width, height } = box;
  if (
    typeof x !== 'number' ||
    typeof y !== 'number' ||
    typeof width !== 'number' ||
    typeof height !== 'number'
  )
    return null;
  return { x, y, width, height };
}
