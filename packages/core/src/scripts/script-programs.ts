import type { BlockNode, ScriptFile, ScriptRevision } from '@runwright/contract';
import { loopBodyOf } from '@runwright/definition';
import type { ProgramLanguage } from '@runwright/sandbox';

/** The program that a script has for a block. */
export interface ScriptProgram {
  readonly label: string;
  readonly code: string;
  readonly language: ProgramLanguage;
}

/** Types of blocks that a script may do the work of. */
const cacheable: ReadonlySet<string> = new Set([
  'task',
  'task_v2',
  'action',
  'navigation',
  'extraction',
  'login',
  'file_download',
]);

/** The programs of a script by the label of the block that each is for: what `disable_cache` takes out is not among them. */
export function programsFor(
  blocks: readonly BlockNode[],
  { files }: Pick<ScriptRevision, 'files'>,
): ReadonlyMap<string, ScriptProgram> {
  const labels = new Set(cachedLabels(blocks));
  const programs = files.flatMap((file) => programIn(file) ?? []).filter(({ label }) => labels.has(label));
  return new Map(programs.map((program) => [program.label, program]));
}

/** The program in a file; null for a file of another kind. */
export function programIn({ path, content }: ScriptFile): ScriptProgram | null {
  const [, label, extension] = /^blocks\/([^/]+)\.(js|ts)$/.exec(path) ?? [];
  if (label === undefined) return null;
  return { label, code: content, language: extension === 'ts' ? 'typescript' : 'javascript' };
}

/** A loop has no program of its own, but what it says of the cache holds for its body. */
function cachedLabels(blocks: readonly BlockNode[]): readonly string[] {
  return blocks
    .filter((node) => node.disable_cache !== true)
    .flatMap((node) => [
      ...(cacheable.has(node.block_type) ? [node.label] : []),
      ...cachedLabels(loopBodyOf(node)),
    ]);
}
