import type { Artifact } from '@runwright/client';
import { useMemo, useState } from 'react';
import { artifactsOf, useArtifactText } from '../../../api/artifacts.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState, ErrorState, Loading } from '../../../components/states.tsx';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import { useRunView } from '../run-context.ts';
import { type ConsoleLine, consoleLines, type HarRequest, harRequests } from './har.ts';

/** Requests and console of the browsers that the run used. */
export function BrowserTab() {
  const { artifacts, following } = useRunView();
  const [search, setSearch] = useState('');
  const archives = artifactsOf(artifacts, 'har');
  const logs = artifactsOf(artifacts, 'browser_console_log');
  if (archives.length === 0 && logs.length === 0)
    return (
      <EmptyState title="No requests and no console">
        {following === 'ended' ? (
          <>
            The run used no browser, or these recordings are switched off (<code>RUNWRIGHT_RECORD</code>).
            They appear some seconds after the end of the run.
          </>
        ) : (
          'They are stored when a browser of the run closes.'
        )}
      </EmptyState>
    );
  return (
    <div className="stack">
      <input
        className="input narrow"
        type="search"
        aria-label="Filter requests and lines"
        placeholder="Filter by text"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {archives.map((archive) => (
        <Requests key={archive.artifact_id} archive={archive} search={search.toLowerCase()} />
      ))}
      {logs.map((log) => (
        <Lines key={log.artifact_id} log={log} search={search.toLowerCase()} />
      ))}
    </div>
  );
}

const requestColumns: readonly Column<HarRequest>[] = [
  { id: 'method', header: 'Method', cell: ({ method }) => method },
  { id: 'status', header: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    id: 'url',
    header: 'Address',
    className: 'main-cell',
    cell: ({ url }) => (
      <div className="truncate" title={url}>
        {url}
      </div>
    ),
  },
  { id: 'type', header: 'Type', className: 'wide-only', cell: ({ type }) => type },
  { id: 'size', header: 'Size', className: 'number wide-only', cell: ({ bytes }) => formatBytes(bytes) },
  { id: 'time', header: 'Time', className: 'number', cell: ({ durationMs }) => formatDuration(durationMs) },
];

const lineColumns: readonly Column<ConsoleLine>[] = [
  {
    id: 'at',
    header: 'Time',
    className: 'wide-only',
    cell: ({ at }) => <span className="mono">{at.slice(11, 23)}</span>,
  },
  { id: 'level', header: 'Level', cell: ({ level }) => <Level level={level} /> },
  {
    id: 'text',
    header: 'Text',
    className: 'main-cell',
    cell: ({ text }) => (
      <div className="truncate mono" title={text}>
        {text}
      </div>
    ),
  },
];

function Requests({ archive, search }: { readonly archive: Artifact; readonly search: string }) {
  const { data, error } = useArtifactText(archive.artifact_id);
  const requests = useMemo(() => (data === undefined ? [] : harRequests(data)), [data]);
  if (error) return <ErrorState error={error} />;
  if (data === undefined) return <Loading label="Loading requests…" />;
  const shown = requests.filter(({ url, method, type }) =>
    `${method} ${url} ${type}`.toLowerCase().includes(search),
  );
  return (
    <section>
      <h2>
        Requests ({shown.length} of {requests.length})
      </h2>
      <div className="output-table">
        <DataTable label="Requests" rows={shown} columns={requestColumns} rowKey={({ id }) => id} />
      </div>
    </section>
  );
}

function Lines({ log, search }: { readonly log: Artifact; readonly search: string }) {
  const { data, error } = useArtifactText(log.artifact_id);
  const lines = useMemo(() => (data === undefined ? [] : consoleLines(data)), [data]);
  if (error) return <ErrorState error={error} />;
  if (data === undefined) return <Loading label="Loading the console…" />;
  const shown = lines.filter(({ text, level }) => `${level} ${text}`.toLowerCase().includes(search));
  return (
    <section>
      <h2>
        Console ({shown.length} of {lines.length})
      </h2>
      <div className="output-table">
        <DataTable label="Console" rows={shown} columns={lineColumns} rowKey={({ id }) => id} />
      </div>
    </section>
  );
}

function Status({ status }: { readonly status: number | null }) {
  const tone = status === null || status >= 400 ? 'bad' : 'plain';
  return (
    <span className="badge" data-tone={tone}>
      {status ?? 'none'}
    </span>
  );
}

function Level({ level }: { readonly level: string }) {
  const tone = /error|uncaught/.test(level) ? 'bad' : level === 'warning' ? 'warn' : 'plain';
  return level === '' ? null : (
    <span className="badge" data-tone={tone}>
      {level}
    </span>
  );
}
