import type { TaskEngine } from './task-engine.ts';

/** Default of `max_steps` of a task request, by its engine. */
const taskSteps: Readonly<Record<TaskEngine, number>> = {
  'service-1.0': 10,
  'service-2.0': 25,
  'cua-a': 50,
  'cua-b': 50,
  'ui-agent': 50,
};

/**
 * Default values of requests, workflows and blocks. Schemas, code and the generated documentation take them from here,
 * so that a default is changed in this file alone.
 */
export const defaults = {
  /** Members of a task request. */
  task: { engine: 'service-2.0', steps: taskSteps },
  /** Members of a workflow. */
  workflow: { proxyLocation: 'RESIDENTIAL', runWith: 'agent', cacheKey: 'default', maxElapsedMinutes: 240 },
  /** Repeats of a failing block: count, seconds before the first one, factor of each next wait, fraction of a wait. */
  retry: { maxRetries: 0, backoffSeconds: 0, factor: 2, jitter: 0 },
  /** Engine and `max_steps_per_run` of browser blocks; `action` and `validation` have their own number of steps. */
  agent: { engine: 'service-1.0', steps: 10, actionSteps: 1, validationSteps: 2 },
  /** `max_steps` and `max_iterations` of a `task_v2` block. */
  taskV2: { steps: taskSteps['service-2.0'], iterations: 50 },
  /**
   * Browser sessions: minutes from the start of the browser by default, at least and at most, seconds that its start may
   * take, and sessions of all organizations that may be open at once.
   */
  browserSession: { minutes: 60, leastMinutes: 5, mostMinutes: 1440, startSeconds: 60, maxOpen: 10 },
  /**
   * Seconds without an input after which the control of a person ends, and after their connection is lost. Inputs that wait at once.
   */
  takeOver: { idleSeconds: 300, graceSeconds: 10, mostWaiting: 200 },
  /** Steps of login and download tasks. */
  loginSteps: 10,
  downloadSteps: 10,
  /** Seconds that a download of `file_download` may take. */
  downloadSeconds: 600,
  /** Seconds for all attempts of a `code` block. */
  codeSeconds: 300,
  /** Seconds for all attempts of a `human_interaction` block. */
  humanInteractionSeconds: 7200,
  /** Seconds for one request of an `http_request` block. */
  httpRequestSeconds: 30,
  /** Iterations of a loop at once. */
  loopConcurrency: 1,
  /** Messages that an `email_inbox` block reads. */
  inboxMessages: 25,
  /** Hours for which the answer to a request with an idempotency key is kept. */
  idempotencyHours: 24,
  /** Credits that a plan includes in a period. */
  planCredits: { free: 5000, hobby: 30_000, pro: 150_000 },
  /** Next times of a cron expression that are told at once. */
  scheduleTimes: 5,
  /** Rows of one page of the steps or the model calls of a run, also at most. */
  runPageSize: 1000,
  /** Rows of one page of a list. */
  pageSize: 10,
} as const;
