import { Play, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/states.tsx';
import {
  finallyLabel,
  isTopList,
  labelsAt,
  listBlocks,
  type PlacedBlock,
  parameterKeys,
} from '../blocks/definition.ts';
import { changeBlock, removeBlock, setValue } from '../blocks/edit-blocks.ts';
import type { BlockTypeInfo } from '../blocks/new-block.ts';
import { formModel, titleOf } from '../form/block-schema.ts';
import { Marked } from '../form/marked.tsx';
import { NameField } from '../form/name-field.tsx';
import { SchemaForm } from '../form/schema-form.tsx';
import { type EditorProblem, problemsAt } from '../text/problems.ts';
import type { Editor } from '../use-editor.ts';
import { asObject, type Path } from '../yaml/json.ts';
import { withoutLabel } from './without-label.ts';
import './panels.css';

/** Form of the block that is selected. */
export function BlockPanel({
  editor,
  types,
  problems,
  onTry,
}: {
  readonly editor: Editor;
  readonly types: readonly BlockTypeInfo[];
  readonly problems: readonly EditorProblem[];
  readonly onTry: (label: string) => void;
}) {
  const { selected } = editor;
  if (!selected)
    return (
      <EmptyState title="No block is selected">
        Select one in the graph or the list, or add one from <strong>Add</strong>.
      </EmptyState>
    );
  const place = [...selected.list, selected.index].join('/');
  return (
    <BlockForm key={place} editor={editor} block={selected} types={types} problems={problems} onTry={onTry} />
  );
}

function BlockForm({
  editor,
  block: placed,
  types,
  problems,
  onTry,
}: {
  readonly editor: Editor;
  readonly block: PlacedBlock;
  readonly types: readonly BlockTypeInfo[];
  readonly problems: readonly EditorProblem[];
  readonly onTry: (label: string) => void;
}) {
  const { edit, file, isReadable } = editor;
  const { list, index, label, type, block } = placed;
  const info = types.find((one) => one.type === type);
  const siblings = labelsAt(file, list).filter((one) => one !== label && one !== finallyLabel(file));
  const follows = editor.graph.edges.find(
    ({ from, port, kind }) => from === placed.id && port === 'next' && kind !== 'written',
  );
  const model = useForm(info, siblings.join('\n'), parameterKeys(file).join('\n'), follows?.to);
  const { atMembers, others } = useMemo(
    () =>
      problemsAt(
        problems.filter((problem) => problem.label === label),
        nameOfPlace(list, index),
      ),
    [problems, label, list, index],
  );
  const isField = (name: string) =>
    model !== null && !model.rare.has(name) && asObject(model.schema.properties)?.[name] !== undefined;
  const own = problems.filter(
    (problem) =>
      problem.label === label &&
      (others.includes(problem) || !isField(problem.path.slice(nameOfPlace(list, index).length + 1))),
  );
  const isLast = isTopList(list) && finallyLabel(file) === label;
  return (
    <div className="stack">
      <div className="panel-head">
        <div>
          <h2>{titleOf(type)}</h2>
          {info ? (
            <p className="muted">
              <Marked text={info.description} />
            </p>
          ) : null}
        </div>
        <div className="row">
          <Button
            small
            icon={<Play size={14} aria-hidden />}
            disabled={!isReadable}
            onClick={() => onTry(label)}
          >
            Try this block
          </Button>
          <Button
            small
            tone="danger"
            icon={<Trash2 size={14} aria-hidden />}
            disabled={!isReadable}
            onClick={() => edit(removeBlock(list, index))}
          >
            Remove
          </Button>
        </div>
      </div>
      {own.length > 0 ? (
        <ul className="notice" data-tone={own.some(({ severity }) => severity === 'error') ? 'bad' : 'warn'}>
          {own.map(({ message, path }) => (
            <li key={`${path} ${message}`}>
              <Marked text={message} />
              {path === '' ? null : <span className="problem-place">{path}</span>}
            </li>
          ))}
        </ul>
      ) : null}
      <NameField
        label="Label"
        value={label}
        taken={[...listBlocks(file).map((one) => one.label), ...parameterKeys(file)]}
        disabled={!isReadable}
        onChange={(next) =>
          edit(changeBlock(list, index, { ...block, label: next }), { selectAt: { list, index } })
        }
      />
      {model ? (
        <SchemaForm
          id="block"
          model={model}
          value={block}
          disabled={!isReadable}
          problems={atMembers}
          onChange={(next) =>
            edit(changeBlock(list, index, next), { kind: 'type', selectAt: { list, index } })
          }
        />
      ) : (
        <div className="notice" data-tone="warn">
          <strong>The service does not know the type {type || '(none)'}.</strong>
          <span>
            Correct <code>block_type</code> in the YAML, or remove the block and add one of another type.
          </span>
        </div>
      )}
      {isTopList(list) ? (
        <label className="checkbox">
          <input
            type="checkbox"
            checked={isLast}
            disabled={!isReadable}
            onChange={() =>
              edit(setValue(['workflow_definition', 'finally_block_label'], isLast ? undefined : label))
            }
          />
          <span>Runs last, also after a failure</span>
        </label>
      ) : null}
    </div>
  );
}

/** Lists are given as texts, which stay the same objects to React while they are equal. */
function useForm(info: BlockTypeInfo | undefined, labels: string, keys: string, next: string | undefined) {
  return useMemo(() => {
    if (!info) return null;
    const namesOf = (text: string) => (text === '' ? [] : text.split('\n'));
    return formModel(withoutLabel(info.schema), {
      labels: namesOf(labels),
      parameterKeys: namesOf(keys),
      ...(next === undefined ? {} : { next }),
    });
  }, [info, labels, keys, next]);
}

/** Returns the place of a block as the service names it in problems. */
function nameOfPlace(list: Path, index: number): string {
  return [...list, index].filter((part) => part !== 'workflow_definition').join('.');
}
