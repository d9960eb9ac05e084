/** Parsed reference of a user to a file. */
export type FileReference =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'artifact'; readonly id: string }
  | { readonly kind: 'file'; readonly id: string }
  /** The run's folder of downloads. */
  | { readonly kind: 'downloads' }
  /** A file of this run, by its name. */
  | { readonly kind: 'name'; readonly name: string }
  /** No reference to any file; the reason ends a sentence. */
  | { readonly kind: 'none'; readonly reason: string };

/** The folder that holds the downloads of a run, as references and `file_path` name it. */
export const downloadsFolder = 'downloads';

/** Accepted forms of a reference, for messages. */
export const fileReferenceForms =
  'a URL, an artifact URI, the name of a file of this run, `downloads`, or the output of a block that brought one';

/**
 * Reads a reference to one file: a text, `{"s3uri": …}`, a file as an output shows it, or the whole output of a block,
 * of which the first of `downloaded_files` is taken. Paths of the host and schemes other than http and https are none.
 */
export function fileReference(value: unknown): FileReference {
  if (typeof value === 'string') return ofText(value.trim());
  if (Array.isArray(value))
    return value.length === 0 ? none('the list of files is empty') : fileReference(value[0]);
  if (typeof value !== 'object' || value === null) return none(`it is ${describe(value)}`);
  const members = value as { readonly [name: string]: unknown };
  if (Array.isArray(members.downloaded_files) && members.downloaded_files.length > 0) {
    return fileReference(members.downloaded_files[0]);
  }
  for (const name of ['artifact_uri', 'file_id', 's3uri', 'file_path', 'url', 'filename']) {
    const text = members[name];
    if (typeof text === 'string' && text.trim() !== '') return ofText(text.trim());
  }
  return none('the output names no downloaded file');
}

/**
 * Reads a reference to any number of files: as {@link fileReference}, but of a block's output, or of a list, every entry
 * counts.
 */
export function fileReferences(value: unknown): readonly FileReference[] {
  if (Array.isArray(value)) return value.flatMap(fileReferences);
  if (typeof value === 'object' && value !== null && 'downloaded_files' in value) {
    const { downloaded_files: files } = value;
    if (Array.isArray(files)) return files.map(fileReference);
  }
  return [fileReference(value)];
}

const scheme = /^([a-z][a-z0-9+.-]*):/i;
const uri = /^(?:artifact|runwright):\/\/(?:files\/)?([A-Za-z]+_[A-Za-z0-9]+)$/;
const id = /^([a-z])_\d{6,}$/;

function ofText(text: string): FileReference {
  if (text === '') return none('it is empty');
  if (/^https?:\/\//i.test(text)) return { kind: 'url', url: text };
  const named = uri.exec(text)?.[1] ?? (id.test(text) ? text : null);
  if (named?.startsWith('f_')) return { kind: 'file', id: named };
  if (named?.startsWith('a_')) return { kind: 'artifact', id: named };
  const foreign = scheme.exec(text)?.[1];
  if (foreign !== undefined && text.includes('/')) return none(`the scheme \`${foreign}\` is not read`);
  return ofPath(text.replace(/^\.\//, ''), text);
}

function ofPath(path: string, text: string): FileReference {
  const folder = new RegExp(`^${downloadsFolder}/*$`);
  if (folder.test(path)) return { kind: 'downloads' };
  const name = path.startsWith(`${downloadsFolder}/`) ? path.slice(downloadsFolder.length + 1) : path;
  if (/[/\\\0]/.test(name) || name === '..' || name === '.') {
    return none(`\`${text}\` is a path, and paths of the host are never read`);
  }
  return { kind: 'name', name };
}

function describe(value: unknown): string {
  return value === null || value === undefined ? 'empty' : `a ${typeof value}`;
}

function none(reason: string): FileReference {
  return { kind: 'none', reason };
}
