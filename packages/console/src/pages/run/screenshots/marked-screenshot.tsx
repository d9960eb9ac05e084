import { useState } from 'react';
import { useArtifactContent, useObjectUrl } from '../../../api/artifacts.ts';
import { Loading } from '../../../components/states.tsx';
import type { Shot } from './action-shots.ts';

/** Screenshot with the element that was acted on outlined. It is read when it is rendered, so lists render only what is seen. */
export function MarkedScreenshot({ shot, alt }: { readonly shot: Shot; readonly alt: string }) {
  const { data, error } = useArtifactContent(shot.artifactId);
  const url = useObjectUrl(data);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  if (error) return <p className="muted">This picture is no longer stored.</p>;
  return (
    <figure className="shot">
      <div className="shot-frame">
        {url ? (
          <img
            src={url}
            alt={alt}
            decoding="async"
            onLoad={({ currentTarget: image }) =>
              setSize({ width: image.naturalWidth, height: image.naturalHeight })
            }
          />
        ) : (
          <Loading label="Loading picture…" />
        )}
        {size && shot.box ? (
          <svg className="shot-mark" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
            <rect
              x={shot.box.x - 3}
              y={shot.box.y - 3}
              width={shot.box.width + 6}
              height={shot.box.height + 6}
              rx="4"
            />
          </svg>
        ) : null}
      </div>
      <figcaption>{shot.caption}</figcaption>
    </figure>
  );
}
