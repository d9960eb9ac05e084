import { createHash } from 'node:crypto';
import {
  type BlockNode,
  type RecordedTarget,
  type ScriptFile,
  type Static,
  Type,
  type WorkflowDefinition,
} from '@runwright/contract';
import { allBlocks, compileSchema } from '@runwright/definition';

const Target = Type.Object({
  kind: Type.String(),
  name: Type.String(),
  fingerprint: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  selectors: Type.Array(Type.String()),
  frame: Type.Optional(Type.String()),
  /** What the agent wanted with the element. */
  reason: Type.Optional(Type.String()),
});

/** Content of `blocks/<label>.json`: what stands beside the program of a block that was learned from a run. */
export const LearnedBlock = Type.Object({
  learned_from: Type.String({ description: 'Id of the run.' }),
  prompt: Type.String({ description: 'What the block asks for, as it is written in the definition.' }),
  /** SHA-256 of the program as it was learned: a program that somebody has edited since is not replaced. */
  program_sha256: Type.String(),
  targets: Type.Record(Type.String(), Target),
});
export type LearnedBlock = Static<typeof LearnedBlock>;

/** An element of a script, by its name in the program. */
export type ScriptTarget = RecordedTarget & { readonly reason?: string };

/** Content of `script.json`: the definition that the programs were learned for. */
export const LearnedDefinition = Type.Object({
  parameters: Type.Array(Type.String()),
  blocks: Type.Array(Type.Object({ label: Type.String(), hash: Type.String() })),
});
export type LearnedDefinition = Static<typeof LearnedDefinition>;

/** Path of {@link LearnedDefinition}. */
export const definitionPath = 'script.json';

/** Returns the paths of a block's program and of what stands beside it. */
export function learnedPaths(label: string): { readonly program: string; readonly data: string } {
  return { program: `blocks/${label}.js`, data: `blocks/${label}.json` };
}

/** Reads `blocks/<label>.json` of a script; null when there is none that fits. */
export function readLearnedBlock(files: readonly ScriptFile[], label: string): LearnedBlock | null {
  const read = parseFile(files, learnedPaths(label).data);
  const checked = read === null ? null : checkBlock(read);
  return checked?.ok ? (checked.value as LearnedBlock) : null;
}

/** Returns whether the program of a block is as it was learned, so that a newer one may take its place. */
export function isAsLearned(files: readonly ScriptFile[], label: string): boolean {
  const program = files.find(({ path }) => path === learnedPaths(label).program);
  const learned = readLearnedBlock(files, label);
  return program !== undefined && learned !== null && learned.program_sha256 === sha256(program.content);
}

/** Returns what a script is learned for: the blocks with their bodies, in their order, and the parameters. */
export function learnedDefinition({ blocks, parameters }: WorkflowDefinition): LearnedDefinition {
  return {
    parameters: parameters.map(({ key }) => key).toSorted(),
    blocks: allBlocks(blocks).map((node) => ({
      label: node.label,
      hash: sha256(canonical(node)).slice(0, 16),
    })),
  };
}

/**
 * Returns the labels whose learned programs a definition has made invalid: the first block that is new or changed and all
 * after it; all of them when the keys of the parameters are others. Nothing is invalid when the script does not say what it
 * was learned for.
 */
export function invalidLabels(
  files: readonly ScriptFile[],
  definition: WorkflowDefinition,
): ReadonlySet<string> {
  const read = parseFile(files, definitionPath);
  const checked = read === null ? null : checkDefinition(read);
  if (!checked?.ok) return new Set();
  const before = checked.value as LearnedDefinition;
  const now = learnedDefinition(definition);
  const hashes = new Map(before.blocks.map(({ label, hash }) => [label, hash]));
  const first = now.blocks.findIndex(({ label, hash }) => hashes.get(label) !== hash);
  const areSame = before.parameters.join('\n') === now.parameters.join('\n');
  const invalid = areSame ? (first < 0 ? [] : now.blocks.slice(first)) : now.blocks;
  return new Set(invalid.map(({ label }) => label));
}

/** SHA-256 in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const checkBlock = compileSchema(LearnedBlock);
const checkDefinition = compileSchema(LearnedDefinition);

function parseFile(files: readonly ScriptFile[], path: string): unknown {
  const file = files.find((each) => each.path === path);
  if (file === undefined || file.encoding === 'base64') return null;
  try {
    return JSON.parse(file.content);
  } catch {
    return null;
  }
}

/** Members that say nothing about the work of a block. The bodies of loops are blocks of their own. */
const ignoredMembers: ReadonlySet<string> = new Set([
  ...['next_block_label', 'disable_cache', 'model', 'loop_blocks', 'output_parameter', 'version', 'id'],
  ...['created_at', 'modified_at', 'deleted_at'],
]);

/** A block as text: the same for equal blocks, whatever the order of their members. */
function canonical(node: BlockNode): string {
  const { branch_conditions: branches, ...own } = node;
  const choices = Array.isArray(branches) ? { branches: branches.map(withoutIgnored) } : {};
  return JSON.stringify({ ...withoutIgnored(own), ...choices }, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}

function withoutIgnored(members: unknown): object {
  return Object.fromEntries(Object.entries(Object(members)).filter(([name]) => !ignoredMembers.has(name)));
}
