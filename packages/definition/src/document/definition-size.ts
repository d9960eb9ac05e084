import { type Problem, RunwrightError } from '@runwright/contract';
import { type Path, valueError } from '../problem.ts';
import { asRecord } from '../schema/schema-node.ts';
import { definitionPath } from './parsed-definition.ts';

/** The limits of the size of a definition. */
export interface DefinitionLimits {
  /** Bytes of one definition as JSON or YAML text. Default 1 MiB. */
  readonly definitionBytes: number;
  /** Blocks of one definition, bodies of loops included; its parameters count the same. Default 1,000. */
  readonly definitionBlocks: number;
}

/** The limits of an engine whose host sets none. */
export const defaultDefinitionLimits: DefinitionLimits = {
  definitionBytes: 1024 * 1024,
  definitionBlocks: 1000,
};

/** Levels of lists and objects of one definition. */
const mostLevels = 100;
/** Members, items and values of one definition; aliases of YAML count as often as they are used. */
const mostNodes = 100_000;

/** Returns the problem of a text that is too long to be parsed; null when it is not. */
export function textSizeProblem(
  text: string,
  limits: DefinitionLimits = defaultDefinitionLimits,
): Problem | null {
  const bytes = Buffer.byteLength(text);
  return bytes > limits.definitionBytes ? tooManyBytes(bytes, limits) : null;
}

/** Returns the problems of a definition, or a whole draft, that is too large to be checked; later checks take time in proportion. */
export function sizeProblems(
  value: unknown,
  limits: DefinitionLimits = defaultDefinitionLimits,
): readonly Problem[] {
  const size = measured(value, limits.definitionBytes);
  if (size === 'levels') {
    const reason = `the definition is nested deeper than ${mostLevels} levels, or contains itself; write it flatter`;
    return [valueError([], reason)];
  }
  if (size === 'nodes') {
    const reason = `the definition has more than ${mostNodes} members and values, aliases written out; split it into several workflows`;
    return [valueError([], reason)];
  }
  if (size > limits.definitionBytes) return [tooManyBytes(size, limits)];
  const draft = asRecord(value) ?? {};
  const [definition, path] = asRecord(draft.workflow_definition)
    ? [asRecord(draft.workflow_definition) ?? {}, definitionPath]
    : [draft, []];
  return [
    ...tooMany(countBlocks(definition.blocks), 'blocks', path, limits),
    ...tooMany(lengthOf(definition.parameters), 'parameters', path, limits),
  ];
}

/** Throws `invalid_input` for a definition that {@link sizeProblems} refuses. */
export function assertSize(value: unknown, limits?: DefinitionLimits): void {
  const problems = sizeProblems(value, limits);
  const [first] = problems;
  if (first) throw new RunwrightError('invalid_input', `${first.message}.`, { details: { problems } });
}

/** About the number of bytes as JSON, or the limit of another kind that is passed. */
function measured(root: unknown, mostBytes: number): number | 'levels' | 'nodes' {
  let [nodes, bytes] = [0, 0];
  const visit = (value: unknown, level: number): 'levels' | 'nodes' | null => {
    nodes += 1;
    if (level > mostLevels) return 'levels';
    if (nodes > mostNodes) return 'nodes';
    if (typeof value === 'string') bytes += Buffer.byteLength(value) + 3;
    else if (typeof value !== 'object' || value === null) bytes += String(value).length + 1;
    else {
      bytes += 2;
      for (const [name, member] of Object.entries(value)) {
        if (!Array.isArray(value)) bytes += Buffer.byteLength(name) + 3;
        if (bytes > mostBytes) return null;
        const fault = visit(member, level + 1);
        if (fault !== null) return fault;
      }
    }
    return null;
  };
  return visit(root, 0) ?? bytes;
}

function countBlocks(blocks: unknown): number {
  if (!Array.isArray(blocks)) return 0;
  return blocks.reduce((sum: number, block) => sum + 1 + countBlocks(asRecord(block)?.loop_blocks), 0);
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function tooMany(
  count: number,
  member: 'blocks' | 'parameters',
  path: Path,
  { definitionBlocks: most }: DefinitionLimits,
): readonly Problem[] {
  if (count <= most) return [];
  const reason = `the definition has ${count} ${member}, at most ${most}; split it into several workflows`;
  return [valueError([...path, member], reason)];
}

function tooManyBytes(bytes: number, { definitionBytes: most }: DefinitionLimits): Problem {
  const reason = `the definition has at least ${bytes} bytes, at most ${most}; split it into several workflows`;
  return valueError([], reason);
}
