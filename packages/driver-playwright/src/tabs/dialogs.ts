import type { DialogAnswer, DialogHandler, PageEvent } from '@runwright/contract';
import { type DialogRules, errorReason, type PageDialogs } from '@runwright/page-actions';
import type { Dialog, Page } from 'playwright-core';
import { copyBeginning } from '../common/copy-beginning.ts';
import { maxBeyondShown } from '../common/secrets.ts';
import { withTimeout } from '../common/with-timeout.ts';

/** Answers the dialogs of one page. */
export interface Dialogs extends PageDialogs {
  /** Forgets what applied to the last document. */
  resetForDocument(): void;
}

/** Options for answering dialogs. */
export interface DialogOptions {
  /** Takes events whose texts are longer than a session shows, see `cutDialog`. */
  readonly note: (event: PageEvent) => void;
  readonly decide: DialogHandler | undefined;
  /** Ends the script that runs in the page. */
  readonly interrupt: () => Promise<void>;
  /** Runs an expression in every document of the page; false when one of them did not take it. */
  readonly run: (expression: string) => Promise<boolean>;
  /** Resolves with true when the page runs scripts within the time. */
  readonly isResponsive: (ms: number) => Promise<boolean>;
  /** Is told when a dialog that nobody can close holds the page for good. */
  readonly onUnresponsive: () => void;
  readonly now: () => number;
}

/** Characters of the texts of a dialog that a session shows. */
const maxText = 500;
const maxKeptText = maxText + maxBeyondShown;
const decisionMs = 10_000;
/** Most dialogs in a row. */
const mostInARow = 50;
/** After so many in a row the next one may well come while the page is left. */
const manyInARow = 3;
/** Time in ms without a dialog after which counting begins again. */
const pauseMs = 1_000;
const muteMs = 1_000;
const mostTries = 5;
/** The browser closes a dialog at once, or not at all. */
const closeMs = 2_000;
/** Time in ms for the next document when it is in another process. */
const nextMs = 4_000;

/** Cuts the texts of a dialog, once they are masked. */
export function cutDialog(event: PageEvent): PageEvent {
  if (event.type !== 'dialog') return event;
  const { text, answer } = event;
  return {
    ...event,
    text: text.slice(0, maxText),
    ...(answer === undefined ? {} : { answer: answer.slice(0, maxText) }),
  };
}

/** Alerts and the question on leaving are accepted; other questions go by the rules, and are answered no without any. */
export function answerDialogs(page: Page, options: DialogOptions): Dialogs {
  const { note, decide, interrupt, run, isResponsive: isFree, onUnresponsive: onLocked, now } = options;
  const waiting = new Set<Promise<void>>();
  let rules: DialogRules | undefined;
  let inARow = 0;
  let lastAt = 0;
  let documents = 0;
  let isMute = false;
  let muting: Promise<void> | null = null;
  let watched: number | null = null;

  const answer = async (dialog: Dialog): Promise<void> => {
    const kind = dialog.type();
    const here = documents;
    const text = copyBeginning(dialog.message(), maxKeptText);
    // A page that was silenced once has said enough, however long it takes to get on.
    inARow = inARow <= mostInARow && now() - lastAt > pauseMs ? 1 : inARow + 1;
    if (inARow > mostInARow) {
      if (inARow === mostInARow + 1) {
        note({ type: 'dialog', kind, text, decision: 'dismissed', silenced: true });
      }
      await stopDialogs(dialog, here);
      lastAt = now();
      return;
    }
    const { accept, text: written } = await decisionOn(dialog, kind, text);
    const typed = kind === 'prompt' && accept ? (written ?? dialog.defaultValue()) : undefined;
    note({
      type: 'dialog',
      kind,
      text,
      decision: accept ? 'accepted' : 'dismissed',
      ...(typed === undefined ? {} : { answer: typed.slice(0, maxKeptText) }),
    });
    await withTimeout(closeMs, close(accept ? dialog.accept(typed) : dialog.dismiss(), here), undefined);
    lastAt = now();
  };

  /** `here` is the document that was there when the dialog opened. */
  const close = (closing: Promise<void>, here: number): Promise<void> =>
    closing.catch((cause: unknown) => {
      // The document gives way: unless the next one is in another process, it waits for this dialog for ever.
      if (/not attached to an active page/i.test(errorReason(cause))) void watch(here);
    });

  const watch = async (here: number): Promise<void> => {
    if (watched === here || documents !== here) return;
    watched = here;
    const isMovingOn = await isFree(nextMs).catch(() => true);
    watched = null;
    if (!isMovingOn && documents === here && !page.isClosed()) onLocked();
  };

  const decisionOn = async (dialog: Dialog, kind: string, text: string): Promise<DialogAnswer> => {
    if (kind === 'alert' || kind === 'beforeunload') return { accept: true };
    if (rules?.answer !== undefined) return { accept: rules.answer === 'accept' };
    const asked = rules?.decide ?? decide;
    if (!asked) return { accept: false };
    const question = {
      kind: kind === 'prompt' ? 'prompt' : 'confirm',
      text: text.slice(0, maxText),
      suggestion: dialog.defaultValue(),
      url: page.url(),
    } as const;
    const ended = AbortSignal.timeout(decisionMs);
    const { promise: late, resolve } = Promise.withResolvers<DialogAnswer>();
    ended.addEventListener('abort', () => resolve({ accept: false }), { once: true });
    const work = Promise.resolve().then(() => asked(question, ended));
    return Promise.race([work.catch(() => ({ accept: false })), late]);
  };

  /** Ends the script that opens dialogs, and disables its dialogs; the document stays. */
  const stopDialogs = async (dialog: Dialog, here: number): Promise<void> => {
    const interrupting = interrupt();
    await withTimeout(closeMs, close(dialog.dismiss(), here), undefined);
    await withTimeout(muteMs, interrupting, undefined);
    void mute();
  };

  const mute = (): Promise<void> => {
    muting ??= disableDialogs().finally(() => {
      muting = null;
    });
    return muting;
  };

  /** Ending a script may fail an attempt. Dialogs of the next document stay enabled. */
  const disableDialogs = async (): Promise<void> => {
    const here = documents;
    for (let left = mostTries; left > 0 && documents === here; left -= 1) {
      const isTaken = await withTimeout(muteMs, run(`(${muteDialogs})()`), null);
      isMute = isTaken === true && documents === here;
      if (isMute) return;
      if (isTaken === null) await withTimeout(muteMs, interrupt(), undefined);
    }
  };

  page.on('dialog', (dialog) => {
    isMute = false;
    const work = answer(dialog).finally(() => waiting.delete(work));
    waiting.add(work);
  });

  return {
    resetForDocument() {
      inARow = 0;
      documents += 1;
      isMute = false;
    },
    setRules(next) {
      rules = next;
      return () => {
        if (rules === next) rules = undefined;
      };
    },
    async waitUntilAnswered() {
      while (waiting.size > 0) await Promise.all(waiting);
    },
    async muteBeforeLeaving() {
      // A dialog that opens while its document gives way can be closed by nobody, and holds up the next document for ever.
      if (!isMute && inARow >= manyInARow && now() - lastAt <= pauseMs) await mute();
    },
  };
}

/** Runs inside the page. */
function muteDialogs(): void {
  window.alert = () => undefined;
  window.confirm = () => false;
  window.prompt = () => null;
}
