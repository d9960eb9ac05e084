import { asArray, asObject, type Json, type JsonObject, type Path, valueAt } from '../yaml/json.ts';

/** Place of the outermost blocks in a file. */
export const topBlocks: Path = ['workflow_definition', 'blocks'];
/** Place of the parameters in a file. */
export const parametersPath: Path = ['workflow_definition', 'parameters'];

/** A block and where it stands. */
export interface PlacedBlock {
  /** Its label; with a number where another block before it has the same one, or it has none. */
  readonly id: string;
  readonly label: string;
  readonly type: string;
  readonly block: JsonObject;
  /** Place of the list that it stands in, and its index there. */
  readonly list: Path;
  readonly index: number;
  /** Id of the loop that it stands in. */
  readonly loop: string | null;
}

/** Returns all blocks of a file, each loop before the blocks in it. */
export function listBlocks(file: Json | undefined): readonly PlacedBlock[] {
  const seen = new Map<string, number>();
  const idOf = (label: string): string => {
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    return label === '' || count > 1 ? `${label}#${count}` : label;
  };
  const inList = (list: Path, loop: string | null): readonly PlacedBlock[] =>
    asArray(valueAt(file, list)).flatMap((item, index) => {
      const block = asObject(item);
      if (!block) return [];
      const label = textOf(block.label);
      const id = idOf(label);
      const placed = { id, label, type: textOf(block.block_type), block, list, index, loop };
      return [placed, ...inList([...list, index, 'loop_blocks'], id)];
    });
  return inList(topBlocks, null);
}

/** Returns the blocks of one list. */
export function blocksAt(file: Json | undefined, list: Path): readonly JsonObject[] {
  return asArray(valueAt(file, list)).map((item) => asObject(item) ?? {});
}

/** Returns the labels of a list, without those that are no text. */
export function labelsAt(file: Json | undefined, list: Path): readonly string[] {
  return blocksAt(file, list).flatMap(({ label }) => (typeof label === 'string' ? [label] : []));
}

/** Returns whether a list is the outermost one. */
export function isTopList(list: Path): boolean {
  return list.length === topBlocks.length;
}

/** Returns the label of the block that runs last, whatever happened; null without one. */
export function finallyLabel(file: Json | undefined): string | null {
  return textOf(valueAt(file, ['workflow_definition', 'finally_block_label'])) || null;
}

/** Returns the keys of the parameters. */
export function parameterKeys(file: Json | undefined): readonly string[] {
  return asArray(valueAt(file, parametersPath)).flatMap((item) => textOf(asObject(item)?.key) || []);
}

/** Returns whether a list is walked along its labels; else its blocks follow each other. */
export function isGraphList(blocks: readonly JsonObject[]): boolean {
  return blocks.some((block) => block.block_type === 'conditional' || textOf(block.next_block_label) !== '');
}

/** Returns the branches of a conditional. */
export function branchesOf(block: JsonObject): readonly JsonObject[] {
  return asArray(block.branch_conditions).map((item) => asObject(item) ?? {});
}

/** Returns the labels that a block leads to. */
export function targetsOf(block: JsonObject): readonly string[] {
  return [
    textOf(block.next_block_label),
    textOf(block.on_failure_next_label),
    ...branchesOf(block).map((branch) => textOf(branch.next_block_label)),
  ].filter((label) => label !== '');
}

/** Returns a text; an empty one for what is none. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
