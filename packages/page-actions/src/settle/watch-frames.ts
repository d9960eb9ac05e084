import type { CallLimits, FrameChannel, PageChannel } from '@runwright/page-reader';
import { observeStability } from '../in-page/document-stability.ts';

/** State of a document as the page reports it. */
export interface FrameState {
  /** Number of changes since the watch began. */
  readonly changes: number;
  /** Milliseconds since the last change. */
  readonly calmMs: number;
  readonly isBusy: boolean;
  readonly hasScrolled: boolean;
  /** The focus has moved. */
  readonly hasFocused: boolean;
}

/** A watch on one document. */
export interface FrameWatch {
  /** Returns the state after two more animation frames; null when the document is gone or does not answer. */
  poll(limits: CallLimits): Promise<FrameState | null>;
  end(limits: CallLimits): void;
}

/** Time in ms for a document to run a script. */
const beginMs = 2_000;

/** Begins to watch these documents; those that do not answer are left out. */
export async function watchFrames(
  frames: readonly (FrameChannel | null)[],
  isNew: boolean,
  limits: CallLimits,
): Promise<readonly FrameWatch[]> {
  const watches = await Promise.all(
    frames.map((frame) => frame && watchFrame(frame, isNew, { ...limits, timeoutMs: beginMs })),
  );
  return watches.filter((watch) => watch !== null);
}

/** The main frame as it is now; null when it has no document that answers. */
export function readMainFrame(channel: PageChannel, limits: CallLimits): Promise<FrameChannel | null> {
  return channel.main(limits).catch(() => null);
}

async function watchFrame(
  frame: FrameChannel,
  isNew: boolean,
  limits: CallLimits,
): Promise<FrameWatch | null> {
  const handle = await frame.evaluate(`(${observeStability})(${isNew})`, limits).catch(() => null);
  if (!handle) return null;
  return {
    async poll(callLimits) {
      const reading = frame.call(handle, 'function () { return this.read(); }', [], callLimits);
      const answer = await reading.catch(() => null);
      return typeof answer === 'object' && answer !== null ? stateOf({ ...answer }) : null;
    },
    end(callLimits) {
      frame.call(handle, 'function () { this.end(); }', [], callLimits).catch(() => undefined);
    },
  };
}

function stateOf(answer: Record<string, unknown>): FrameState {
  return {
    changes: Number(answer.changes) || 0,
    calmMs: Math.max(0, Number(answer.calmMs) || 0),
    isBusy: answer.isBusy === true,
    hasScrolled: answer.hasScrolled === true,
    hasFocused: answer.hasFocused === true,
  };
}
