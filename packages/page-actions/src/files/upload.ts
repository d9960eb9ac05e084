import { type OpenedFile, type PageActionOf, RunwrightError, readWhole } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import {
  addChunk,
  countShownNames,
  createFileTransfer,
  dropFiles,
  type FileTransfer,
  findFileField,
  findNearbyFileField,
  finishFile,
  readFileField,
  setFieldFiles,
} from '../in-page/file-transfer.ts';
import { press } from '../pointer/press.ts';
import type { PageFileChooser, PageObject } from '../port.ts';
import { isTarget, resolveTarget, type Target } from '../targets/target.ts';
import { describeChangedDestination } from '../typing/reveal-secrets.ts';

type Upload = PageActionOf<'upload_file'>;

const largestBytes = 100 * 1024 * 1024;
/** Bytes that are in memory, and go into the page in one call. */
const partBytes = 3 * 1024 * 1024;
/** A page that opens a chooser does so soon after it was pressed. */
const chooserMs = 1_500;
/** Into the page of a large file. */
const callMs = 60_000;

/**
 * `upload_file`: into a file field, whether it is drawn or not; else through the chooser that a press opens, the only field
 * near by, or by dropping the files. What the page shows afterwards decides.
 */
export async function uploadFile(context: ActionContext, action: Upload): Promise<ActionOutcome> {
  const target = await resolveTarget(context, action.id);
  if (!isTarget(target)) return target;
  const elsewhere = await describeChangedDestination(context, target);
  if (elsewhere !== null)
    return failed('blocked_destination', `${elsewhere} No file is given to it.`, { target: target.about });
  const files = await filesFor(context, [action.file].flat());
  if ('status' in files) return { ...files, target: target.about };
  const names = files.map(({ name }) => name);
  const before = await target.call(countShownNames, names);
  const watch = await context.watch();
  const given = await giveFiles(context, target, files);
  if ('status' in given) return { ...given, target: target.about };
  await watch.settle();

  const count = given.field ? await given.field().catch(() => 0) : 0;
  const after = await target.call(countShownNames, names).catch(() => null);
  const isShown = after !== null && names.every((_, index) => (after[index] ?? 0) > (before[index] ?? 0));
  const called = names.map((name) => `\`${name}\``).join(', ');
  // A page that has moved on has taken them along.
  if (count >= files.length || isShown || after === null) {
    return done(`${target.called} took ${called}.`, { target: target.about, dispatch: 'dom', wait: 'done' });
  }
  return failed(
    'upload_not_accepted',
    `${called} ${files.length === 1 ? 'was' : 'were'} given to ${target.called}, and the page shows nothing of it. Look for a message about kind or size, or choose the field or drop zone itself.`,
    { target: target.about, dispatch: 'dom', wait: 'done' },
  );
}

/** The files, or the outcome that says why one of them cannot be had. */
async function filesFor(
  context: ActionContext,
  references: readonly string[],
): Promise<readonly OpenedFile[] | ActionOutcome> {
  const { openFile } = context;
  if (!openFile) return failed('unsupported', 'There are no files here that could be uploaded.');
  const files: OpenedFile[] = [];
  for (const reference of references) {
    try {
      const opened = await openFile(reference);
      if (opened.size > largestBytes) {
        return failed(
          'unsupported',
          `\`${opened.name}\` is larger than 100 MiB, which is the most that is uploaded.`,
        );
      }
      files.push(opened);
    } catch (cause) {
      return unavailable(context, cause);
    }
  }
  return files;
}

/** Returns the outcome for a file that cannot be opened or read. */
function unavailable({ signal }: ActionContext, cause: unknown): ActionOutcome {
  if (!RunwrightError.is(cause) || signal.aborted) throw cause;
  if (cause.code === 'egress_denied' && cause.details.unresolved !== true)
    return failed('blocked_destination', cause.message);
  return failed('file_unavailable', cause.message);
}

