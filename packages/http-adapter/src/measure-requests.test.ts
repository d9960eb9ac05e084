import { metrics } from '@opentelemetry/api';
import { type Histogram, MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import { createEngine } from '@runwright/core';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { httpAdapter, serverOptions } from './index.ts';

class ManualReader extends MetricReader {
  protected override async onShutdown(): Promise<void> {}
  protected override async onForceFlush(): Promise<void> {}
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  metrics.disable();
});

it('a request is measured by its method, route, status and scheme, and never by its address', async () => {
  const reader = new ManualReader();
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  const engine = await createEngine();
  closing.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  const { text: key } = await engine.keys.create(organizationId, { name: 'test' });
  const app = fastify(serverOptions({}));
  closing.push(() => app.close());
  await app.register(httpAdapter, { engine, version: '0', prefix: '/automation' });
  const headers = { 'x-api-key': key };
  await app.inject({ method: 'GET', url: '/automation/v1/runs/wr_1?secret=1', headers });
  await app.inject({ method: 'GET', url: '/automation/v1/runs/wr_2', headers });
  await app.inject({ method: 'GET', url: '/automation/nothing/here' });

  const { resourceMetrics } = await reader.collect();
  const recorded = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
  expect(recorded.map(({ descriptor }) => descriptor)).toMatchObject([
    { name: 'http.server.request.duration', unit: 's' },
  ]);
  const points = (recorded[0]?.dataPoints ?? []).map(({ attributes, value }) => ({
    attributes,
    count: (value as Histogram).count,
  }));
  const request = { 'http.request.method': 'GET', 'url.scheme': 'http' };
  expect(points).toEqual([
    {
      attributes: {
        ...request,
        'http.route': '/automation/v1/runs/:run_id',
        'http.response.status_code': 404,
      },
      count: 2,
    },
    { attributes: { ...request, 'http.response.status_code': 404 }, count: 1 },
  ]);
});
