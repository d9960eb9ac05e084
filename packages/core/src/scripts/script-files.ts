import { type Problem, ScriptFile, scriptFileSize, Type } from '@runwright/contract';
import { compileSchema, invalidInput, valueError } from '@runwright/definition';
import { checkModule, checkProgram } from '@runwright/sandbox';
import { isProgram, languageOf } from './script-programs.ts';

/** Files of one version. */
export const maxFiles = 200;
/** Bytes of one file: 10 MiB. */
const maxFileBytes = 10 * 1024 * 1024;
/** Bytes of all files of a version: 40 MiB. */
const maxBytes = 40 * 1024 * 1024;
/** Characters of a path. */
export const maxPathLength = 255;
/** Archives and machine code have no place in a script. */
const refusedEndings = /\.(?:dll|dylib|exe|node|so|wasm|whl|zip)$/i;

const checkFiles = compileSchema(Type.Object({ files: Type.Array(ScriptFile) }));

/** The files of a version. Throws `invalid_input` with every mistake. `atLeast` is how many there must be. */
export function checkScriptFiles(given: unknown, atLeast = 0): readonly ScriptFile[] {
  const checked = checkFiles({ files: given });
  if (!checked.ok) throw invalidInput('The script cannot be stored', checked.problems);
  const { files } = checked.value;
  const own = [...listProblems(files, atLeast), ...files.flatMap(fileProblems)];
  const problems = own.length > 0 ? own : nameProblems(files);
  if (problems.length > 0) throw invalidInput('The script cannot be stored', problems);
  return files;
}

function listProblems(files: readonly ScriptFile[], atLeast: number): readonly Problem[] {
  const bytes = files.reduce((sum, file) => sum + scriptFileSize(file), 0);
  const { length } = files;
  if (length < atLeast) return [valueError(['files'], 'a version needs a file; give at least one')];
  if (length > maxFiles) return [valueError(['files'], `there are ${length} files; at most ${maxFiles} fit`)];
  if (bytes > maxBytes) return [valueError(['files'], 'the files are larger than 40 MiB together')];
  return [];
}

/** Names that are taken: by another file, by a folder, or by the program of the same block in another language. */
function nameProblems(files: readonly ScriptFile[]): readonly Problem[] {
  const names = new Set<string>();
  const folders = new Set<string>();
  return files.flatMap((file, index) => {
    const name = nameOf(file);
    const above = foldersOf(file.path);
    const taken = names.has(name) || folders.has(file.path) || above.some((folder) => names.has(folder));
    names.add(name);
    for (const folder of above) folders.add(folder);
    if (!taken) return [];
    return [valueError(['files', index, 'path'], `the name \`${name}\` is taken by another file or folder`)];
  });
}

function foldersOf(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** A block has one program, in one language, and a script has one entry. */
function nameOf({ path }: ScriptFile): string {
  return isProgram(path) ? path.replace(/\.ts$/, '.js') : path;
}

function fileProblems(file: ScriptFile, index: number): readonly Problem[] {
  const refusal = pathRefusal(file.path);
  const path = refusal === null ? [] : [valueError(['files', index, 'path'], refusal)];
  const fault = contentFault(file);
  return fault === null ? path : [...path, valueError(['files', index, 'content'], fault)];
}

function pathRefusal(path: string): string | null {
  if (path === '') return 'the path is empty';
  if (path.length > maxPathLength) return `the path is longer than ${maxPathLength} characters`;
  if (path.includes('\0') || path.includes('\\')) return 'the path has a character that no path may have';
  if (/^(?:\/|[a-z]:)/i.test(path)) return 'the path is not relative';
  const segments = path.replaceAll(/%2e/gi, '.').replaceAll(/%2f/gi, '/').split('/');
  if (segments.some((segment) => ['', '.', '..'].includes(segment))) {
    return 'the path has an empty segment, or one that is `.` or `..`';
  }
  return refusedEndings.test(path) ? 'files of this kind have no place in a script' : null;
}

function contentFault(file: ScriptFile): string | null {
  if (scriptFileSize(file) > maxFileBytes) return 'the file is larger than 10 MiB';
  const language = languageOf(file.path);
  if (language === null) return null;
  if (file.encoding === 'base64') return 'the file is not text in UTF-8';
  const source = { source: file.content, language };
  const fault = isProgram(file.path) ? checkProgram(source) : checkModule(source);
  return fault ? fault.message.replace(/^The/, 'the').replace(/\.$/, '') : null;
}
