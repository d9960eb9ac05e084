import type { ScriptFile } from '@runwright/contract';
import { RequestProblems } from './error-response.ts';
import type { ScriptFileBody } from './schemas/script-file.ts';

/** Decodes the files of a request: text where it is text, else bytes. Throws `RequestProblems` for what is no strict base64. */
export function decodeScriptFiles(files: readonly ScriptFileBody[]): readonly ScriptFile[] {
  const problems = files.flatMap(({ content, encoding = 'base64' }, index) => {
    if (encoding === 'utf-8' || Buffer.from(content, 'base64').toString('base64') === content) return [];
    const message = 'Value error, the content is not strict base64';
    return [{ path: ['files', index, 'content'], type: 'value_error', message }];
  });
  if (problems.length > 0) throw new RequestProblems('body', problems);
  return files.map((file) => ({
    path: file.path,
    ...decoded(file),
    ...(file.mime_type ? { mimeType: file.mime_type } : {}),
  }));
}

function decoded({ content, encoding = 'base64' }: ScriptFileBody): Pick<ScriptFile, 'content' | 'encoding'> {
  if (encoding === 'utf-8') return { content };
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { content: decoder.decode(Buffer.from(content, 'base64')) };
  } catch {
    return { content, encoding: 'base64' };
  }
}
