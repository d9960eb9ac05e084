import type { LanguageModel } from '@runwright/contract';

/** Failures in a row after which a model is paused, and the pause in ms. */
const mostFailures = 3;
const pauseMs = 60_000;

/** Remembers which models fail, for the life of the process. */
export interface ModelHealth {
  succeeded(model: LanguageModel): void;
  /** @param now epoch ms */
  failed(model: LanguageModel, now: number): void;
  /** Returns whether a model failed 3 times in a row and less than 60 s ago. */
  isPaused(model: LanguageModel, now: number): boolean;
}

/** Creates a memory in which no model has failed. */
export function createModelHealth(): ModelHealth {
  const failures = new WeakMap<LanguageModel, { readonly count: number; readonly at: number }>();
  return {
    succeeded: (model) => void failures.delete(model),
    failed(model, now) {
      failures.set(model, { count: (failures.get(model)?.count ?? 0) + 1, at: now });
    },
    isPaused(model, now) {
      const found = failures.get(model);
      return found !== undefined && found.count >= mostFailures && now - found.at < pauseMs;
    },
  };
}
