import type { BrowserState, OriginState } from '@runwright/contract';
import type { BrowserContext } from 'playwright-core';
import { withTimeout } from '../common/with-timeout.ts';
import { type OpenDocument, openDocuments, readStorage } from './open-documents.ts';
import type { StorageChanges } from './storage-changes.ts';

/** Result of the last complete reading. */
interface Reading {
  /** From its beginning. Changes with a larger number are not in it. */
  readonly mark: number;
  readonly origins: readonly OriginState[];
}

/** Time to read the documents that are open; then everything is read. */
const readMs = 3_000;

/**
 * Creates a function that reads cookies and storage as `readAll` does, without visiting origins that cannot have changed.
 *
 * An origin that had a document or a worker counts as changed. While a document of it is open, its storage is read there.
 * When there is none any more, or it has databases, everything is read. It counts as unchanged again when two whole
 * readings, one after the other, have found no document and no worker of it: one that is left may still write while the
 * first of them runs.
 *
 * @param isEmpty whether the browser had no storage when `changes` began
 */
export function incrementalState(
  context: BrowserContext,
  changes: StorageChanges,
  options: { readonly isEmpty: boolean; readonly readAll: () => Promise<BrowserState> },
): () => Promise<BrowserState> {
  /** Origins that a whole reading has found without a document or a worker, each with the mark of its end. */
  const left = new Map<string, number>();
  let last: Reading | null = options.isEmpty ? { mark: 0, origins: [] } : null;

  return async () => {
    const begun = changes.mark();
    const reading = async () => {
      const open = await readDocuments();
      return { open, known: open && (await readOpen(open)) };
    };
    const { open, known } = await withTimeout(readMs, reading(), { open: null, known: null });
    if (known !== null) return known;
    const state = await options.readAll();
    if (last === null || begun >= last.mark) last = { mark: begun, origins: state.origins };
    settle(begun, open);
    return state;
  };

  async function readDocuments(): Promise<readonly OpenDocument[] | null> {
    const [documents] = await Promise.all([openDocuments(context), changes.noteWorkers()]);
    return documents;
  }

  /** Null when there is something that no open document tells. */
  async function readOpen(documents: readonly OpenDocument[]): Promise<BrowserState | null> {
    const from = last;
    for (const { origin } of documents) if (origin && !changes.changed.has(origin)) changes.note(origin);
    const places = new Map(
      documents.flatMap((each) => (each.origin === null || each.isPartitioned ? [] : [[each.origin, each]])),
    );
    const isKnown = async (): Promise<boolean> =>
      from !== null &&
      from.mark >= (await changes.clearedAt()) &&
      [...changes.changed.keys()].every((one) => places.has(one));
    if (from === null || !(await isKnown())) return null;
    const wanted = [...changes.changed.keys()].flatMap((origin) => places.get(origin) ?? []);
    const [cookies, ...found] = await Promise.all([context.cookies(), ...wanted.map(readStorage)]);
    const read = found.filter((each) => each !== null);
    // What has come meanwhile is not in what was read.
    if (read.length < found.length || !(await isKnown())) return null;
    const isRead = new Set(read.map(({ origin }) => origin));
    const origins = [
      ...from.origins.filter(({ origin }) => !isRead.has(origin)),
      ...read.filter(({ localStorage }) => localStorage.length > 0),
    ];
    return { cookies, origins };
  }

  function settle(begun: number, open: readonly OpenDocument[] | null): void {
    const isOpen = new Set(open?.map(({ origin }) => origin));
    for (const [origin, changedAt] of [...changes.changed]) {
      const isLeft = open !== null && changedAt <= begun && !isOpen.has(origin);
      const leftAt = left.get(origin);
      left.delete(origin);
      if (!isLeft) continue;
      if (leftAt !== undefined && changedAt <= leftAt && leftAt <= begun) changes.forget(origin);
      else {
        changes.watch(origin);
        left.set(origin, changes.mark());
      }
    }
  }
}
