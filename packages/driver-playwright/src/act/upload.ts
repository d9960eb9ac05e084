import { type OpenedFile, type PageAction, RunwrightError } from '@runwright/contract';
import type { FileChooser } from 'playwright-core';
import {
  addPart,
  dropFiles,
  endFile,
  type FileBasket,
  fieldNear,
  fieldOf,
  fillField,
  makeBasket,
  namesShown,
  readField,
} from '../in-page/file-basket.ts';
import { type Hands, isTarget, type Target, targetOf } from './hands.ts';
import { done, failed, type Outcome } from './outcome.ts';
import { press } from './press.ts';
import { sendsElsewhere } from './reveal.ts';

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
export async function uploadFile(hands: Hands, action: Upload): Promise<Outcome> {
  const target = await targetOf(hands, action.id);
  if (!isTarget(target)) return target;
  const elsewhere = await sendsElsewhere(hands, target);
  if (elsewhere !== null)
    return failed('blocked_destination', `${elsewhere} No file is given to it.`, { target: target.about });
  const files = await filesFor(hands, [action.file].flat());
  if ('status' in files) return { ...files, target: target.about };
  const names = files.map(({ name }) => name);
  const before = await target.call(namesShown, names);
  const watch = await hands.watch();
  const given = await give(hands, target, files);
  if ('status' in given) return { ...given, target: target.about };
  await watch.settle();

  const count = given.field ? await given.field().catch(() => 0) : 0;
  const after = await target.call(namesShown, names).catch(() => null);
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
  hands: Hands,
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

async function give(hands: Hands, target: Target, files: readonly OpenedFile[]): Promise<Given | Outcome> {
  const own = await target.other(fieldOf);
  if (own) return fill(hands, own, files);
  let pressed: Outcome | undefined;
  const chooser = await hands.tab.choosers.during(async () => {
    pressed = await press(hands, target).catch(() => undefined);
  }, chooserMs);
  if (pressed?.code === 'disabled') return pressed;
  if (chooser) return choose(chooser, files);
  const near = await target.other(fieldNear).catch(() => null);
  if (near) return fill(hands, near, files);
  const basket = await basketAt(hands, target);
  await putIn(basket, files);
  if (await basket.run(dropFiles, null)) return { field: null };
  return failed(
    'upload_not_accepted',
    `${target.called} takes no file: pressing it opens no chooser, no file field is near by, and it is no drop zone.`,
    { dispatch: 'dom' },
  );
}

async function fill(hands: Hands, field: Target, files: readonly OpenedFile[]): Promise<Given | Outcome> {
  const { disabled, multiple } = await field.call(readField);
  if (disabled) return failed('disabled', `The file field of ${field.called} is disabled.`);
  if (!multiple && files.length > 1) return onlyOne(field.called);
  const basket = await basketAt(hands, field);
  await putIn(basket, files);
  await basket.run(fillField, null);
  return { field: async () => (await field.call(readField)).count };
}

async function choose(chooser: FileChooser, files: readonly OpenedFile[]): Promise<Given | Outcome> {
  if (!chooser.isMultiple() && files.length > 1) return onlyOne('The chooser that opens');
  const held = await chooser.element().evaluateHandle(makeBasket);
  const basket: Basket = {
    // The library sends the function's text, and its own types ask for more than a text needs.
    run: (inPage, parameter) => held.evaluate(inPage as never, parameter as never) as never,
  };
  await putIn(basket, files);
  await basket.run(fillField, null);
  const count = async (): Promise<number> => (await chooser.element().evaluate(readField)).count;
  return { field: count };
}

/** A basket in the page, whoever reaches it. */
interface Basket {
  run<Parameter, Result>(
    inPage: (basket: FileBasket, parameter: Parameter) => Result,
    parameter: Parameter,
  ): Promise<Result>;
}

async function basketAt({ limits }: Hands, { found }: Target): Promise<Basket> {
  const { frame, handle } = found;
  const held = await frame.callForHandle(handle, `function () { return (${makeBasket})(this); }`, [], limits);
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

async function putIn(basket: Basket, files: readonly OpenedFile[]): Promise<void> {
  for (const { name, contentType, bytes } of files) {
    for (let from = 0; from < bytes.length; from += partBytes) {
      await basket.run(addPart, Buffer.from(bytes.subarray(from, from + partBytes)).toString('base64'));
    }
    await basket.run(endFile, { name, type: contentType ?? '' });
  }
}

function onlyOne(what: string): Outcome {
  return failed('unsupported', `${what} takes one file at a time. Upload them one after the other.`);
}
