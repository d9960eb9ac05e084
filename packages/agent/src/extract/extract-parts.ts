import { cutAnswerUsage, type Json, RunwrightError } from '@runwright/contract';
import { throwIfAborted } from '../abort.ts';
import { halvePart } from './answer-size.ts';
import { mergeParts } from './merge-data.ts';
import type { PagePart } from './page-part.ts';
import { type ExtractionJob, type PartPlace, requestPart } from './request-part.ts';

/** Model calls at a time for the parts of one page. */
const maxConcurrentParts = 4;
/** Number of times that a part is halved because the answer about it was cut off. */
const maxHalvings = 6;

/**
 * Requests the data of all parts of a page and merges the answers in page order. A part whose answer is cut off is divided in
 * two. When one part fails, the calls for the others are aborted.
 *
 * @throws RunwrightError `block_failed`, category `extraction`, when the answer about a part that cannot be divided is cut off;
 * `model_failed`, `canceled`
 */
export async function extractParts(job: ExtractionJob, parts: readonly PagePart[]): Promise<Json> {
  const failure = new AbortController();
  const signal = AbortSignal.any([job.task.context.signal, failure.signal]);
  const answers: Json[] = new Array(parts.length).fill(null);
  const queue = parts.entries();
  const work = async (): Promise<void> => {
    for (const [index, part] of queue) {
      throwIfAborted(signal);
      const place = { number: `${index + 1}`, count: parts.length };
      answers[index] = await extractPart(job, part, parts.length === 1 ? null : place, signal, 0);
    }
  };
  const stopOthers = (error: unknown): void => failure.abort(error);
  await Promise.all(Array.from({ length: maxConcurrentParts }, () => work().catch(stopOthers)));
  if (failure.signal.aborted) throw failure.signal.reason;
  return mergeParts(answers);
}

async function extractPart(
  job: ExtractionJob,
  part: PagePart,
  place: PartPlace | null,
  signal: AbortSignal,
  halvings: number,
): Promise<Json> {
  try {
    return await requestPart(job, part, place, signal);
  } catch (error) {
    const usage = cutAnswerUsage(error);
    if (usage === null) throw error;
    job.step.addUsage(usage);
    const halves = halvings < maxHalvings ? halvePart(part, job.schema) : null;
    if (halves === null) throw indivisible(error);
    const answers: Json[] = [];
    for (const [index, half] of halves.entries()) {
      const inner = { number: `${place?.number ?? 1}.${index + 1}`, count: place?.count ?? 1 };
      answers.push(await extractPart(job, half, inner, signal, halvings + 1));
    }
    return mergeParts(answers);
  }
}

function indivisible(cause: unknown): RunwrightError {
  return new RunwrightError(
    'block_failed',
    'The answer of the model with the data of the page was cut off at its output limit, and the text that it is about cannot be divided further. Request fewer or shorter fields, or use a model that may answer at greater length.',
    { cause, details: { failure_category: 'extraction' } },
  );
}
