import { priorityRange, RunwrightError } from '@runwright/contract';
import { type DefinitionLimits, defaultDefinitionLimits } from '@runwright/definition';

/** Limits of a run. A host may lower any of them, and raise those without a maximum. */
export interface Limits extends DefinitionLimits {
  /** Iterations of one loop. Default 1,000. */
  readonly loopIterations: number;
  /** Blocks that one iteration of a loop executes. Default 50. */
  readonly blocksPerIteration: number;
  /** Iterations of one loop at once, and tabs that the iterations of a run have open at once. Default 16, at most 16. */
  readonly loopConcurrency: number;
  /** Bytes of one stored output as JSON text; the output of a run may have three times as many. Default 24 MiB. */
  readonly storedOutputBytes: number;
  /** Bytes of memory that the outputs of all blocks of a run take together, iterations included. Default 128 MiB. */
  readonly runOutputBytes: number;
  /** Bytes of memory of the program of a `code` block. Default 128 MiB. */
  readonly codeMemoryBytes: number;
  /**
   * Bytes of what is kept of the browser of an open run, so that it goes on after a restart: of its cookies and storage,
   * and of the tabs and their session storage. Default 4 MiB each.
   */
  readonly browserStateBytes: number;
  /** Bytes of one file that the browser of a run downloads. Default 100 MiB, at most that. */
  readonly downloadBytes: number;
  /** Files of a run from which its browser may download no more. Default 64. */
  readonly runFiles: number;
  /** Bytes of all files of a run from which its browser may download no more. Default 512 MiB. */
  readonly runFileBytes: number;
  /** Time in ms of one call of a model; a call that takes longer is made once more. Default 60,000. */
  readonly modelCallMs: number;
  /**
   * Time in ms that a call waits when a model asks it to by `Retry-After`. When it asks for longer, the next model is asked, and the block
   * fails without one. Default 60,000.
   */
  readonly modelWaitMs: number;
  /** Entries of a run's `errors`. Default 100. */
  readonly runErrors: number;
  /** Runs of one organization at once, in all processes of the store. Default: any number. */
  readonly organizationConcurrency?: number;
  /** Runs of one workflow at once, in all processes of the store. Default: any number. */
  readonly workflowConcurrency?: number;
  /** Runs of all organizations at once whose start URLs have one host, in all processes of the store. Default: any number. */
  readonly hostConcurrency?: number;
  /**
   * Bytes of the artifacts and files of one organization. When it is reached, no run begins and no file is uploaded; a block that stores
   * more fails. Default: any number, and half of what the artifact store can hold where there are several organizations.
   */
  readonly organizationStorageBytes?: number;
  /**
   * Browsers of one organization at once in one process, of runs and sessions together. Default: any number, and half of `maxBrowsers`,
   * rounded up, where there are several organizations.
   */
  readonly organizationBrowsers?: number;
  /**
   * Highest priority that a request may ask for, from 0 to 10; one above is refused. Priorities count across organizations. Default: 10,
   * and where there are several organizations, priorities above 0 count as 0.
   */
  readonly highestPriority?: number;
}

/** The limits of an engine whose host sets none. */
export const defaultLimits: Limits = {
  loopIterations: 1000,
  blocksPerIteration: 50,
  loopConcurrency: 16,
  storedOutputBytes: 24 * 1024 * 1024,
  runOutputBytes: 128 * 1024 * 1024,
  codeMemoryBytes: 128 * 1024 * 1024,
  browserStateBytes: 4 * 1024 * 1024,
  downloadBytes: 100 * 1024 * 1024,
  runFiles: 64,
  runFileBytes: 512 * 1024 * 1024,
  modelCallMs: 60_000,
  modelWaitMs: 60_000,
  runErrors: 100,
  ...defaultDefinitionLimits,
};

/** Limits that a host may lower only. */
const most: Partial<Limits> = {
  loopConcurrency: 16,
  downloadBytes: 100 * 1024 * 1024,
  highestPriority: priorityRange.highest,
};

/** The limits with every default filled in. Throws `invalid_input` for one that is no whole number from 1, or above its most. */
export function limitsFrom(given: Partial<Limits>): Limits {
  for (const [name, value] of Object.entries(given)) {
    const highest = most[name as keyof Limits] ?? Number.MAX_SAFE_INTEGER;
    const lowest = name === 'highestPriority' ? 0 : 1;
    if (Number.isInteger(value) && value >= lowest && value <= highest) continue;
    const range = highest === Number.MAX_SAFE_INTEGER ? `from ${lowest}` : `from ${lowest} to ${highest}`;
    throw new RunwrightError(
      'invalid_input',
      `Invalid limit \`${name}\`: \`${value}\`. Use a whole number ${range}.`,
    );
  }
  return { ...defaultLimits, ...given };
}
