import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metrics, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AnyService,
  type InProcessService,
  inProcessService,
  soon,
} from '../in-process-service.test-helpers.ts';
import { exitOf, patient, type TestService, testService } from '../service.test-helpers.ts';

describe('a service that is observed', () => {
  let service: InProcessService;
  beforeEach(async () => {
    service = await inProcessService();
  });
  afterEach(async () => {
    await service.close();
    metrics.disable();
    trace.disable();
    vi.unstubAllEnvs();
  });

  it('serves its metrics for Prometheus on a port of their own', async () => {
    const { metricsUrl } = await service.start({ RUNWRIGHT_METRICS: '0' });
    await expectMetrics(String(metricsUrl), await execute(service));
  });

  it('sends traces and metrics where the variables of OpenTelemetry say, at the latest when it stops', async () => {
    const collector = await startCollector();
    // The SDK reads the environment of the process.
    const variables = collectorVariables(collector.url);
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    await service.start(variables);
    await execute(service);
    await service.stop();
    collector.server.close();
    expectCollected(collector);
  });
});

describe('a process of a service that is observed', { tags: ['extended'] }, () => {
  let service: TestService;
  beforeEach(async () => {
    service = await testService();
  });
  afterEach(() => service.close());

  it('serves its metrics for Prometheus on a port of their own', async () => {
    const process = await service.start({ RUNWRIGHT_METRICS: '0' });
    // The line follows that of the API, on which the start waits.
    const printedUrl = () => /Metrics\s+(\S+)\s/.exec(service.printed())?.[1];
    await expect.poll(printedUrl, patient).toBeDefined();
    await expectMetrics(String(printedUrl()), await execute(service, patient));
    expect(await exitOf(process, 'SIGTERM')).toBe(0);
  });

  it('sends traces and metrics where the variables of OpenTelemetry say, at the latest when it stops', async () => {
    const collector = await startCollector();
    const process = await service.start(collectorVariables(collector.url));
    await execute(service, patient);
    expect(await exitOf(process, 'SIGTERM')).toBe(0);
    collector.server.close();
    expectCollected(collector);
  });

  it('stops when nobody receives what it sends', async () => {
    const process = await service.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    });
    await execute(service, patient);
    expect(await exitOf(process, 'SIGTERM')).toBe(0);
  });
});

/** Executes a run of one block and waits for its end. */
async function execute(service: AnyService | TestService, poll = soon): Promise<string> {
  const runId = await service.startRun([{ block_type: 'code', label: 'add', code: 'return 1 + 1' }]);
  await expect.poll(() => service.statusOf(runId), poll).toBe('completed');
  return runId;
}

async function expectMetrics(url: string, runId: string): Promise<void> {
  const text = await (await fetch(url)).text();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  expect(text).toMatch(/^runwright_run_started_total\{runwright_run_kind="workflow"\} 1$/m);
  expect(text).toMatch(
    /^runwright_run_ended_total\{runwright_run_kind="workflow",runwright_run_status="completed"\} 1$/m,
  );
  expect(text).toMatch(
    /^runwright_block_duration_seconds_count\{runwright_block_type="code",runwright_block_status="completed"\} 1$/m,
  );
  expect(text).toMatch(/^runwright_run_waiting_count\{runwright_run_concurrency_key="false"\} 0$/m);
  expect(text).toMatch(/^http_server_request_duration_seconds_count\{.*http_route="\/v1\/runs\/:run_id"/m);
  expect(text).not.toContain(runId);
}

type Collector = Awaited<ReturnType<typeof startCollector>>;

const collectorVariables = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
});

function expectCollected({ received }: Collector): void {
  const traces = JSON.stringify(received.get('/v1/traces'));
  expect(traces).toContain('"name":"block code"');
  expect(traces).toContain('{"key":"service.name","value":{"stringValue":"runwright"}}');
  const sent = JSON.stringify(received.get('/v1/metrics'));
  expect(sent).toContain('"name":"runwright.run.ended"');
  expect(sent).toContain('"name":"runwright.run.duration"');
}

/** A receiver of OTLP in JSON, by the path that was posted to. */
async function startCollector(): Promise<{
  readonly url: string;
  readonly server: Server;
  readonly received: Map<string, unknown[]>;
}> {
  const received = new Map<string, unknown[]>();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const path = request.url ?? '';
    received.set(path, [...(received.get(path) ?? []), JSON.parse(body)]);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, received };
}
