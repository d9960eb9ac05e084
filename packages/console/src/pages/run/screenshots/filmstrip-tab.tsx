import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { inWords } from '../../../lib/format.ts';
import { artifactName } from '../artifacts/artifact-names.ts';
import { useRunView } from '../run-context.ts';
import { boxOf, type Shot } from './action-shots.ts';
import { MarkedScreenshot } from './marked-screenshot.tsx';

const frameWidth = 172;

interface Frame {
  readonly id: string;
  readonly label: string;
  readonly shot: Shot;
  /** Null for a picture that belongs to no action. */
  readonly actionId: string | null;
}

/** All screenshots of the run in a row, and the selected one in full size. */
export function FilmstripTab() {
  const { showNode } = useRunView();
  const frames = useFrames();
  const [chosen, setChosen] = useState<string | null>(null);
  const strip = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: frames.length,
    getScrollElement: () => strip.current,
    estimateSize: () => frameWidth,
    overscan: 3,
  });
  const at = Math.max(
    0,
    frames.findIndex(({ id }) => id === chosen),
  );
  const selected = frames[at];
  if (!selected)
    return (
      <EmptyState title="No screenshots">
        Each action in a browser leaves one. This run has executed none, or its artifacts were deleted.
      </EmptyState>
    );
  const go = (index: number): void => {
    const frame = frames[Math.max(0, Math.min(frames.length - 1, index))];
    if (!frame) return;
    setChosen(frame.id);
    virtualizer.scrollToIndex(frames.indexOf(frame));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -frames.length, End: frames.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(at + step);
  };
  return (
    <div className="filmstrip">
      <div
        ref={strip}
        className="strip"
        role="listbox"
        aria-label="Screenshots"
        aria-orientation="horizontal"
        aria-activedescendant={`shot-${selected.id}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className="strip-size" role="none" style={{ width: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const frame = frames[index];
            return frame ? (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys.
              <div
                key={frame.id}
                id={`shot-${frame.id}`}
                className="strip-frame"
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                aria-posinset={index + 1}
                aria-setsize={frames.length}
                style={{ transform: `translateX(${start}px)` }}
                onClick={() => setChosen(frame.id)}
              >
                <MarkedScreenshot
                  small
                  shot={{ ...frame.shot, caption: `${index + 1}. ${frame.label}` }}
                  alt=""
                />
              </div>
            ) : null;
          })}
        </div>
      </div>
      <div className="row">
        <Button small disabled={at === 0} onClick={() => go(at - 1)}>
          Previous
        </Button>
        <Button small disabled={at === frames.length - 1} onClick={() => go(at + 1)}>
          Next
        </Button>
        <span>
          {at + 1} of {frames.length}: {selected.label}
        </span>
        {selected.actionId === null ? null : (
          <Button small tone="quiet" onClick={() => showNode(selected.actionId ?? '')}>
            Show in the timeline
          </Button>
        )}
      </div>
      <MarkedScreenshot shot={selected.shot} alt={selected.label} />
    </div>
  );
}

/** Screenshots of the actions, oldest first, and of the ends of blocks. */
function useFrames(): readonly Frame[] {
  const { timeline, artifacts } = useRunView();
  return useMemo(() => {
    const times = new Map(artifacts.map(({ artifact_id: id, created_at: at }) => [id, at]));
    const ofActions = [...timeline.actions.values()].flatMap((action) => {
      const id = action.screenshot_artifact_id;
      if (id === null) return [];
      const { url_before: before, url_after: after, target } = Object(action.output);
      const name = String(Object(target).name ?? '');
      const box = before === after ? boxOf(action) : null;
      const label = `${inWords(action.action_type ?? 'action')}${name ? ` “${name}”` : ''}`;
      return [{ id, label, shot: { artifactId: id, box, caption: label }, actionId: action.action_id }];
    });
    const known = new Set(ofActions.map(({ id }) => id));
    const others = artifacts.flatMap(({ artifact_id: id, artifact_type: type }) =>
      known.has(id) || !['screenshot', 'screenshot_action', 'screenshot_final'].includes(type)
        ? []
        : [
            {
              id,
              label: artifactName({ artifact_type: type }),
              shot: { artifactId: id, box: null, caption: artifactName({ artifact_type: type }) },
              actionId: null,
            },
          ],
    );
    const timeOf = ({ id }: Frame): string => times.get(id) ?? '';
    return [...ofActions, ...others].sort((a, b) =>
      timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0,
    );
  }, [timeline, artifacts]);
}
