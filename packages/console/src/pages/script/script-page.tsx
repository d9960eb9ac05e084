import { getRouteApi, Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useScriptFiles, useScriptVersions } from '../../api/scripts.ts';
import { Button } from '../../components/button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState, Loading } from '../../components/states.tsx';
import { readFile } from '../../lib/script-files.ts';
import { FileTabs } from './file-tabs.tsx';
import { ScriptEditor } from './script-editor.tsx';
import { ScriptFacts } from './script-facts.tsx';
import './script-page.css';
import type { ScriptSearch } from './script-search.ts';
import { VersionList } from './version-list.tsx';

const route = getRouteApi('/scripts/$scriptId');

/** A script: its versions, what has made each, and its files, which can be deployed anew. */
export function ScriptPage() {
  const { scriptId } = route.useParams();
  const search: ScriptSearch = route.useSearch();
  const navigate = route.useNavigate();
  const [isEditing, setEditing] = useState(false);
  const versions = useScriptVersions(scriptId);
  const latest = versions.data?.[0]?.version;
  const shown = search.version ?? latest;
  const read = useScriptFiles(scriptId, shown);
  const files = useMemo(() => read.data?.map(readFile), [read.data]);
  const error = versions.error ?? read.error;
  return (
    <>
      <PageHeader
        title="Script"
        actions={
          isEditing || !files ? null : (
            <Button tone="primary" icon={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
              Edit version {shown}
            </Button>
          )
        }
      >
        <p>
          <Link to="/scripts">All scripts</Link>
        </p>
      </PageHeader>
      {error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([versions.refetch(), read.refetch()])} />
      ) : null}
      {!error && !files ? <Loading label="Loading the script…" /> : null}
      {versions.data ? <ScriptFacts scriptId={scriptId} /> : null}
      {versions.data && files && shown !== undefined ? (
        <div className={isEditing ? undefined : 'script'}>
          {isEditing ? null : (
            <VersionList
              scriptId={scriptId}
              versions={versions.data}
              shown={shown}
              onMore={versions.hasNextPage ? () => void versions.fetchNextPage() : null}
            />
          )}
          <section className="stack script-files" aria-label={`Files of version ${shown}`}>
            {isEditing ? (
              <ScriptEditor
                scriptId={scriptId}
                files={files}
                onDeployed={() => {
                  setEditing(false);
                  void navigate({ search: {}, replace: true });
                }}
                onDiscard={() => setEditing(false)}
              />
            ) : (
              <FileTabs
                files={files}
                selected={
                  files.some(({ path }) => path === search.file)
                    ? (search.file ?? '')
                    : (files[0]?.path ?? '')
                }
                onSelect={(file) => void navigate({ search: { ...search, file }, replace: true })}
              />
            )}
          </section>
        </div>
      ) : null}
    </>
  );
}
