import type { ScriptFile } from '@runwright/contract';
import { RequestProblems } from './error-response.ts';
import type { ScriptFileBody } from './schemas/script-file.ts';

/** Decodes the files of a request as text. Throws `RequestProblems` for contents that are no text. */
export function decodeScriptFiles(files: readonly ScriptFileBody[]): readonly ScriptFile[] {
  const texts = files.map(textOf);
  const problems = texts.flatMap((text, index) => {
    if (text !== null) return [];
    const message = 'Value error, the content is not UTF-8 text in strict base64';
    return [{ path: ['files', index, 'content'], type: 'value_error', message }];
  });
  if (problems.length > 0) throw new RequestProblems('body', problems);
  return files.map(({ path, mime_type: mimeType }, index) => ({
    path,
    content: texts[index] ?? '',
    ...(mimeType ? { mimeType } : {}),
  }));
}

function textOf({ content, encoding = 'base64' }: ScriptFileBody): string | null {
  if (encoding === 'utf-8') return content;
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
