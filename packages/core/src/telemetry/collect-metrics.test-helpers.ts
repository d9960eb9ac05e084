import { metrics } from '@opentelemetry/api';
import {
  type DataPoint,
  type ExponentialHistogram,
  type Histogram,
  MeterProvider,
  MetricReader,
} from '@opentelemetry/sdk-metrics';
import type { MetricName } from './metric-definitions.ts';

/** One series of a metric: its attributes, and its value or the number and sum of its values. */
export interface Series {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly value?: number;
  readonly count?: number;
  readonly sum?: number;
}

/** Collects metrics when it is asked to. */
class ManualReader extends MetricReader {
  protected override async onShutdown(): Promise<void> {}
  protected override async onForceFlush(): Promise<void> {}
}

/** Registers an SDK and returns what collects the series of a metric. End it with `metrics.disable()`. */
export function collectMetrics(): {
  series(name: MetricName): Promise<readonly Series[]>;
  names(): Promise<readonly string[]>;
} {
  const reader = new ManualReader();
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  const collect = async () => {
    const { resourceMetrics } = await reader.collect();
    return resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
  };
  return {
    names: async () => (await collect()).map(({ descriptor }) => descriptor.name),
    async series(name) {
      const found = (await collect()).find(({ descriptor }) => descriptor.name === name);
      const points: readonly DataPoint<number | Histogram | ExponentialHistogram>[] = found?.dataPoints ?? [];
      return points.map(({ attributes, value }) =>
        typeof value === 'number'
          ? { attributes, value }
          : { attributes, count: value.count, sum: value.sum ?? 0 },
      );
    },
  };
}
