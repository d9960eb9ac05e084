import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { useArtifactContent, useObjectUrl } from '../../../api/artifacts.ts';
import { IconButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Loading } from '../../../components/states.tsx';
import type { Shot } from './action-shots.ts';

/**
 * Screenshot with the element that was acted on outlined, and a button that shows it in full size. It is read when it is rendered,
 * so lists render only what is seen. `small`: a picture to choose from, without the button.
 */
export function MarkedScreenshot({
  shot,
  alt,
  small = false,
}: {
  readonly shot: Shot;
  readonly alt: string;
  readonly small?: boolean;
}) {
  const { data, error } = useArtifactContent(shot.artifactId);
  const url = useObjectUrl(data);
  const [isLarge, setLarge] = useState(false);
  if (error) return <p className="muted">This picture is no longer stored.</p>;
  return (
    <figure className="shot">
      {url ? (
        <Picture url={url} shot={shot} alt={alt} />
      ) : (
        <div className="shot-frame">
          <Loading label="Loading picture…" />
        </div>
      )}
      {url && !small ? (
        <IconButton
          small
          label="Show in full size"
          icon={<Maximize2 size={16} aria-hidden />}
          onClick={() => setLarge(true)}
        />
      ) : null}
      <figcaption>{shot.caption}</figcaption>
      {url && isLarge ? (
        <Dialog title={shot.caption || 'Screenshot'} wide closesOutside onClose={() => setLarge(false)}>
          {/* What scrolls has to be reachable by keyboard. */}
          <section className="shot-full" aria-label="Picture in full size" tabIndex={0}>
            <Picture url={url} shot={shot} alt={alt} showsMark />
          </section>
          <div className="actions">
            <button type="button" className="button" onClick={() => setLarge(false)}>
              Close
            </button>
          </div>
        </Dialog>
      ) : null}
    </figure>
  );
}

// The same function each time, so that it is called once and not after each change of the run.
function scrollTo(mark: SVGElement | null): void {
  mark?.scrollIntoView({ block: 'center', inline: 'center' });
}

/** `showsMark`: what scrolls around the picture begins at its mark. */
function Picture({
  url,
  shot,
  alt,
  showsMark = false,
}: {
  readonly url: string;
  readonly shot: Shot;
  readonly alt: string;
  readonly showsMark?: boolean;
}) {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  return (
    <div className="shot-frame">
      <img
        src={url}
        alt={alt}
        decoding="async"
        onLoad={({ currentTarget: image }) =>
          setSize({ width: image.naturalWidth, height: image.naturalHeight })
        }
      />
      {size && shot.box ? (
        <svg className="shot-mark" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
          <rect
            ref={showsMark ? scrollTo : null}
            x={shot.box.x - 3}
            y={shot.box.y - 3}
            width={shot.box.width + 6}
            height={shot.box.height + 6}
            rx="4"
          />
        </svg>
      ) : null}
    </div>
  );
}
