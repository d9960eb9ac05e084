import { setImmediate } from 'node:timers/promises';
import type { ScriptFile } from '@runwright/contract';
import { RequestProblems } from './error-response.ts';
import type { ScriptFileBody } from './schemas/script-file.ts';

/** Characters that are decoded in one turn of the event loop, unless one file has more: a request may have 60 MB, or 60,000 files. */
const turnCharacters = 256 * 1024;
/** What a file counts besides its content. */
const fileCharacters = 256;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes the files of a request: text where it is text, else bytes. Throws `RequestProblems` for what is no strict base64. */
export async function decodeScriptFiles(files: readonly ScriptFileBody[]): Promise<readonly ScriptFile[]> {
  const decoded: ScriptFile[] = [];
  const wrong: number[] = [];
  let characters = 0;
  for (const [index, { content, encoding = 'base64', path, mime_type: mimeType }] of files.entries()) {
    const stored = encoding === 'utf-8' ? { content } : decode(content);
    if (stored === null) wrong.push(index);
    else decoded.push({ path, ...stored, ...(mimeType ? { mimeType } : {}) });
    characters += content.length + fileCharacters;
    if (characters < turnCharacters) continue;
    characters = 0;
    await setImmediate();
  }
  if (wrong.length === 0) return decoded;
  const message = 'Value error, the content is not strict base64';
  throw new RequestProblems(
    'body',
    wrong.map((index) => ({ path: ['files', index, 'content'], type: 'value_error', message })),
  );
}

/** Null for what is no strict base64. */
function decode(content: string): Pick<ScriptFile, 'content' | 'encoding'> | null {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) return null;
  try {
    return { content: decoder.decode(bytes) };
  } catch {
    return { content, encoding: 'base64' };
  }
}
