import { useState } from 'react';
import { SelectField, TextField } from '../../../components/field.tsx';
import { blocksAt, topBlocks } from '../blocks/definition.ts';
import { addBlock, freeLabel } from '../blocks/edit-blocks.ts';
import { type BlockTypeInfo, groupBlockTypes, newBlock } from '../blocks/new-block.ts';
import { titleOf } from '../form/block-schema.ts';
import { Marked } from '../form/marked.tsx';
import type { Editor } from '../use-editor.ts';
import type { Path } from '../yaml/json.ts';
import './palette.css';

interface Place {
  readonly name: string;
  readonly label: string;
  readonly list: Path;
  readonly after: number | null;
}

/** Block types of the service; a click adds a block. */
export function Palette({
  editor,
  types,
  onAdded,
}: {
  readonly editor: Editor;
  readonly types: readonly BlockTypeInfo[];
  readonly onAdded: () => void;
}) {
  const [text, setText] = useState('');
  const places = placesOf(editor);
  const [chosen, choose] = useState('');
  const place = places.find(({ name }) => name === chosen) ?? (places[0] as Place);
  const groups = groupBlockTypes(types, text);
  const add = (info: BlockTypeInfo) => {
    const block = newBlock(info, freeLabel(editor.file, info.type));
    const index = place.after === null ? 0 : place.after + 1;
    editor.edit(addBlock(place.list, place.after, block), { selectAt: { list: place.list, index } });
    onAdded();
  };
  return (
    <div className="stack">
      <div className="palette-head">
        <TextField label="Find a block type" value={text} onChange={({ target }) => setText(target.value)} />
        <SelectField
          label="Where"
          value={place.name}
          options={places.map(({ name, label }) => ({ value: name, label }))}
          onChange={({ target }) => choose(target.value)}
        />
      </div>
      {groups.length === 0 ? <p className="muted">No block type has these words. Try others.</p> : null}
      {groups.map((group) => (
        <section key={group.name} aria-label={group.name}>
          <h3 className="palette-group">{group.name}</h3>
          <ul className="palette">
            {group.types.map((info) => (
              <li key={info.type}>
                <button type="button" disabled={!editor.isReadable} onClick={() => add(info)}>
                  <strong>{titleOf(info.type)}</strong>
                  <span>
                    <Marked text={info.description} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Places for a new block: behind the selected one, in the selected loop, at the end or the beginning. */
function placesOf({ selected, file, graph }: Editor): readonly Place[] {
  const places: Place[] = [];
  const node = graph.nodes.find(({ id }) => id === selected?.id);
  if (node) {
    if (!node.isLast)
      places.push({ name: 'after', label: `After ${node.label}`, list: node.list, after: node.index });
    if (node.isLoop) {
      const list = [...node.list, node.index, 'loop_blocks'];
      const count = blocksAt(file, list).length;
      places.push({ name: 'inside', label: `In ${node.label}`, list, after: count === 0 ? null : count - 1 });
    }
  }
  // The block that runs last has no block after it.
  const top = graph.nodes.filter(({ loop, isLast }) => loop === null && !isLast);
  const ends = top.filter(
    ({ id }) => !graph.edges.some(({ from, port }) => from === id && port !== 'failure'),
  );
  const end = (ends.at(-1) ?? top.at(-1))?.index ?? null;
  places.push({ name: 'end', label: 'At the end', list: topBlocks, after: end });
  if (top.length > 0) places.push({ name: 'start', label: 'At the beginning', list: topBlocks, after: null });
  return places;
}
