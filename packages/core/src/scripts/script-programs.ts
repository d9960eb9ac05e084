import type { BlockNode, ScriptFile, ScriptRevision } from '@runwright/contract';
import { loopBodyOf } from '@runwright/definition';
import { declaredFunctions, type ProgramLanguage } from '@runwright/sandbox';

/** The program that a script has for a block. */
export interface ScriptProgram {
  readonly label: string;
  readonly code: string;
  readonly language: ProgramLanguage;
  /** All files of the script, which the program may read. */
  readonly files: readonly ScriptFile[];
}

type Program = Omit<ScriptProgram, 'files'>;

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
 * entry. What `disable_cache` takes out is not among them.
 */
export function programsFor(
  blocks: readonly BlockNode[],
  { files }: Pick<ScriptRevision, 'files'>,
): ReadonlyMap<string, ScriptProgram> {
  const labels = new Set(cachedLabels(blocks));
  // A later entry of the map takes the place of an earlier one.
  const programs = [...files.flatMap(entryPrograms), ...files.flatMap(blockProgram)];
  const wanted = programs.filter(({ label }) => labels.has(label));
  return new Map(wanted.map((program) => [program.label, { ...program, files }]));
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

/** A loop has no program of its own, but what it says of the cache holds for its body. */
function cachedLabels(blocks: readonly BlockNode[]): readonly string[] {
  return blocks
    .filter((node) => node.disable_cache !== true)
    .flatMap((node) => [
      ...(cacheable.has(node.block_type) ? [node.label] : []),
      ...cachedLabels(loopBodyOf(node)),
    ]);
}