/** Result of passing the files to the page; `field` counts those that the field holds now. */
interface Given {
  readonly field: (() => Promise<number>) | null;
}

async function giveFiles(
  context: ActionContext,
  target: Target,
  files: readonly OpenedFile[],
): Promise<Given | ActionOutcome> {
  const own = await target.callForTarget(findFileField);
  if (own) return fillFileField(context, own, files);
  let pressed: ActionOutcome | undefined;
  const chooser = await context.tab.fileChoosers.waitForChooser(async () => {
    pressed = await press(context, target).catch(() => undefined);
  }, chooserMs);
  if (pressed?.code === 'disabled') return pressed;
  if (chooser) return fillChooser(context, chooser, files);
  const near = await target.callForTarget(findNearbyFileField).catch(() => null);
  if (near) return fillFileField(context, near, files);
  const transfer = await createTransferAt(context, target);
  const unread = await copyFiles(context, transfer, files);
  if (unread) return unread;
  if (await transfer.call(dropFiles, null)) return { field: null };
  return failed(
    'upload_not_accepted',
    `${target.called} takes no file: pressing it opens no chooser, no file field is near by, and it is no drop zone.`,
    { dispatch: 'dom' },
  );
}

async function fillFileField(
  context: ActionContext,
  field: Target,
  files: readonly OpenedFile[],
): Promise<Given | ActionOutcome> {
  const { disabled, multiple } = await field.call(readFileField);
  if (disabled) return failed('disabled', `The file field of ${field.called} is disabled.`);
  if (!multiple && files.length > 1) return onlyOne(field.called);
  const transfer = await createTransferAt(context, field);
  const unread = await copyFiles(context, transfer, files);
  if (unread) return unread;
  await transfer.call(setFieldFiles, null);
  return { field: async () => (await field.call(readFileField)).count };
}

async function fillChooser(
  context: ActionContext,
  chooser: PageFileChooser,
  files: readonly OpenedFile[],
): Promise<Given | ActionOutcome> {
  if (!chooser.isMultiple() && files.length > 1) return onlyOne('The chooser that opens');
  const transfer = await chooser.createObject(createFileTransfer);
  const unread = await copyFiles(context, transfer, files);
  if (unread) return unread;
  await transfer.call(setFieldFiles, null);
  return { field: async () => (await chooser.call(readFileField)).count };
}

async function createTransferAt(
  { limits }: ActionContext,
  { found }: Target,
): Promise<PageObject<FileTransfer>> {
  const { frame, handle } = found;
  const held = await frame.callForHandle(
    handle,
    `function () { return (${createFileTransfer})(this); }`,
    [],
    limits,
  );
  if (!held) throw new Error('the page answered with nothing');
  return {
    async call(inPage, parameter) {
      const source = `function (parameter) { return (${inPage})(this, parameter); }`;
      const given = parameter as string | object | null;
      const answer = await frame.call(held, source, [given], { ...limits, timeoutMs: callMs });
      return answer as never;
    },
  };
}

/** Copies files into the page part by part; returns the outcome when one of them cannot be read. */
async function copyFiles(
  context: ActionContext,
  transfer: PageObject<FileTransfer>,
  files: readonly OpenedFile[],
): Promise<ActionOutcome | null> {
  for (const file of files) {
    for (let start = 0; start < file.size; start += partBytes) {
      const size = Math.min(partBytes, file.size - start);
      const read = () => file.read({ start, end: start + size });
      const part = await readWhole({ size, read }).catch((cause: unknown) => unavailable(context, cause));
      if (!(part instanceof Uint8Array)) return part;
      await transfer.call(
        addChunk,
        Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('base64'),
      );
    }
    await transfer.call(finishFile, { name: file.name, type: file.contentType ?? '' });
  }
  return null;
}

function onlyOne(what: string): ActionOutcome {
  return failed('unsupported', `${what} takes one file at a time. Upload them one after the other.`);
}
