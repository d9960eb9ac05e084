import { type OpenedFile, type PageAction, RunwrightError } from '@runwright/contract';
import type { FileChooser } from 'playwright-core';
import {
  addChunk,
  dropFiles,
  finishFile,
  type FileTransfer,
  findNearbyFileField,
  findFileField,
  setFieldFiles,
  createFileTransfer,
  countShownNames,
  readFileField,
} from '../in-page/file-basket.ts';
import { type ActionContext, isTarget, type Target, resolveTarget } from './hands.ts';
import { done, failed, type Outcome } from './outcome.ts';
import { press } from './press.ts';
import { describeChangedDestination } from './reveal.ts';

type Upload = Extract<PageAction, { action_type: 'upload_file' }>;

const largestBytes = 100 * 1024 * 1024;
/** Bytes that go into the page in one call. */
const partBytes = 3 * 1024 * 1024;
/** A page that opens a chooser does so soon after it was pressed. */
const chooserMs = 1_500;
/** Into the page of a large file. */
const callMs = 60_000;

/**
 * `upload_file`: into a file field, whether it is drawn or not; else through the chooser that a press opens, the only field
 * near by, or by dropping the files. What the page shows afterwards decides.
 */
export async function uploadFile(hands: ActionContext, action: Upload): Promise<Outcome> {
  const target = await resolveTarget(hands, action.id);
  if (!isTarget(target)) return target;
  const elsewhere = await describeChangedDestination(hands, target);
  if (elsewhere !== null)
    return failed('blocked_destination', `${elsewhere} No file is given to it.`, { target: target.about });
  const files = await filesFor(hands, [action.file].flat());
  if ('status' in files) return { ...files, target: target.about };
  const names = files.map(({ name }) => name);
  const before = await target.call(countShownNames, names);
  const watch = await hands.watch();
  const given = await giveFiles(hands, target, files);
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
  hands: ActionContext,
  references: readonly string[],
): Promise<readonly OpenedFile[] | Outcome> {
  const { file } = hands;
  if (!file) return failed('unsupported', 'There are no files here that could be uploaded.');
  const files: OpenedFile[] = [];
  for (const reference of references) {
    try {
      const opened = await file(reference);
      if (opened.bytes.length > largestBytes) {
        return failed(
          'unsupported',
          `\`${opened.name}\` is larger than 100 MiB, which is the most that is uploaded.`,
        );
      }
      files.push(opened);
    } catch (cause) {
      if (!RunwrightError.is(cause) || hands.signal.aborted) throw cause;
      if (cause.code === 'egress_denied') return failed('blocked_destination', cause.message);
      return failed('file_unavailable', cause.message);
    }
  }
  return files;
}

/** How the files were given; `field` counts those that the field holds now. */
interface Given {
  readonly field: (() => Promise<number>) | null;
}

async function giveFiles(hands: ActionContext, target: Target, files: readonly OpenedFile[]): Promise<Given | Outcome> {
  const own = await target.callForTarget(findFileField);
  if (own) return fillFileField(hands, own, files);
  let pressed: Outcome | undefined;
  const chooser = await hands.tab.fileChoosers.waitForChooser(async () => {
    pressed = await press(hands, target).catch(() => undefined);
  }, chooserMs);
  if (pressed?.code === 'disabled') return pressed;
  if (chooser) return fillChooser(chooser, files);
  const near = await target.callForTarget(findNearbyFileField).catch(() => null);
  if (near) return fillFileField(hands, near, files);
  const basket = await createTransferAt(hands, target);
  await copyFiles(basket, files);
  if (await basket.run(dropFiles, null)) return { field: null };
  return failed(
    'upload_not_accepted',
    `${target.called} takes no file: pressing it opens no chooser, no file field is near by, and it is no drop zone.`,
    { dispatch: 'dom' },
  );
}

async function fillFileField(hands: ActionContext, field: Target, files: readonly OpenedFile[]): Promise<Given | Outcome> {
  const { disabled, multiple } = await field.call(readFileField);
  if (disabled) return failed('disabled', `The file field of ${field.called} is disabled.`);
  if (!multiple && files.length > 1) return onlyOne(field.called);
  const basket = await createTransferAt(hands, field);
  await copyFiles(basket, files);
  await basket.run(setFieldFiles, null);
  return { field: async () => (await field.call(readFileField)).count };
}

async function fillChooser(chooser: FileChooser, files: readonly OpenedFile[]): Promise<Given | Outcome> {
  if (!chooser.isMultiple() && files.length > 1) return onlyOne('The chooser that opens');
  const held = await chooser.element().evaluateHandle(createFileTransfer);
  const basket: TransferHandle = {
    // The library sends the function's text, and its own types ask for more than a text needs.
    run: (inPage, parameter) => held.evaluate(inPage as never, parameter as never) as never,
  };
  await copyFiles(basket, files);
  await basket.run(setFieldFiles, null);
  const count = async (): Promise<number> => (await chooser.element().evaluate(readFileField)).count;
  return { field: count };
}

/** A basket in the page, whoever reaches it. */
interface TransferHandle {
  run<Parameter, Result>(
    inPage: (basket: FileTransfer, parameter: Parameter) => Result,
    parameter: Parameter,
  ): Promise<Result>;
}

async function createTransferAt({ limits }: ActionContext, { found }: Target): Promise<TransferHandle> {
  const { frame, handle } = found;
  const held = await frame.callForHandle(handle, `function () { return (${createFileTransfer})(this); }`, [], limits);
  if (!held) throw new Error('the page answered with nothing');
  return {
    async run(inPage, parameter) {
      const source = `function (parameter) { return (${inPage})(this, parameter); }`;
      const given = parameter as string | object | null;
      const answer = await frame.call(held, source, [given], { ...limits, timeoutMs: callMs });
      return answer as never;
    },
  };
}

async function copyFiles(basket: TransferHandle, files: readonly OpenedFile[]): Promise<void> {
  for (const { name, contentType, bytes } of files) {
    for (let from = 0; from < bytes.length; from += partBytes) {
      await basket.run(addChunk, Buffer.from(bytes.subarray(from, from + partBytes)).toString('base64'));
    }
    await basket.run(finishFile, { name, type: contentType ?? '' });
  }
}

function onlyOne(what: string): Outcome {
  return failed('unsupported', `${what} takes one file at a time. Upload them one after the other.`);
}
