import type { Artifact, RunRecord } from '@runwright/client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useRunSteps } from '../../../api/model-calls.ts';
import { Button } from '../../../components/button.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { Time } from '../../../components/values.tsx';
import { serviceUrl } from '../../../lib/base-url.ts';
import { artifactName } from '../artifacts/artifact-names.ts';
import { ArtifactView } from '../artifacts/artifact-view.tsx';
import { useRunView } from '../run-context.ts';

/** Files that the run downloaded, and everything that it stored. */
export function FilesTab() {
  const { run, artifacts, timeline } = useRunView();
  const { data: steps } = useRunSteps(run.run_id);
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Artifact | null>(null);
  const files = run.downloaded_files ?? [];
  const blockOf = new Map([...timeline.blocks].map(([id, { label }]) => [id, label]));
  const stepOf = new Map(steps?.map(({ step_id: id, step_order: order }) => [id, `step ${order}`]));
  const placeOf = ({ workflow_run_block_id: block, step_id: step }: Artifact): string =>
    [blockOf.get(block ?? ''), stepOf.get(step ?? '')].filter(Boolean).join(', ');
  const wanted = search.trim().toLowerCase();
  const shown = artifacts.filter((artifact) =>
    `${artifactName(artifact)} ${placeOf(artifact)} ${artifact.artifact_id}`.toLowerCase().includes(wanted),
  );
  const columns: readonly Column<Artifact>[] = [
    {
      id: 'type',
      header: 'What it is',
      cell: (artifact) => (
        <Button tone="quiet" small onClick={() => setOpen(artifact)}>
          {artifactName(artifact)}
        </Button>
      ),
    },
    { id: 'place', header: 'Block and step', cell: placeOf },
    {
      id: 'id',
      header: 'Id',
      className: 'wide-only',
      cell: ({ artifact_id: id }) => <span className="mono">{id}</span>,
    },
    { id: 'at', header: 'Stored', cell: ({ created_at: at }) => <Time at={at} /> },
  ];
  return (
    <div className="stack">
      <section>
        <h2>Downloaded files</h2>
        {files.length === 0 ? (
          <p className="muted">The run downloaded no file.</p>
        ) : (
          <ul className="file-list">
            {files.map((file) => (
              <li key={file.url}>
                <a className="button small" href={ownAddress(file.url)} download={file.filename ?? true}>
                  <Download size={14} aria-hidden />
                  {file.filename ?? 'File without a name'}
                </a>
                <Time at={file.modified_at ?? null} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <div className="row section-head">
          <h2>Artifacts ({wanted === '' ? artifacts.length : `${shown.length} of ${artifacts.length}`})</h2>
          {artifacts.length === 0 ? null : (
            <input
              className="input narrow"
              type="search"
              aria-label="Filter artifacts"
              placeholder="Filter by name, block or step"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
        </div>
        {artifacts.length === 0 ? (
          <EmptyState title="Nothing stored">
            Screenshots, pages and model calls are stored as they happen.
          </EmptyState>
        ) : (
          <div className="output-table">
            <DataTable
              label="Artifacts"
              rows={shown}
              columns={columns}
              rowKey={({ artifact_id: id }) => id}
            />
          </div>
        )}
      </section>
      {open === null ? null : (
        <Dialog title={artifactName(open)} wide closesOutside onClose={() => setOpen(null)}>
          <ArtifactView artifact={open} />
          <div className="actions">
            <Button onClick={() => setOpen(null)}>Close</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** Signed links name the public address of the service; this page may have come by another one. */
function ownAddress(url: NonNullable<RunRecord['downloaded_files']>[number]['url']): string {
  const at = url.indexOf('/v1/');
  return at === -1 ? url : serviceUrl + url.slice(at);
}
