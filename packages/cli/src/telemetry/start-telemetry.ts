import { metrics, ProxyTracerProvider, trace } from '@opentelemetry/api';
import type { IMetricReader, ViewOptions } from '@opentelemetry/sdk-metrics';
import { loadOptionalPackage, RunwrightError } from '@runwright/contract';
import { type MetricDefinition, metricDefinitions, viewName } from '@runwright/core/metrics';
import { serveMetrics } from './serve-metrics.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

/** Metrics and traces that leave the process until it is disposed of, which sends what was not sent yet. */
export interface Telemetry extends AsyncDisposable {
  /** Where metrics are served for Prometheus; null: they are not. */
  readonly metricsUrl: string | null;
}

/** Imports of the optional packages. */
export interface TelemetryPackages {
  readonly prometheus: () => Promise<typeof import('@opentelemetry/exporter-prometheus')>;
  readonly metrics: () => Promise<typeof import('@opentelemetry/sdk-metrics')>;
  readonly node: () => Promise<typeof import('@opentelemetry/sdk-node')>;
}

const installed: TelemetryPackages = {
  prometheus: () => import('@opentelemetry/exporter-prometheus'),
  metrics: () => import('@opentelemetry/sdk-metrics'),
  node: () => import('@opentelemetry/sdk-node'),
};

/**
 * Registers an OpenTelemetry SDK as the settings say; call it before the engine is started. With an address for metrics they are served
 * there and sent nowhere; traces go where the standard variables say. Throws `failed_precondition` when an optional package is
 * missing, and `conflict` when the address is taken or another SDK has the metrics.
 */
export async function startTelemetry(
  settings: TelemetrySettings,
  packages: TelemetryPackages = installed,
): Promise<Telemetry> {
  // What registered an SDK, such as a module of `node --import`, has read the standard variables for it.
  const startSdk = settings.otlp && !hasSdk() ? await loadNodeSdk(settings, packages) : null;
  if (settings.metrics === null) return telemetry(null, startSdk?.(null) ?? null);
  const startMetrics = startSdk ?? (await loadMetricsSdk(packages));
  const endpoint = await openEndpoint(settings.metrics, packages);
  try {
    return telemetry(endpoint, startMetrics(endpoint.reader));
  } catch (error) {
    await endpoint[Symbol.asyncDispose]();
    throw error;
  }
}

function telemetry(endpoint: Endpoint | null, stopSdk: StopSdk | null): Telemetry {
  return {
    metricsUrl: endpoint?.url ?? null,
    async [Symbol.asyncDispose]() {
      await endpoint?.[Symbol.asyncDispose]();
      // A receiver that is down does not make a stop fail.
      await stopSdk?.().catch(() => undefined);
    },
  };
}

type StopSdk = () => Promise<void>;

/** Starts an SDK; with a reader, metrics go to it alone. */
type StartSdk = (reader: IMetricReader | null) => StopSdk;

/** Loads the SDK that reads the standard variables. */
async function loadNodeSdk(
  { serviceName }: TelemetrySettings,
  packages: TelemetryPackages,
): Promise<StartSdk> {
  const { NodeSDK } = await loadOptionalPackage(
    '@opentelemetry/sdk-node',
    'export traces and metrics as the OTEL_ variables say',
    packages.node,
  );
  return (reader) => {
    const sdk = new NodeSDK({
      ...(serviceName === null ? {} : { serviceName }),
      ...(reader ? { metricReaders: [reader], views: views() } : {}),
    });
    sdk.start();
    return () => sdk.shutdown();
  };
}

/** Loads the SDK for metrics alone, which brings few packages. */
async function loadMetricsSdk(packages: TelemetryPackages): Promise<StartSdk> {
  const { MeterProvider } = await loadOptionalPackage(
    '@opentelemetry/sdk-metrics',
    'serve metrics',
    packages.metrics,
  );
  return (reader) => {
    const provider = new MeterProvider({ readers: reader ? [reader] : [], views: views() });
    if (metrics.setGlobalMeterProvider(provider)) return () => provider.shutdown();
    throw new RunwrightError(
      'conflict',
      'Cannot serve metrics: another OpenTelemetry SDK is registered in this process and has them. Remove RUNWRIGHT_METRICS, or the SDK.',
    );
  };
}

interface Endpoint extends AsyncDisposable {
  readonly url: string;
  readonly reader: IMetricReader;
}

async function openEndpoint(
  address: NonNullable<TelemetrySettings['metrics']>,
  packages: TelemetryPackages,
): Promise<Endpoint> {
  const { PrometheusExporter, PrometheusSerializer } = await loadOptionalPackage(
    '@opentelemetry/exporter-prometheus',
    'serve metrics',
    packages.prometheus,
  );
  const reader = new PrometheusExporter({ preventServerStart: true });
  const withoutTarget = true;
  const withoutScope = true;
  const serializer = new PrometheusSerializer('', false, undefined, withoutTarget, withoutScope);
  const server = await serveMetrics(address, async () => {
    const { resourceMetrics } = await reader.collect();
    return `${serializer.serialize(resourceMetrics).trimEnd()}\n`;
  });
  return { url: server.url, reader, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Gives metrics in seconds their unit as the end of the name. */
function views(): ViewOptions[] {
  return Object.entries<MetricDefinition>(metricDefinitions)
    .map(([instrumentName, { unit }]) => ({ instrumentName, name: viewName(instrumentName, unit) }))
    .filter(({ instrumentName, name }) => name !== instrumentName);
}

/** Tells whether an SDK is registered in this process. */
function hasSdk(): boolean {
  const provider = trace.getTracerProvider();
  const none = new ProxyTracerProvider().getDelegate();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== none;
}
