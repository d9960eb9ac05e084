import type { EditorView } from '@codemirror/view';
import type { Workflow } from '@runwright/client';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Loading } from '../../components/states.tsx';
import { listBlocks, textOf } from './blocks/definition.ts';
import { definitionText } from './blocks/definition-text.ts';
import type { BlockTypeInfo } from './blocks/new-block.ts';
import { RunDialog } from './dialogs/run-dialog.tsx';
import { EditorActions } from './editor-actions.tsx';
import { EditorTitle } from './editor-title.tsx';
import { Outline } from './graph/outline.tsx';
import { BlockPanel } from './panels/block-panel.tsx';
import { CostPanel } from './panels/cost-panel.tsx';
import { Palette } from './panels/palette.tsx';
import { ParametersPanel } from './panels/parameters-panel.tsx';
import { ProblemsPanel } from './panels/problems-panel.tsx';
import { SettingsPanel } from './panels/settings-panel.tsx';
import { StatusLine } from './status-line.tsx';
import { CodeEditor, revealLine } from './text/code-editor.tsx';
import { forgetPlace, keepPlace, keptPlace } from './text/kept-places.ts';
import { keepText, keptText } from './text/kept-texts.ts';
import { type EditorProblem, markProblems } from './text/problems.ts';
import { useProblems } from './text/use-problems.ts';
import { useEditor } from './use-editor.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useSave } from './use-save.ts';
import { Workspace } from './workspace.tsx';
import { asObject, type JsonObject } from './yaml/json.ts';
import './editor.css';

// What draws graphs and what compares texts are loaded when they are shown.
const GraphView = lazy(async () => ({ default: (await import('./graph/graph-view.tsx')).GraphView }));
const ConflictDialog = lazy(async () => ({
  default: (await import('./dialogs/conflict-dialog.tsx')).ConflictDialog,
}));
const VersionsDialog = lazy(async () => ({
  default: (await import('./dialogs/versions-dialog.tsx')).VersionsDialog,
}));

/** Properties of {@link WorkflowEditor}. */
export interface WorkflowEditorProps {
  /** Version to edit; null for a new workflow. */
  readonly workflow: Workflow | null;
  /** Text of a new workflow. */
  readonly template: string;
  readonly folderId?: string;
  /** Label of the block that is selected first. Default: none. */
  readonly firstBlock?: string;
  readonly types: readonly BlockTypeInfo[];
  readonly schema: JsonObject;
  /** Called after the first save of a new workflow. */
  readonly onCreated: (workflow: Workflow) => void;
}

type Shown = 'versions' | { readonly run: string | null } | null;

