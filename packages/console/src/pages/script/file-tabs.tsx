import { EmptyState } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { CodeView } from '../../features/code-view/code-view.tsx';
import type { EditedFile } from '../../lib/script-files.ts';

/** Files of a version, of which one is shown, or edited when there is `onEdit`. */
export function FileTabs({
  files,
  selected,
  onSelect,
  onEdit,
}: {
  readonly files: readonly EditedFile[];
  readonly selected: string;
  readonly onSelect: (path: string) => void;
  readonly onEdit?: (path: string, text: string) => void;
}) {
  if (files.length === 0)
    return <EmptyState title="No files">Edit the script and add one, such as main.js.</EmptyState>;
  return (
    <Tabs
      label="Files"
      selected={selected}
      onSelect={onSelect}
      tabs={files.map(({ path, text }) => ({
        id: path,
        label: path,
        content: () =>
          text === null ? (
            <EmptyState title="This file is no text">It is deployed again as it is.</EmptyState>
          ) : (
            <CodeView
              key={path}
              text={text}
              path={path}
              label={path}
              {...(onEdit ? { onChange: (changed: string) => onEdit(path, changed) } : {})}
            />
          ),
      }))}
    />
  );
}
