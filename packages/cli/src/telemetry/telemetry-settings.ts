import { RunwrightError } from '@runwright/contract';

/** How metrics and traces leave the process, from the environment. */
export interface TelemetrySettings {
  /** Address at which metrics are served for Prometheus; null: they are not. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** True when a variable of OpenTelemetry asks for an exporter. */
  readonly otlp: boolean;
  /** Name of the service in what is exported; null: a variable of OpenTelemetry names it. */
  readonly serviceName: string | null;
}

/** Standard variables of OpenTelemetry that ask for an exporter (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). */
const exporterVariables = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
  'OTEL_METRICS_EXPORTER',
];

/** Reads the settings of telemetry. Throws `invalid_input` for an address that is none. */
export function readTelemetrySettings(text: (name: string) => string | null): TelemetrySettings {
  const isDisabled = text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true';
  const attributes = text('OTEL_RESOURCE_ATTRIBUTES') ?? '';
  const isNamed = text('OTEL_SERVICE_NAME') !== null || /(?:^|,)\s*service\.name=/.test(attributes);
  return {
    metrics: addressOf(text('RUNWRIGHT_METRICS')),
    otlp: !isDisabled && exporterVariables.some((name) => text(name) !== null),
    serviceName: isNamed ? null : 'runwright',
  };
}

/** Reads a port, which is one of 127.0.0.1, or a host and a port. */
function addressOf(text: string | null): TelemetrySettings['metrics'] {
  if (text === null) return null;
  const found = /^(?:(.+):)?(\d+)$/.exec(text);
  const port = Number(found?.[2]);
  if (!found || port > 65_535) {
    throw new RunwrightError(
      'invalid_input',
      `RUNWRIGHT_METRICS has to be a port or a host and a port, such as \`9464\` or \`0.0.0.0:9464\`, not \`${text}\`; correct or remove it.`,
    );
  }
  return { host: (found[1] ?? '127.0.0.1').replace(/^\[(.*)\]$/, '$1'), port };
}
