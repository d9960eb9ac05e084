import {
  type Attributes,
  type BatchObservableResult,
  type Meter,
  type MeterProvider,
  metrics,
  type Observable,
} from '@opentelemetry/api';
import { version } from '../version.ts';
import {
  type MetricAttributes,
  type MetricDefinition,
  type MetricName,
  metricDefinitions,
  type ObservedMetric,
  type RecordedMetric,
} from './metric-definitions.ts';

/** Records one value: of a counter, what is added to it. Without an OpenTelemetry SDK in the process nothing happens. */
export function recordMetric<Name extends RecordedMetric>(
  name: Name,
  value: number,
  attributes: MetricAttributes<Name>,
): void {
  const { meter, recorders } = currentInstruments();
  const known = recorders.get(name);
  const record = known ?? createRecorder(meter, name);
  if (!known) recorders.set(name, record);
  record(value, present(attributes));
}

/** Gives the value that a metric has now. */
export type Observe = <Name extends ObservedMetric>(
  name: Name,
  value: number,
  attributes: MetricAttributes<Name>,
) => void;

/**
 * Calls `read` each time that metrics are collected, until the function that it returns is called. The SDK must have been registered
 * before. What `read` throws leaves out the values that it has not given.
 */
export function observeMetrics(read: (observe: Observe) => Promise<void>): () => void {
  const { meter, observables } = currentInstruments();
  const observed = observedNames.map((name) => {
    const known = observables.get(name);
    const observable = known ?? createObservable(meter, name);
    observables.set(name, observable);
    return observable;
  });
  const callback = async (result: BatchObservableResult) => {
    const observe: Observe = (name, value, attributes) => {
      const observable = observables.get(name);
      if (observable) result.observe(observable, value, present(attributes));
    };
    await read(observe).catch(() => undefined);
  };
  meter.addBatchObservableCallback(callback, observed);
  return () => meter.removeBatchObservableCallback(callback, observed);
}

type Recorder = (value: number, attributes: Attributes) => void;

interface Instruments {
  readonly meter: Meter;
  readonly recorders: Map<MetricName, Recorder>;
  readonly observables: Map<MetricName, Observable>;
}

const observedNames = Object.entries<MetricDefinition>(metricDefinitions)
  .filter(([, { kind }]) => kind.startsWith('observable'))
  .map(([name]) => name as ObservedMetric);

/** The instruments of each SDK: it may be registered after this module is loaded, and replaced in tests. */
const instruments = new WeakMap<MeterProvider, Instruments>();

function currentInstruments(): Instruments {
  const provider = metrics.getMeterProvider();
  const known = instruments.get(provider);
  if (known) return known;
  const meter = provider.getMeter('@runwright/core', version);
  const created = { meter, recorders: new Map(), observables: new Map() };
  instruments.set(provider, created);
  return created;
}

function createRecorder(meter: Meter, name: RecordedMetric): Recorder {
  const { kind, ...rest }: MetricDefinition = metricDefinitions[name];
  const options = optionsOf(rest);
  if (kind === 'histogram') {
    const histogram = meter.createHistogram(name, options);
    return (value, attributes) => histogram.record(value, attributes);
  }
  const counter =
    kind === 'counter' ? meter.createCounter(name, options) : meter.createUpDownCounter(name, options);
  return (value, attributes) => counter.add(value, attributes);
}

function createObservable(meter: Meter, name: ObservedMetric): Observable {
  const { kind, ...rest }: MetricDefinition = metricDefinitions[name];
  const options = optionsOf(rest);
  return kind === 'observableCounter'
    ? meter.createObservableCounter(name, options)
    : meter.createObservableGauge(name, options);
}

function optionsOf({ unit, description, boundaries }: Omit<MetricDefinition, 'kind'>) {
  return {
    unit,
    description,
    ...(boundaries ? { advice: { explicitBucketBoundaries: [...boundaries] } } : {}),
  };
}

function present(attributes: Readonly<Record<string, string | number | boolean | null>>): Attributes {
  const entries = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : ([[key, value]] as const),
  );
  return Object.fromEntries(entries);
}
