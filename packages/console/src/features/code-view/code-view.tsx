import { lazy, Suspense } from 'react';
import { Loading } from '../../components/states.tsx';

/** Properties of {@link CodeView}. */
export interface CodeViewProps {
  readonly text: string;
  /** Its extension tells the language. */
  readonly path: string;
  /** Name for screen readers. */
  readonly label: string;
  /** Makes the text editable. It is the text as it begins: what is typed stays in the editor. */
  readonly onChange?: (text: string) => void;
}

const Editor = lazy(async () => ({ default: (await import('./code-mirror.tsx')).CodeMirror }));

/** A program with its syntax in colours. The editor is loaded when one is shown. */
export function CodeView(props: CodeViewProps) {
  return (
    <Suspense fallback={<Loading label="Loading the editor…" />}>
      <Editor {...props} />
    </Suspense>
  );
}
