import type { Artifact } from '@runwright/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { artifactsOf, useArtifactContent, useObjectUrl } from '../../../api/artifacts.ts';
import { EmptyState, ErrorState, Loading } from '../../../components/states.tsx';
import { formatDuration, inWords } from '../../../lib/format.ts';
import { useRunView } from '../run-context.ts';

/** Videos of the run, each with jumps to the actions that it shows. */
export function RecordingTab() {
  const { artifacts, following } = useRunView();
  const recordings = artifactsOf(artifacts, 'recording');
  if (recordings.length === 0)
    return (
      <EmptyState title="No recording">
        {following === 'ended' ? (
          <>
            The run used no browser, or videos are switched off (<code>RUNWRIGHT_RECORD</code>). A video
            appears some seconds after the end of the run.
          </>
        ) : (
          'The video is stored when the browser of the run closes.'
        )}
      </EmptyState>
    );
  return (
    <div className="stack">
      {recordings.map((recording, index) => (
        <Recording key={recording.artifact_id} recording={recording} name={`Recording ${index + 1}`} />
      ))}
    </div>
  );
}

function Recording({ recording, name }: { readonly recording: Artifact; readonly name: string }) {
  const { timeline } = useRunView();
  const { data, error } = useArtifactContent(recording.artifact_id);
  const url = useObjectUrl(data);
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  const jumps = useMemo(() => {
    if (seconds === null) return [];
    // A video is stored when it ends.
    const beginsAt = Date.parse(recording.created_at) - seconds * 1000;
    return [...timeline.actions.values()].flatMap((action) => {
      const at = (Date.parse(action.created_at) - beginsAt) / 1000;
      return at < -1 || at > seconds ? [] : [{ id: action.action_id, at: Math.max(0, at), action }];
    });
  }, [timeline, recording, seconds]);
  // Until the first action has ended the page is blank.
  const beginAt = (jumps[1] ?? jumps[0])?.at;
  useEffect(() => {
    const element = video.current;
    if (!element || beginAt === undefined) return;
    const begin = (): void => {
      if (element.paused) element.currentTime = beginAt;
    };
    if (!element.seeking) return begin();
    element.addEventListener('seeked', begin, { once: true });
    return () => element.removeEventListener('seeked', begin);
  }, [beginAt]);
  if (error) return <ErrorState error={error} />;
  if (url === null) return <Loading label="Loading the recording…" />;
  const jump = (at: number): void => {
    if (!video.current) return;
    video.current.currentTime = at;
    video.current.focus();
  };
  return (
    <section className="recording">
      <video
        ref={video}
        src={url}
        controls
        muted
        aria-label={name}
        onLoadedMetadata={({ currentTarget: element }) => {
          if (Number.isFinite(element.duration)) return setSeconds(element.duration);
          // A video without a length tells it when it is asked for its end.
          element.ondurationchange = () => {
            if (!Number.isFinite(element.duration)) return;
            element.ondurationchange = null;
            element.currentTime = 0;
            setSeconds(element.duration);
          };
          element.currentTime = Number.MAX_SAFE_INTEGER;
        }}
      />
      <nav aria-label={`Actions in ${name}`}>
        <h2>Jump to an action</h2>
        {jumps.length === 0 ? <p className="muted">No action falls into this recording.</p> : null}
        <ol className="jumps">
          {jumps.map(({ id, at, action }) => (
            <li key={id}>
              <button type="button" className="button quiet small" onClick={() => jump(at)}>
                <span className="mono">{formatDuration(at * 1000)}</span>
                {inWords(action.action_type ?? 'action')}{' '}
                {String(Object(Object(action.output).target).name ?? '')}
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </section>
  );
}
