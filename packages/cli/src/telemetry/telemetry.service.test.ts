import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitOf, patient, type TestService, testService } from '../service.test-helpers.ts';

describe('a service that is observed', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await testService();
  });
  afterEach(() => service.close());

  /** Executes a run of one block and waits for its end. */
  async function execute(): Promise<string> {
    const runId = await service.startRun([{ block_type: 'code', label: 'add', code: 'return 1 + 1' }]);
    await expect.poll(() => service.statusOf(runId), patient).toBe('completed');
    return runId;
  }

  it('serves its metrics for Prometheus on a port of their own', async () => {
    const process = await service.start({ RUNWRIGHT_METRICS: '0' });
    // The line follows that of the API, on which the start waits.
    const printedUrl = () => /Metrics\s+(\S+)\s/.exec(service.printed())?.[1];
    await expect.poll(printedUrl, patient).toBeDefined();
    const url = String(printedUrl());
    const runId = await execute();
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
    process.kill('SIGTERM');
    expect(await exitOf(process)).toBe(0);
  });

  it('sends traces and metrics where the variables of OpenTelemetry say, at the latest when it stops', async () => {
    const collector = await startCollector();
    const process = await service.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    await execute();
    process.kill('SIGTERM');
    expect(await exitOf(process)).toBe(0);
    collector.server.close();
    const traces = JSON.stringify(collector.received.get('/v1/traces'));
    expect(traces).toContain('"name":"block code"');
    expect(traces).toContain('{"key":"service.name","value":{"stringValue":"runwright"}}');
    const metrics = JSON.stringify(collector.received.get('/v1/metrics'));
    expect(metrics).toContain('"name":"runwright.run.ended"');
    expect(metrics).toContain('"name":"runwright.run.duration"');
  });

  it('stops when nobody receives what it sends', async () => {
    const process = await service.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    });
    await execute();
    process.kill('SIGTERM');
    expect(await exitOf(process)).toBe(0);
  });
});

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
