import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metrics, trace } from '@opentelemetry/api';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { type MetricDefinition, metricDefinitions, prometheusName } from '@runwright/core/metrics';
import { afterEach, expect, it } from 'vitest';
import { startTelemetry, type Telemetry, type TelemetryPackages } from './start-telemetry.ts';
import { readTelemetrySettings, type TelemetrySettings } from './telemetry-settings.ts';

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one[Symbol.asyncDispose]();
  metrics.disable();
  trace.disable();
});

const none: TelemetrySettings = { metrics: null, otlp: false, serviceName: null };
const local = { host: '127.0.0.1', port: 0 };

async function start(...[settings, packages]: Parameters<typeof startTelemetry>): Promise<Telemetry> {
  const telemetry = await startTelemetry(settings, packages);
  open.push(telemetry);
  return telemetry;
}

async function serve(): Promise<string> {
  return (await start({ ...none, metrics: local })).metricsUrl ?? '';
}

const read = (variables: Readonly<Record<string, string>>) =>
  readTelemetrySettings((name) => variables[name] ?? null);

it('a port is one of this machine, and another host has to be named', () => {
  expect(read({}).metrics).toBeNull();
  expect(read({ RUNWRIGHT_METRICS: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(read({ RUNWRIGHT_METRICS: '0.0.0.0:80' }).metrics).toEqual({ host: '0.0.0.0', port: 80 });
  expect(read({ RUNWRIGHT_METRICS: '[::1]:80' }).metrics).toEqual({ host: '::1', port: 80 });
  for (const wrong of ['yes', '70000', 'localhost', 'http://localhost:80/'])
    expect(() => read({ RUNWRIGHT_METRICS: wrong })).toThrow(/RUNWRIGHT_METRICS has to be/);
});

it('a standard variable asks for an exporter, unless OTEL_SDK_DISABLED says no', () => {
  expect(read({ OTEL_SERVICE_NAME: 'runs' }).otlp).toBe(false);
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }).otlp).toBe(true);
  expect(read({ OTEL_TRACES_EXPORTER: 'console' }).otlp).toBe(true);
  expect(read({ OTEL_TRACES_EXPORTER: 'console', OTEL_SDK_DISABLED: 'true' }).otlp).toBe(false);
});

it('the service is called runwright unless a standard variable names it', () => {
  expect(read({}).serviceName).toBe('runwright');
  expect(read({ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test' }).serviceName).toBe('runwright');
  expect(read({ OTEL_SERVICE_NAME: 'runs' }).serviceName).toBeNull();
  expect(read({ OTEL_RESOURCE_ATTRIBUTES: 'a=b,service.name=runs' }).serviceName).toBeNull();
});

it('without settings nothing is loaded and nothing registered', async () => {
  const { metricsUrl } = await start(none, missing);
  expect(metricsUrl).toBeNull();
  expect(metrics.setGlobalMeterProvider(new MeterProvider())).toBe(true);
});

it('every metric is served under the name that the documentation has, with the buckets of its definition', async () => {
  const url = await serve();
  const meter = metrics.getMeter('test');
  const definitions = Object.entries<MetricDefinition>(metricDefinitions);
  for (const [name, { kind, unit, description, boundaries }] of definitions) {
    const advice = { explicitBucketBoundaries: [...(boundaries ?? [])] };
    const options = { unit, description, advice };
    if (kind === 'counter') meter.createCounter(name, options).add(1);
    if (kind === 'upDownCounter') meter.createUpDownCounter(name, options).add(1);
    if (kind === 'histogram') meter.createHistogram(name, options).record(1);
    if (kind === 'observableGauge')
      meter.createObservableGauge(name, options).addCallback((result) => result.observe(1));
    if (kind === 'observableCounter')
      meter.createObservableCounter(name, options).addCallback((result) => result.observe(1));
  }
  const answer = await fetch(url);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  const served = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
  expect(served.toSorted()).toEqual(
    definitions.map(([name, definition]) => prometheusName(name, definition)).toSorted(),
  );
  expect(text).toMatch(/^http_server_request_duration_seconds_bucket\{le="0.005"\} 0$/m);
  expect(text).toMatch(/^runwright_run_duration_seconds_bucket\{le="28800"\} 1$/m);
});

it('metrics on a loopback address are for programs of this machine, and nothing else is served', async () => {
  const url = new URL(await serve());
  const ask = (path: string, { host = url.host, method = 'GET' } = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: url.port, path, method, headers: { host } });
      sent.once('error', reject);
      sent.once('response', (answer) => resolve(answer.resume().statusCode)).end();
    });
  expect(await ask('/metrics')).toBe(200);
  expect(await ask('/metrics?name=x')).toBe(200);
  expect(await ask('/metrics', { host: `localhost:${url.port}` })).toBe(200);
  expect(await ask('/metrics', { host: 'evil.example' })).toBe(421);
  expect(await ask('/')).toBe(404);
  expect(await ask('/metrics', { method: 'POST' })).toBe(405);
});

it('an address that is taken is an error that says what to set', async () => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.push({ [Symbol.asyncDispose]: async () => void server.close() });
  const { port } = server.address() as AddressInfo;
  const taken = startTelemetry({ ...none, metrics: { host: '127.0.0.1', port } });
  await expect(taken).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Set RUNWRIGHT_METRICS to a free port'),
  });
});

it('metrics that another SDK has are not served in vain', async () => {
  metrics.setGlobalMeterProvider(new MeterProvider());
  await expect(startTelemetry({ ...none, metrics: local })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('another OpenTelemetry SDK is registered'),
  });
});

it('the standard variables are left to an SDK that is registered already', async () => {
  const otlp = await start({ ...none, otlp: true });
  expect(metrics.setGlobalMeterProvider(new MeterProvider())).toBe(false);
  await start({ ...none, otlp: true }, missing);
  await otlp[Symbol.asyncDispose]();
});

/** Packages that are not installed. */
const missing = Object.fromEntries(
  Object.entries({
    prometheus: '@opentelemetry/exporter-prometheus',
    metrics: '@opentelemetry/sdk-metrics',
    node: '@opentelemetry/sdk-node',
  }).map(([member, name]) => [
    member,
    async () => {
      throw Object.assign(new Error(`Cannot find package '${name}'`), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  ]),
) as unknown as TelemetryPackages;

it.each([
  [{ ...none, metrics: local }, '@opentelemetry/sdk-metrics'],
  [{ ...none, otlp: true }, '@opentelemetry/sdk-node'],
])('a missing package is named with what installs it: %j', async (settings, name) => {
  await expect(startTelemetry(settings, missing)).rejects.toMatchObject({
    code: 'failed_precondition',
    message: expect.stringContaining(`Run \`npm install ${name}\``),
  });
});
