import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useToasts } from '../../components/toasts.tsx';
import { listBlocks, type PlacedBlock } from './blocks/definition.ts';
import type { Edit } from './blocks/edit-blocks.ts';
import { type GraphModel, graphOf } from './graph/graph-model.ts';
import { type ChangeKind, createTextStore, type TextStore } from './text/text-store.ts';
import { yamlExtensions } from './text/yaml-extensions.ts';
import { editText } from './yaml/edit-text.ts';
import type { Json, Path } from './yaml/json.ts';
import { type ReadText, readYaml } from './yaml/read-yaml.ts';

/** A workflow that is edited. */
export interface Editor {
  readonly store: TextStore;
  readonly text: string;
  /** The text as it was read. */
  readonly read: ReadText;
  /** The file: of the text, or of the last text that could be read. */
  readonly file: Json | undefined;
  /** Whether graph and forms can change the text: it can be read. */
  readonly isReadable: boolean;
  readonly graph: GraphModel;
  readonly selected: PlacedBlock | null;
  readonly select: (id: string | null) => void;
  /** Applies an edit to the text, and selects the block at `selectAt`. */
  readonly edit: (edit: Edit, options?: EditOptions) => void;
}

/** How an edit is noted, and which block is selected after it. */
export interface EditOptions {
  readonly kind?: ChangeKind;
  readonly selectAt?: { readonly list: Path; readonly index: number };
}

/** Keeps the text of a workflow and what it means. `initialId` is the block that is selected first. */
export function useEditor(initial: string, initialId: string | null): Editor {
  const [store] = useState(() => createTextStore(initial, yamlExtensions('Workflow as YAML')));
  const text = useSyncExternalStore(store.subscribe, store.text);
  const read = useMemo(() => readYaml(text), [text]);
  const isReadable = read.value !== undefined;
  const [last, setLast] = useState(read.value);
  if (isReadable && last !== read.value) setLast(read.value);
  const file = isReadable ? read.value : last;
  const graph = useMemo(() => graphOf(file), [file]);
  const [selectedId, select] = useState(initialId);
  const selected = useMemo(
    () => graph.nodes.find(({ id }) => id === selectedId) ?? null,
    [graph, selectedId],
  );
  const toasts = useToasts();
  const edit = useCallback(
    (change: Edit, { kind = 'edit', selectAt }: EditOptions = {}) => {
      try {
        const before = readYaml(store.text()).value;
        if (before === undefined) return;
        const after = change(before);
        store.replace(editText(store.text(), after), kind);
        if (selectAt) select(idAt(after, selectAt.list, selectAt.index));
      } catch (error) {
        toasts.failed(error);
      }
    },
    [store, toasts],
  );
  return { store, text, read, file, isReadable, graph, selected, select, edit };
}

function idAt(file: Json, list: Path, index: number): string | null {
  const name = list.join('/');
  return listBlocks(file).find((block) => block.index === index && block.list.join('/') === name)?.id ?? null;
}
