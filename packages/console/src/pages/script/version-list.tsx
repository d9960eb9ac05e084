import type { ScriptVersion } from '@runwright/client';
import { Link } from '@tanstack/react-router';
import { Button } from '../../components/button.tsx';
import { LinkedId } from '../../components/linked-id.tsx';
import { Time } from '../../components/values.tsx';

const origins: Readonly<Record<ScriptVersion['origin'], string>> = {
  created: 'Created',
  deployed: 'Deployed',
  healed: 'Healed',
  learned: 'Learned',
};
const tones: Readonly<Partial<Record<ScriptVersion['origin'], string>>> = { healed: 'warn', learned: 'busy' };

/** Versions of a script with what has made each, the highest first. */
export function VersionList({
  scriptId,
  versions,
  shown,
  onMore,
}: {
  readonly scriptId: string;
  readonly versions: readonly ScriptVersion[];
  /** Reads older versions; null when there are none. */
  readonly onMore: (() => void) | null;
  /** Number of the version that is shown. */
  readonly shown: number;
}) {
  return (
    <nav className="versions" aria-label="Versions">
      <ol>
        {versions.map(({ version, origin, created_at: at, run_id: runId }) => (
          <li key={version}>
            <Link
              to="/scripts/$scriptId"
              params={{ scriptId }}
              search={{ version }}
              aria-current={version === shown ? 'true' : undefined}
              activeProps={{}}
            >
              <span>Version {version}</span>
              <span className="badge" data-tone={tones[origin]}>
                {origins[origin]}
              </span>
            </Link>
            <span className="muted">
              <Time at={at} />
              {runId === null ? null : (
                <>
                  {', '}
                  <LinkedId section="/runs" id={runId}>
                    from a run
                  </LinkedId>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      {onMore ? (
        <Button small tone="quiet" onClick={onMore}>
          Show older versions
        </Button>
      ) : null}
    </nav>
  );
}
