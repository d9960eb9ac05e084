import { RunwrightError, type ScriptFile, scriptFileBytes } from '@runwright/contract';
import type { HostFunctions, JsonValue } from '@runwright/sandbox';

/** The functions of a program's `script`: what it reads of the other files of its script. */
export function scriptFunctions(files: readonly ScriptFile[]): HostFunctions {
  const find = (path: JsonValue | undefined): ScriptFile => {
    const file = files.find((one) => one.path === path);
    if (file) return file;
    throw new RunwrightError(
      'block_failed',
      `The script has no file \`${String(path).slice(0, 255)}\`. Name one of its files by its whole path.`,
    );
  };
  return {
    text: async ([path]) => {
      const file = find(path);
      if (file.encoding !== 'base64') return file.content;
      throw new RunwrightError(
        'block_failed',
        `The file \`${file.path}\` is not text. Read it with \`script.base64\`.`,
      );
    },
    base64: async ([path]) => Buffer.from(scriptFileBytes(find(path))).toString('base64'),
  };
}
