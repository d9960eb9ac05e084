import type { MetricDefinition } from './metric-definitions.ts';

/**
 * Returns the name under which Prometheus has a metric. Seconds end in `_seconds`, as in metrics that reach Prometheus through the
 * OpenTelemetry Collector; the exporter for Node adds no units by itself. A histogram has series with `_bucket`, `_sum` and `_count`.
 */
export function prometheusName(name: string, { kind, unit }: MetricDefinition): string {
  const isCounter = kind === 'counter' || kind === 'observableCounter';
  return `${viewName(name, unit).replace(/[^\w:]/g, '_')}${isCounter ? '_total' : ''}`;
}

/** Returns the name of a metric with its unit, from which the exporter for Node makes that for Prometheus. */
export function viewName(name: string, unit: string): string {
  return unit === 's' ? `${name}_seconds` : name;
}
