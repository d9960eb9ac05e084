import { type BlockNode, blockFields, defaults, type Problem, RetryPolicy, Type } from '@runwright/contract';
import type { BlockTypes, DefinitionBlock } from '../blocks/block-types.ts';
import { misspeltKey } from '../parameters/similar-key.ts';
import { type Path, valueError } from '../problem.ts';
import { compileSchema } from '../schema/schema.ts';
import { asRecord } from '../schema/schema-node.ts';
import { mappingProblems, trimmedMapping } from './error-code-mapping.ts';

/** A block that can be told by its label, and where it stands. */
export interface PlacedNode {
  readonly node: BlockNode;
  readonly path: Path;
  /** Null when its type is not known. */
  readonly block: DefinitionBlock | null;
}

/** One block list with what is wrong in its blocks. */
export interface CheckedList {
  readonly path: Path;
  readonly top: boolean;
  readonly nodes: readonly PlacedNode[];
  /** The blocks with defaults filled in, bodies of loops included. */
  readonly filled: readonly unknown[];
  readonly problems: readonly Problem[];
}

/** Checks every block by its type, the bodies of loops (`loop_blocks`) included. The given list comes first. */
export function checkBlocks(
  blocks: unknown,
  path: Path,
  blockTypes: BlockTypes,
  top = true,
): readonly CheckedList[] {
  const checked = (Array.isArray(blocks) ? blocks : []).map((block, index) =>
    checkBlock(block, [...path, index], blockTypes),
  );
  const list: CheckedList = {
    path,
    top,
    nodes: checked.flatMap(({ placed }) => placed ?? []),
    filled: checked.map(({ filled }) => filled),
    problems: checked.flatMap(({ problems }) => problems),
  };
  return [list, ...checked.flatMap(({ bodies }) => bodies)];
}

interface CheckedBlock {
  readonly placed: PlacedNode | null;
  readonly filled: unknown;
  readonly problems: readonly Problem[];
  readonly bodies: readonly CheckedList[];
}

function checkBlock(value: unknown, path: Path, blockTypes: BlockTypes): CheckedBlock {
  const given = asRecord(value);
  if (!given) return { placed: null, filled: value, problems: [], bodies: [] };
  const block = typeof given.block_type === 'string' ? (blockTypes.get(given.block_type) ?? null) : null;
  const bodies =
    'loop_blocks' in given ? checkBlocks(given.loop_blocks, [...path, 'loop_blocks'], blockTypes, false) : [];
  const checked = (block?.checkNode ?? checkCommon)(given);
  const problems = [
    ...(block ? [] : [typeProblem(given.block_type, path, blockTypes)]),
    ...(checked.ok
      ? []
      : checked.problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] }))),
    ...(checked.ok ? ownProblems(block, checked.value, path) : []),
    ...mappingProblems(given.error_code_mapping, [...path, 'error_code_mapping']),
  ];
  const complete = (checked.ok ? (block?.complete?.(checked.value) ?? checked.value) : given) as BlockNode;
  const node =
    'error_code_mapping' in complete
      ? { ...complete, error_code_mapping: trimmedMapping(complete.error_code_mapping) }
      : complete;
  return {
    placed: typeof given.label === 'string' ? { node, path, block } : null,
    filled: bodies[0] ? { ...node, loop_blocks: bodies[0].filled } : node,
    problems,
    bodies,
  };
}

const checkCommon = compileSchema(Type.Object(blockFields, { additionalProperties: true }));
const checkRetry = compileSchema(RetryPolicy);

function typeProblem(type: unknown, path: Path, { types }: BlockTypes): Problem {
  if (type === undefined || type === null) {
    return { path, type: 'union_tag_not_found', message: "Field 'block_type' required" };
  }
  const found = typeof type === 'string' ? `'${type.slice(0, 80)}'` : JSON.stringify(type);
  const near = typeof type === 'string' ? misspeltKey(type.slice(0, 80), types) : null;
  const hint = near === null ? '' : `; did you mean '${near}'?`;
  return { path, type: 'union_tag_invalid', message: `Unknown block_type ${found}${hint}` };
}

function ownProblems(block: DefinitionBlock | null, value: unknown, path: Path): readonly Problem[] {
  const node = asRecord(value) ?? {};
  const own = block?.check?.(node) ?? [];
  return [...own, ...retryProblems(node)].map((problem) => ({
    ...problem,
    path: [...path, ...problem.path],
  }));
}

function retryProblems(node: { readonly [member: string]: unknown }): readonly Problem[] {
  const retry = checkRetry(node.retry ?? {});
  // Defaults are filled in here already, so that a value that equals them counts as not given.
  const isGiven = (retries: unknown) => typeof retries === 'number' && retries !== defaults.retry.maxRetries;
  if (!retry.ok || !isGiven(retry.value.max_retries) || !isGiven(node.max_retries)) return [];
  return [
    valueError(['max_retries'], 'both `max_retries` and `retry.max_retries` are given; keep one of them'),
  ];
}
