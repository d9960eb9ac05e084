import { useEffect, useRef } from 'react';
import { useArtifactText } from '../../../api/artifacts.ts';
import { ErrorState, Loading } from '../../../components/states.tsx';
import { indentJson } from '../../../lib/indent-json.ts';

/** The page as the model saw it: its elements as text, the line of one element marked. */
export function ElementView({
  artifactId,
  elementId,
}: {
  readonly artifactId: string;
  readonly elementId: string | null;
}) {
  const { data, error } = useArtifactText(artifactId);
  const frame = useRef<HTMLElement>(null);
  const marked = useRef<HTMLElement>(null);
  useEffect(() => {
    // Only this text scrolls, not what is around it.
    if (frame.current && marked.current)
      frame.current.scrollTop = marked.current.offsetTop - frame.current.clientHeight / 2;
  }, [data, elementId]);
  if (error) return <ErrorState error={error} />;
  if (data === undefined) return <Loading label="Loading elements…" />;
  const lines = linesOf(data);
  const at = elementId === null ? -1 : lines.findIndex((line) => namesElement(line, elementId));
  return (
    <div className="elements-part">
      <h3>Elements that the model saw, before it acted</h3>
      <section ref={frame} className="code elements" tabIndex={0} aria-label="Elements of the page">
        <pre>
          {lines.slice(0, Math.max(at, 0)).map((line) => `${line}\n`)}
          {at >= 0 ? (
            <mark ref={marked}>
              {lines[at]}
              {'\n'}
            </mark>
          ) : null}
          {lines.slice(at + 1).join('\n')}
        </pre>
      </section>
    </div>
  );
}

/** A tree that was stored as a JSON string is a text with lines too. */
function linesOf(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return (typeof value === 'string' ? value : indentJson(text)).split('\n');
  } catch {
    return text.split('\n');
  }
}

function namesElement(line: string, id: string): boolean {
  return new RegExp(`(?:^|[^\\w])${id.replace(/[^\w-]/g, '\\$&')}(?:[^\\w]|$)`).test(line);
}
