import type { PageView, VisibleElement } from '@runwright/contract';
import type { AgentAction } from '../agent-actions.ts';
import type { PagePoint } from './point-space.ts';

/** What the page reader knows of a screen that a model has seen. */
export interface FocusedScreen {
  readonly view: Pick<PageView, 'elements'>;
  /** Placeholder of the one-time code that the task waits for; null when there is none. */
  readonly oneTimeCode: string | null;
  /** True when everything in the focused field was selected just before, so that typing replaces it. */
  readonly isAllSelected: boolean;
}

/** Types into the element with the focus, so that the driver can check what kind of field it is and whose. */
export function typeInFocus(content: string, reason: string, screen: FocusedScreen): AgentAction | string {
  const field = screen.view.elements().findLast(({ flags }) => flags.includes('focused'));
  if (field === undefined) return 'Nothing on the page has the focus: click the field first, then type.';
  if (screen.oneTimeCode !== null && content.trim() === screen.oneTimeCode) {
    return { reason, action_type: 'verification_code', id: field.id, code: screen.oneTimeCode };
  }
  const submit = content.endsWith('\n');
  const text = submit ? content.slice(0, -1) : content;
  const clear = screen.isAllSelected;
  return { reason, action_type: 'input_text', id: field.id, text, clear, ...(submit ? { submit } : {}) };
}

/** Returns the smallest element around a point; null when there is none. */
export function smallestAt(elements: readonly VisibleElement[], { x, y }: PagePoint): VisibleElement | null {
  const around = elements.filter(
    ({ box }) => x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height,
  );
  const area = ({ box }: VisibleElement): number => box.width * box.height;
  return around.toSorted((a, b) => area(a) - area(b))[0] ?? null;
}
