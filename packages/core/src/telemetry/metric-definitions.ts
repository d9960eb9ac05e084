/** What is measured: how, in which unit, and by which attributes. */
export interface MetricDefinition {
  /**
   * Kind of its instrument of `@opentelemetry/api`. `observable…`: read each time that metrics are collected; all others: recorded when
   * something happens.
   */
  readonly kind: 'counter' | 'upDownCounter' | 'histogram' | 'observableGauge' | 'observableCounter';
  /** In the Unified Code for Units of Measure, as OpenTelemetry writes it. */
  readonly unit: string;
  readonly description: string;
  /** Values of each attribute. None has an id, an address or a text of a run, so that the number of series is bounded. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Upper boundaries of the buckets of a histogram. */
  readonly boundaries?: readonly number[];
}

/** Boundaries that the conventions of OpenTelemetry give for HTTP. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** Boundaries that the conventions of OpenTelemetry give for model calls. */
const modelSeconds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
/** Boundaries that the conventions of OpenTelemetry give for tokens. */
const tokens = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304];
const actionSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60];
const blockSeconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const runSeconds = [1, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 28_800];
const delaySeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

const runKind = { 'runwright.run.kind': '`task` or `workflow`' };
const runStatus = {
  'runwright.run.status': '`completed`, `failed`, `terminated`, `timed_out` or `canceled`',
};
const hasKey = {
  'runwright.run.concurrency_key': '`true` for runs with concurrency keys, which may wait for other runs',
};
const modelCall = {
  'gen_ai.operation.name': '`chat`',
  'gen_ai.provider.name': 'provider of the driver, such as `openai` or `anthropic`',
  'gen_ai.request.model': 'name of a model that the host has configured',
  'runwright.model.purpose': '`act`, `plan`, `extract`, …',
};
const errorCode = 'code of the error; absent when there was none';

/**
 * Every metric of Runwright. Names follow the semantic conventions of OpenTelemetry where it has one
 * (https://opentelemetry.io/docs/specs/semconv/), and begin with `runwright.` elsewhere.
 */
export const metricDefinitions = {
  'runwright.run.started': {
    kind: 'counter',
    unit: '{run}',
    description: 'Runs that a worker began to execute',
    attributes: runKind,
  },
  'runwright.run.ended': {
    kind: 'counter',
    unit: '{run}',
    description: 'Runs that got their final status, those that never began included',
    attributes: {
      ...runKind,
      ...runStatus,
      'runwright.run.failure_category': 'category of the failure, such as `model`; absent without one',
    },
  },
  'runwright.run.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time from the beginning of a run to its end, waits included',
    attributes: { ...runKind, ...runStatus },
    boundaries: runSeconds,
  },
  'runwright.run.waiting.count': {
    kind: 'observableGauge',
    unit: '{run}',
    description: 'Runs in the store that have not begun; the same in every process of a store',
    attributes: hasKey,
  },
  'runwright.run.waiting.age': {
    kind: 'observableGauge',
    unit: 's',
    description: 'Time since the oldest run that has not begun was created, 0 without one',
    attributes: hasKey,
  },
  'runwright.queue.delay': {
    kind: 'histogram',
    unit: 's',
    description: 'Time from when a run could begin or go on until a worker took it',
    attributes: { ...hasKey, 'runwright.run.continued': '`true` for a run that goes on after a wait' },
    boundaries: delaySeconds,
  },
  'runwright.worker.run.active': {
    kind: 'upDownCounter',
    unit: '{run}',
    description: 'Runs that this process executes',
    attributes: {},
  },
  'runwright.worker.run.limit': {
    kind: 'upDownCounter',
    unit: '{run}',
    description: 'Runs that this process may execute at once',
    attributes: {},
  },
  'runwright.block.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time of one attempt of a block, waits included',
    attributes: {
      'runwright.block.type': 'a registered block type',
      'runwright.block.status': '`completed`, `failed`, `terminated`, `timed_out`, `canceled` or `skipped`',
    },
    boundaries: blockSeconds,
  },
  'runwright.browser.action.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time of one action on a page',
    attributes: {
      'runwright.action.type': 'type of the action, such as `click`',
      'runwright.action.status': '`ok`, `failed` or `no_effect`',
      'error.type': errorCode,
    },
    boundaries: actionSeconds,
  },
  'runwright.browser.active': {
    kind: 'upDownCounter',
    unit: '{browser}',
    description: 'Browsers that this process has open, of runs and of browser sessions',
    attributes: {},
  },
  'gen_ai.client.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time of one model call, its retries included',
    attributes: { ...modelCall, 'error.type': errorCode },
    boundaries: modelSeconds,
  },
  'gen_ai.client.token.usage': {
    kind: 'histogram',
    unit: '{token}',
    description: 'Tokens of one model call',
    attributes: { ...modelCall, 'gen_ai.token.type': '`input` or `output`' },
    boundaries: tokens,
  },
  'runwright.model.cost': {
    kind: 'counter',
    unit: '{USD}',
    description: 'US dollars of model calls whose price is known',
    attributes: modelCall,
  },
  'runwright.webhook.delivery.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time of one delivery of a webhook',
    attributes: {
      'runwright.webhook.status': '`delivered` or `failed`',
      'http.response.status_code': 'status of the answer; absent without one',
    },
    boundaries: requestSeconds,
  },
  'runwright.lease.lost': {
    kind: 'counter',
    unit: '{lease}',
    description:
      'Leases that this process lost while it executed the run, because it stood still or the store did not answer',
    attributes: {},
  },
  'runwright.lease.recovered': {
    kind: 'counter',
    unit: '{lease}',
    description:
      'Leases of lost workers that this process ended, so that another worker goes on with the run',
    attributes: {},
  },
  'runwright.driver.errors': {
    kind: 'counter',
    unit: '{error}',
    description: 'Calls of a driver that failed; answers such as `not_found` are not among them',
    attributes: {
      'runwright.driver.kind': '`store`, `queue`, `artifacts` or `browser`',
      'runwright.driver.operation': 'call that failed, such as `runs.commit`',
    },
  },
  'runwright.store.retries': {
    kind: 'observableCounter',
    unit: '{retry}',
    description: 'Times that the store repeated work by itself; PostgreSQL only',
    attributes: {
      'runwright.retry.reason': '`conflict` (a transaction met another one) or `connection` (it was lost)',
    },
  },
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time of one request to the HTTP API; of a stream of events, the time that it was open',
    attributes: {
      'http.request.method': 'method, `_OTHER` for an unknown one',
      'http.route': 'pattern of the route; absent for an unknown path',
      'http.response.status_code': 'status of the answer',
      'url.scheme': '`http` or `https`',
      'error.type': 'the status from 500 on; absent below',
    },
    boundaries: requestSeconds,
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

type Definitions = typeof metricDefinitions;

/** Name of a metric. */
export type MetricName = keyof Definitions;

/** Name of a metric that is read when metrics are collected. */
export type ObservedMetric = {
  [Name in MetricName]: Definitions[Name]['kind'] extends `observable${string}` ? Name : never;
}[MetricName];

/** Name of a metric that is recorded when something happens. */
export type RecordedMetric = Exclude<MetricName, ObservedMetric>;

/** Attributes of a metric; null leaves one out. */
export type MetricAttributes<Name extends MetricName> = {
  readonly [Key in keyof Definitions[Name]['attributes']]: string | number | boolean | null;
};
