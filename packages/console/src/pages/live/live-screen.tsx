import type { LiveState } from '@runwright/client';
import { useEffect, useRef } from 'react';
import type { LiveInput } from '../../lib/live/protocol.ts';
import { usePictureInput } from './use-picture-input.ts';

/** Ratio of the picture before the first frame. */
const usual = { width: 1280, height: 800 };

/** The picture of the page, scaled to fit, and what a person does in it while they have control. */
export function LiveScreen({
  state,
  canvas,
  isShown,
  onInput,
  onLeave,
  onProblem,
}: {
  readonly state: LiveState | null;
  readonly canvas: (element: HTMLCanvasElement | null) => void;
  /** Whether a frame was painted. */
  readonly isShown: boolean;
  readonly onInput: (input: LiveInput) => void;
  readonly onLeave: () => void;
  readonly onProblem: (text: string) => void;
}) {
  const { width, height } = { width: state?.width ?? usual.width, height: state?.height ?? usual.height };
  const title = state?.title || state?.url || 'no title';
  return (
    <div className="live-screen" style={{ '--ratio': width / height } as React.CSSProperties}>
      {isShown ? null : <p className="no-picture muted">No picture yet</p>}
      <canvas
        ref={canvas}
        className={isShown ? '' : 'empty-canvas'}
        role="img"
        aria-label={isShown ? `Picture of the page: ${title}` : 'No picture of the page yet'}
      />
      {state?.control === 'you' ? (
        <PictureField page={{ width, height }} send={onInput} onLeave={onLeave} onProblem={onProblem} />
      ) : null}
    </div>
  );
}

/** Invisible text field over the picture. */
function PictureField(input: Parameters<typeof usePictureInput>[1]) {
  const field = useRef<HTMLTextAreaElement>(null);
  usePictureInput(field, input);
  // Control was just given: the person goes on in the picture.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <textarea
      ref={field}
      className="live-field"
      aria-label="The page in the picture: what you type goes there. F6 or Control+Shift+Escape leaves it."
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
