import type { Artifact } from '@runwright/client';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useArtifactContent, useArtifactText, useObjectUrl } from '../../../api/artifacts.ts';
import { Button } from '../../../components/button.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { ErrorState, Loading } from '../../../components/states.tsx';
import { saveFile } from '../../../lib/file-download.ts';
import { formatBytes } from '../../../lib/format.ts';
import { MarkedScreenshot } from '../screenshots/marked-screenshot.tsx';

/** Characters of a text that are shown; all of it can be downloaded. */
const maxShown = 200_000;

/** Content of an artifact. What could run scripts is shown in a frame in which nothing runs. */
export function ArtifactView({ artifact }: { readonly artifact: Artifact }) {
  return (
    <div className="stack">
      <ArtifactDownload artifact={artifact} />
      <Content artifact={artifact} />
    </div>
  );
}

/** Button that saves the content of an artifact as a file. */
export function ArtifactDownload({ artifact }: { readonly artifact: Artifact }) {
  const { data, error, isPending } = useArtifactContent(artifact.artifact_id);
  if (error) return <ErrorState error={error} />;
  return (
    <div className="row">
      <Button
        small
        icon={<Download size={14} aria-hidden />}
        disabled={isPending}
        onClick={() => {
          if (data) void save(artifact, data);
        }}
      >
        Download
      </Button>
      <span className="muted">{data ? formatBytes(data.size) : ''}</span>
    </div>
  );
}

async function save(artifact: Artifact, content: Blob): Promise<void> {
  const [first] = new Uint8Array(await content.slice(0, 1).arrayBuffer());
  saveFile(content, `${artifact.artifact_type}-${artifact.artifact_id}${endOf(artifact, first)}`);
}

function Content({ artifact }: { readonly artifact: Artifact }) {
  const { artifact_type: type, artifact_id: id } = artifact;
  if (type.startsWith('screenshot'))
    return <MarkedScreenshot shot={{ artifactId: id, box: null, caption: '' }} alt={type} />;
  if (type.startsWith('html')) return <HtmlFrame artifactId={id} />;
  if (type === 'recording' || type === 'trace' || type === 'pdf')
    return <p className="muted">Download it, or open the tab that shows it.</p>;
  return <TextContent artifactId={id} name={type} />;
}

function TextContent({ artifactId, name }: { readonly artifactId: string; readonly name: string }) {
  const { data, error } = useArtifactText(artifactId);
  if (error) return <ErrorState error={error} />;
  if (data === undefined) return <Loading />;
  return <CodeBlock label={name} text={data.slice(0, maxShown)} />;
}

/** The sandbox has no permission: no script, no form, no navigation of the page, an origin of its own. */
function HtmlFrame({ artifactId }: { readonly artifactId: string }) {
  const { data, error } = useArtifactText(artifactId);
  const page = useMemo(
    () => (data === undefined ? undefined : new Blob([data], { type: 'text/html' })),
    [data],
  );
  const url = useObjectUrl(page);
  if (error) return <ErrorState error={error} />;
  if (url === null) return <Loading />;
  return <iframe className="html-frame" sandbox="" src={url} title="Page that was stored" />;
}

/** @param first first byte of the content: pictures are PNG, JPEG or WebP */
function endOf({ artifact_type: type }: Artifact, first: number | undefined): string {
  if (type.startsWith('screenshot')) return first === 0xff ? '.jpg' : first === 0x52 ? '.webp' : '.png';
  if (type.startsWith('html')) return '.html';
  if (type === 'recording') return '.webm';
  if (type === 'trace') return '.zip';
  if (type === 'pdf') return '.pdf';
  return type === 'browser_console_log' || type === 'llm_prompt' ? '.txt' : '.json';
}
