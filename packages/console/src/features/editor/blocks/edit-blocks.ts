import { asObject, type Json, type JsonObject, type Path, valueAt, withValueAt } from '../yaml/json.ts';
import {
  blocksAt,
  branchesOf,
  finallyLabel,
  isGraphList,
  isTopList,
  listBlocks,
  parameterKeys,
  targetsOf,
  textOf,
} from './definition.ts';
import { renameOutput } from './rename-output.ts';

/** An end of a block that leads to another block. */
export type Port = 'next' | 'failure' | { readonly branch: number };

/** Changes a file and returns the result; the file that it is given stays as it is. */
export type Edit = (file: Json) => Json;

const finallyPath: Path = ['workflow_definition', 'finally_block_label'];
const versionPath: Path = ['workflow_definition', 'version'];

/** Returns an edit that adds a block behind another one of a list, or with null at its beginning. Edges lead through it. */
export function addBlock(list: Path, after: number | null, block: JsonObject): Edit {
  return (given) => {
    const file = block.block_type === 'conditional' ? withExplicitEdges(given, list) : given;
    const blocks = blocksAt(file, list);
    const before = after === null ? undefined : blocks[after];
    const isGraph = isGraphList(blocks);
    const next = isGraph ? (before ? textOf(before.next_block_label) : rootOf(file, list)) : '';
    const added = next === '' ? block : { ...block, next_block_label: next };
    const items = blocks.toSpliced(after === null ? 0 : after + 1, 0, added);
    const leads = isGraph || (block.block_type === 'conditional' && before !== undefined);
    if (leads && after !== null && !isLast(file, list, before))
      items[after] = { ...before, next_block_label: textOf(block.label) };
    return withList(file, list, items);
  };
}

/** Returns an edit that removes a block. Edges that led to it lead to the block after it. */
export function removeBlock(list: Path, index: number): Edit {
  return (file) => {
    const blocks = blocksAt(file, list);
    const removed = blocks[index] ?? {};
    const label = textOf(removed.label);
    const next = textOf(removed.next_block_label) || undefined;
    const rest = blocks
      .toSpliced(index, 1)
      .map((block) => replaceTargets(block, (target) => (target === label ? next : target)));
    const result = withList(file, list, rest);
    return isLast(file, list, removed) ? (withValueAt(result, finallyPath, undefined) as Json) : result;
  };
}

/** Returns an edit that moves a block within a list that is walked in its order. */
export function moveBlock(list: Path, from: number, to: number): Edit {
  return (file) => {
    const blocks = blocksAt(file, list);
    const moved = blocks[from];
    if (!moved || to < 0 || to >= blocks.length) return file;
    return withList(file, list, blocks.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
}

/** Returns an edit that leads an end of a block to another block of its list, or with null nowhere. */
export function connect(list: Path, index: number, port: Port, target: string | null): Edit {
  return (given) => {
    const file = port === 'failure' ? given : withExplicitEdges(given, list);
    const block = blocksAt(file, list)[index];
    if (!block) return given;
    return withValueAt(file, [...list, index], withTarget(block, port, target ?? undefined)) as Json;
  };
}

/** Returns an edit that replaces a block. A new label is used wherever the old one was. */
export function changeBlock(list: Path, index: number, block: JsonObject): Edit {
  return (file) => {
    const old = blocksAt(file, list)[index] ?? {};
    const [before, after] = [textOf(old.label), textOf(block.label)];
    // The first label of a list that has none makes it one that is walked along its labels.
    const isFirstEdge = textOf(block.next_block_label) !== '' && textOf(old.next_block_label) === '';
    const from = isFirstEdge ? withExplicitEdges(file, list) : file;
    const changed = withValueAt(from, [...list, index], block) as Json;
    return before === '' || after === '' || before === after
      ? changed
      : renameBlock(changed, list, before, after);
  };
}

/** Returns an edit that sets the value at a path; undefined removes it. */
export function setValue(path: Path, value: Json | undefined): Edit {
  return (file) => withValueAt(file, path, value) as Json;
}

/** Returns a label that no block has and no parameter, such as `wait_2`. */
export function freeLabel(file: Json | undefined, wanted: string): string {
  const taken = new Set([...listBlocks(file).map(({ label }) => label), ...parameterKeys(file)]);
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}_${number}`)) number++;
  return `${wanted}_${number}`;
}

/** Returns a file in which the order of a list is written as labels, which branches and edges need. */
function withExplicitEdges(file: Json, list: Path): Json {
  const blocks = blocksAt(file, list);
  if (isGraphList(blocks)) return file;
  const walked = blocks.filter((block) => !isLast(file, list, block));
  const linked = blocks.map((block) => {
    const at = walked.indexOf(block);
    const next = at === -1 ? '' : textOf(walked[at + 1]?.label);
    return next === '' ? block : { ...block, next_block_label: next };
  });
  const result = withList(file, list, linked);
  // Version 1 has no edges.
  return isTopList(list) && valueAt(file, versionPath) === 1
    ? (withValueAt(result, versionPath, 2) as Json)
    : result;
}

function withList(file: Json, list: Path, blocks: readonly JsonObject[]): Json {
  return withValueAt(file, list, blocks) as Json;
}

function isLast(file: Json, list: Path, block: JsonObject | undefined): boolean {
  return isTopList(list) && finallyLabel(file) !== null && finallyLabel(file) === block?.label;
}

function withTarget(block: JsonObject, port: Port, target: string | undefined): JsonObject {
  if (typeof port !== 'object')
    return withMember(block, port === 'next' ? 'next_block_label' : 'on_failure_next_label', target);
  const branches = branchesOf(block).map((branch, index) =>
    index === port.branch ? withMember(branch, 'next_block_label', target) : branch,
  );
  return { ...block, branch_conditions: branches };
}

function withMember(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  return asObject(withValueAt(object, [name], value)) ?? {};
}

/** Replaces each label that a block leads to; undefined removes it. */
function replaceTargets(block: JsonObject, next: (target: string) => string | undefined): JsonObject {
  let changed = block;
  const replace = (port: Port, target: string) => {
    if (target !== '' && next(target) !== target) changed = withTarget(changed, port, next(target));
  };
  replace('next', textOf(block.next_block_label));
  replace('failure', textOf(block.on_failure_next_label));
  branchesOf(block).forEach((branch, index) => {
    replace({ branch: index }, textOf(branch.next_block_label));
  });
  return changed;
}

function renameBlock(file: Json, list: Path, before: string, after: string): Json {
  const rename = (target: string) => (target === before ? after : target);
  const blocks = blocksAt(file, list).map((block) => replaceTargets(block, rename));
  const linked = withList(file, list, blocks);
  const led =
    isTopList(list) && finallyLabel(linked) === before
      ? (withValueAt(linked, finallyPath, after) as Json)
      : linked;
  return renameOutput(led, `${before}_output`, `${after}_output`);
}

/** Returns the label of the first block of a list: the one that no other leads to. */
function rootOf(file: Json, list: Path): string {
  const blocks = blocksAt(file, list);
  const targets = new Set(blocks.flatMap(targetsOf));
  return textOf(
    blocks.find((block) => !isLast(file, list, block) && !targets.has(textOf(block.label)))?.label,
  );
}
