/**
 * The metrics of Runwright: their definitions, their names in Prometheus, and the function that records one. For packages of Runwright
 * that serve the engine, and for what checks dashboards against the list.
 *
 * @packageDocumentation
 */
export {
  type MetricAttributes,
  type MetricDefinition,
  type MetricName,
  metricDefinitions,
  type ObservedMetric,
  type RecordedMetric,
} from './telemetry/metric-definitions.ts';
export { recordMetric } from './telemetry/metrics.ts';
export { prometheusName, viewName } from './telemetry/prometheus-name.ts';
