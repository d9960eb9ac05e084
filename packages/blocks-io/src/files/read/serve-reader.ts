import type { ByteSource } from '@runwright/contract';
import { openEditor, type PdfEditor } from '../pdf/open-editor.ts';
import { readCsv } from './csv.ts';
import { readDocx } from './docx.ts';
import { readExcel } from './excel.ts';
import { startMemoryGuard } from './memory-guard.ts';
import { readPdf, readPdfLayout } from './pdf.ts';
import type { ReaderAnswer, ReaderRequest, ReaderTask } from './reader-tasks.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { listZipEntries, readZipEntries, type ZipArchive } from './zip.ts';

/** Largest result of a task, in characters of JSON: more than a run stores. */
const maxResultCharacters = 32 * 1024 * 1024;
/** Characters of the items of a list that are sent in one message. */
const maxMessageCharacters = 1024 * 1024;
/** Bytes of an archive that are asked for at once. */
const rangeBytes = 4 * 1024 * 1024;

/** Never aborted: to cancel, the parent kills this process. */
const { signal } = new AbortController();
let archive: ZipArchive | null = null;
let editor: PdfEditor | null = null;
let waiting: ((bytes: Uint8Array) => void) | null = null;

// Before anything is read: what a parser throws late is the failure of its task, and the last answer of this process.
process.on('uncaughtException', (error) => send(describeFailure(error), () => process.exit(1)));
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  const request = message as ReaderRequest;
  if (request.type === 'bytes') return waiting?.(request.bytes);
  execute(request.task).then(
    (answers) => {
      for (const answer of answers) send(answer);
    },
    (error: unknown) => send(describeFailure(error)),
  );
});
startMemoryGuard();

async function execute(task: ReaderTask): Promise<readonly ReaderAnswer[]> {
  const result = await runTask(task);
  if (result === null || result instanceof Uint8Array) return [{ type: 'bytes', bytes: result }];
  const texts = Array.isArray(result) ? writeItems(result) : [JSON.stringify(result)];
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > maxResultCharacters) {
    const name = 'name' in task ? task.name : 'the file';
    throw new UnreadableFile(
      `Cannot read \`${name}\`: its content has ${length} characters as JSON, and at most ${maxResultCharacters} are allowed. Split it.`,
    );
  }
  if (!Array.isArray(result)) return texts.map((text) => ({ type: 'json', text }));
  return texts.map((text, index) => ({ type: 'items', text, isLast: index === texts.length - 1 }));
}

/** Writes the items of a list as one or more lists in JSON. */
function writeItems(items: readonly unknown[]): readonly string[] {
  const texts: string[] = [];
  let part: string[] = [];
  let length = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    if (length + text.length > maxMessageCharacters && part.length > 0) {
      texts.push(`[${part}]`);
      [part, length] = [[], 0];
    }
    part.push(text);
    length += text.length;
  }
  return [...texts, `[${part}]`];
}

function runTask(task: ReaderTask): Promise<unknown> {
  switch (task.kind) {
    case 'csv':
      return readCsv(task.bytes, task.charset);
    case 'excel':
      return readExcel(task.bytes, signal);
    case 'docx':
      return readDocx(task.bytes, signal);
    case 'pdf':
      return readPdf(task.bytes, task.name);
    case 'layout':
      return readPdfLayout(task.bytes, task.name);
    case 'names':
      return listZipEntries(createSource(task.size));
    case 'entries':
    case 'part':
      return unpack(task);
    default:
      return edit(task);
  }
}

async function unpack(task: ReaderTask<'entries' | 'part'>): Promise<unknown> {
  if (task.kind === 'entries') {
    archive = await readZipEntries(createSource(task.size), task.name);
    return archive.entries;
  }
  if (archive === null) throw new Error('the archive is not open');
  return archive.nextPart(task.entry);
}

async function edit(task: ReaderTask<'edit' | 'form' | 'fill' | 'draw' | 'cut' | 'save'>): Promise<unknown> {
  if (task.kind === 'edit') {
    editor = await openEditor(task.bytes, task.name);
    return { pageCount: editor.pageCount };
  }
  if (editor === null) throw new Error('the PDF is not open');
  switch (task.kind) {
    case 'form':
      return editor.form();
    case 'fill':
      return editor.fill(task.values);
    case 'draw':
      return editor.draw(task.placements);
    case 'cut':
      return editor.cut(task);
    case 'save':
      return editor.save();
  }
}

/** The archive, whose bytes the parent has. */
function createSource(size: number): ByteSource {
  return {
    size,
    async *read({ start = 0, end = size } = {}) {
      for (let at = start; at < Math.min(end, size); ) {
        const bytes = await askFor(at, Math.min(at + rangeBytes, end, size));
        if (bytes.length === 0) return;
        at += bytes.length;
        yield bytes;
      }
    },
  };
}

/** Ranges are asked for one after the other. */
let lastRange: Promise<unknown> = Promise.resolve();
function askFor(start: number, end: number): Promise<Uint8Array> {
  const range = lastRange.then(
    () =>
      new Promise<Uint8Array>((resolve) => {
        waiting = resolve;
        send({ type: 'read', start, end });
      }),
  );
  lastRange = range;
  return range;
}

function send(answer: ReaderAnswer, sent: () => void = () => undefined): void {
  process.send?.(answer, sent);
}

function describeFailure(error: unknown): ReaderAnswer {
  return {
    type: 'failed',
    message: error instanceof Error ? error.message : String(error),
    isSentence: error instanceof UnreadableFile,
  };
}