/** Graph, forms and YAML of a workflow, each of which changes the others. */
export function WorkflowEditor({
  workflow,
  template,
  folderId,
  firstBlock,
  types,
  schema,
  onCreated,
}: WorkflowEditorProps) {
  const textOfVersion = useCallback((version: Workflow) => definitionText(version, schema), [schema]);
  const [initial] = useState(() =>
    workflow ? (keptText(workflow.workflow_id) ?? textOfVersion(workflow)) : template,
  );
  const [kept] = useState(() => (workflow ? keptPlace(workflow.workflow_permanent_id) : undefined));
  // The label of a block is its id, unless it is given twice.
  const editor = useEditor(initial, kept?.selectedId ?? firstBlock ?? null);
  const { store, text, file, selected, select } = editor;
  const saving = useSave(workflow, { schema, folderId });
  const [savedText, setSavedText] = useState(workflow ? initial : '');
  const isDirty = text !== savedText && !(workflow === null && text === template);
  const list = useProblems(text, editor.read);
  const [tool, show] = useState(
    () => kept?.tool ?? (firstBlock ? 'block' : firstTool(editor.graph.nodes.length)),
  );
  const [shown, open] = useState<Shown>(null);
  const view = useRef<EditorView | null>(null);
  const pendingLine = useRef<EditorProblem | null>(null);

  useEffect(() => store.dispatch(markProblems(store.state(), list.problems)), [store, list.problems]);
  useEffect(() => {
    if (workflow) forgetPlace(workflow.workflow_permanent_id);
  }, [workflow]);
  const selectedId = selected?.id ?? null;
  const lastId = useRef(selectedId);
  useEffect(() => {
    if (selectedId === lastId.current) return;
    lastId.current = selectedId;
    if (selectedId !== null) show((before) => (before === 'graph' || before === 'list' ? before : 'block'));
  }, [selectedId]);

  const save = useCallback(
    async (force = false): Promise<Workflow | null> => {
      const sent = store.text();
      const saved = await saving.save(sent, force);
      if (saved) {
        setSavedText(sent);
        keepText(saved.workflow_id, sent);
      }
      return saved;
    },
    [store, saving.save],
  );
  useEditorKeys(store, () => void saveAndOpen());
  /** Opens the page of a workflow that was new, with what is shown now. */
  const openSaved = (saved: Workflow) => {
    keepPlace(saved.workflow_permanent_id, { tool, selectedId });
    onCreated(saved);
  };
  const saveAndOpen = async () => {
    const saved = await save();
    if (saved && workflow === null) openSaved(saved);
  };
  const closeRun = () => {
    open(null);
    // A new workflow keeps this page while its run is shown.
    if (workflow === null && saving.base) openSaved(saving.base);
  };
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  const take = (version: Workflow) => {
    const next = textOfVersion(version);
    store.reset(next);
    setSavedText(next);
    saving.rebase(version);
    open(null);
  };
  const onView = useCallback((next: EditorView | null) => {
    view.current = next;
    const problem = pendingLine.current;
    pendingLine.current = null;
    if (next && problem?.line) revealLine(next, problem.line, problem.column ?? 1);
  }, []);
  const showProblem = (problem: EditorProblem) => {
    const block = listBlocks(file).find(({ label }) => label === problem.label);
    if (block) select(block.id);
    if (problem.line === null) return;
    if (view.current) return revealLine(view.current, problem.line, problem.column ?? 1);
    pendingLine.current = problem;
    show('yaml');
  };
  const errors = list.problems.filter(({ severity }) => severity === 'error').length;
  const tools = useMemo(
    () => [
      {
        id: 'block',
        label: 'Block',
        content: () => (
          <BlockPanel
            editor={editor}
            types={types}
            problems={list.problems}
            onTry={(label) => open({ run: label })}
          />
        ),
      },
      {
        id: 'add',
        label: 'Add',
        content: () => <Palette editor={editor} types={types} onAdded={() => show('block')} />,
      },
      {
        id: 'parameters',
        label: 'Parameters',
        content: () => <ParametersPanel editor={editor} schema={schema} />,
      },
      { id: 'settings', label: 'Workflow', content: () => <SettingsPanel editor={editor} schema={schema} /> },
      {
        id: 'problems',
        label: errors > 0 ? `Problems (${errors})` : 'Problems',
        content: () => <ProblemsPanel list={list} onShow={showProblem} />,
      },
      { id: 'cost', label: 'Cost', content: () => <CostPanel file={file} /> },
    ],
    [editor, types, schema, list, errors, file],
  );
  const title = textOf(asObject(file)?.title) || 'New workflow';
  return (
    <div className="editor">
      <header className="page-header">
        <div className="title">
          <EditorTitle editor={editor} title={title} />
          <p>
            {saving.base ? `Version ${saving.base.version}` : 'Not saved yet'}
            {isDirty ? ', with unsaved changes' : ''}
          </p>
        </div>
        <div className="row">
          <EditorActions
            store={store}
            version={saving.base?.version ?? null}
            isDirty={isDirty || saving.base === null}
            busy={saving.busy}
            onSave={() => void saveAndOpen()}
            onVersions={() => open('versions')}
            onRun={() => open({ run: null })}
          />
        </div>
      </header>
      {editor.isReadable ? null : (
        <p className="notice" data-tone="bad" role="status">
          The YAML cannot be read, so graph and forms show the last text that could be. Correct line{' '}
          {editor.read.problems[0]?.line ?? 1}, or undo.
        </p>
      )}
      <Workspace
        graph={{
          id: 'graph',
          label: 'Graph',
          content: () => (
            <Suspense fallback={<Loading label="Loading the graph…" />}>
              <GraphView editor={editor} problems={list.problems} />
            </Suspense>
          ),
        }}
        list={{
          id: 'list',
          label: 'List',
          content: () => <Outline editor={editor} problems={list.problems} onOpen={() => show('block')} />,
        }}
        yaml={{ id: 'yaml', label: 'YAML', content: () => <CodeEditor store={store} onView={onView} /> }}
        tools={tools}
        shown={tool}
        onShow={show}
        footer={<StatusLine list={list} file={file} onShow={show} />}
      />
      <Suspense>
        {shown === 'versions' && saving.base ? (
          <VersionsDialog
            workflowId={saving.base.workflow_permanent_id}
            text={text}
            textOf={textOfVersion}
            isDirty={isDirty}
            busy={saving.busy}
            onRestore={async (version) => {
              const restored = await saving.restore(version);
              if (restored) take(restored);
            }}
            onClose={() => open(null)}
          />
        ) : null}
        {saving.conflict && saving.base ? (
          <ConflictDialog
            base={saving.base.version}
            theirs={saving.conflict}
            text={text}
            textOf={textOfVersion}
            busy={saving.busy}
            onKeepMine={() => void save(true)}
            onTakeTheirs={() => saving.conflict && take(saving.conflict)}
            onClose={saving.dismiss}
          />
        ) : null}
      </Suspense>
      {shown !== null && shown !== 'versions' ? (
        <RunDialog
          target={{
            workflowId: saving.base?.workflow_permanent_id ?? null,
            title,
            file,
            errors: list.problems.filter(({ severity }) => severity === 'error').length,
            ...(shown.run === null ? {} : { label: shown.run }),
          }}
          prepare={
            isDirty || saving.base === null ? async () => (await save())?.workflow_permanent_id ?? null : null
          }
          onClose={closeRun}
        />
      ) : null}
      {blocker.status === 'blocked' ? (
        <ConfirmDialog
          title="Leave without saving?"
          confirm="Leave"
          onClose={blocker.reset}
          onConfirm={blocker.proceed}
        >
          Your changes are not saved. They are lost when you leave this page.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

/** Returns what is shown first: the palette of an empty workflow, the blocks on phones, else the form of a block. */
function firstTool(blocks: number): string {
  if (blocks === 0) return 'add';
  return window.matchMedia('(min-width: 820px)').matches ? 'block' : 'list';
}
