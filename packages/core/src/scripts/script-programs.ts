import type { BlockNode, ScriptFile, ScriptRevision, WorkflowDefinition } from '@runwright/contract';
import { loopBodyOf } from '@runwright/definition';
import { declaredFunctions, type ProgramLanguage } from '@runwright/sandbox';
import { invalidLabels, readLearnedBlock, type ScriptTarget } from './learned-block.ts';

/** The program that a script has for a block. */
export interface ScriptProgram {
  readonly label: string;
  readonly code: string;
  readonly language: ProgramLanguage;
  /** All files of the script, which the program may read. */
  readonly files: readonly ScriptFile[];
  /** Elements that the program names with `target`; none for a program that was not learned. */
  readonly targets: Readonly<Record<string, ScriptTarget>>;
}

type Program = Omit<ScriptProgram, 'files' | 'targets'>;

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

/**
 * The programs of a script by the label of the block that each is for: `blocks/<label>`, else the function `<label>` of the
 * entry. What `disable_cache` takes out is not among them, and neither is what was learned for other blocks than the
 * definition has now.
 */
export function programsFor(
  definition: WorkflowDefinition,
  { files }: Pick<ScriptRevision, 'files'>,
): ReadonlyMap<string, ScriptProgram> {
  const labels = new Set(cachedLabels(definition.blocks));
  const invalid = invalidLabels(files, definition);
  // A later entry of the map takes the place of an earlier one.
  const programs = [...files.flatMap(entryPrograms), ...files.flatMap(blockProgram)];
  const wanted = programs.flatMap((program) => {
    const learned = readLearnedBlock(files, program.label);
    if (!labels.has(program.label) || (learned !== null && invalid.has(program.label))) return [];
    return [{ ...program, files, targets: (learned?.targets ?? {}) as ScriptProgram['targets'] }];
  });
  return new Map(wanted.map((program) => [program.label, program]));
}

/** Returns whether a file is the program of a block or the entry of a script. */
export function isProgram(path: string): boolean {
  return blockPath.test(path) || entryPath.test(path);
}

/** Returns the language of a file; null for data. */
export function languageOf(path: string): ProgramLanguage | null {
  const [, extension] = /\.(js|mjs|ts)$/.exec(path) ?? [];
  if (extension === undefined) return null;
  return extension === 'ts' ? 'typescript' : 'javascript';
}

const blockPath = /^blocks\/([^/]+)\.(?:js|ts)$/;
const entryPath = /^main\.(?:js|ts)$/;

function blockProgram({ path, content }: ScriptFile): readonly Program[] {
  const [, label] = blockPath.exec(path) ?? [];
  const language = languageOf(path);
  return label === undefined || language === null ? [] : [{ label, code: content, language }];
}

/** Each function of the entry is the program of the block that has its name. */
function entryPrograms({ path, content }: ScriptFile): readonly Program[] {
  const language = languageOf(path);
  if (language === null || !entryPath.test(path)) return [];
  return declaredFunctions({ source: content, language }).map((label) => ({
    label,
    code: `${content}\nreturn await ${label}();`,
    language,
  }));
}

/**
 * Labels of the blocks that a script may execute. A loop has no program of its own, but what it says of the cache holds for its
 * body.
 */
export function cachedLabels(blocks: readonly BlockNode[]): readonly string[] {
  return blocks
    .filter((node) => node.disable_cache !== true)
    .flatMap((node) => [
      ...(cacheable.has(node.block_type) ? [node.label] : []),
      ...cachedLabels(loopBodyOf(node)),
    ]);
}
