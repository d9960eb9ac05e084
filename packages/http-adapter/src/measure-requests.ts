import { METHODS } from 'node:http';
import { recordMetric } from '@runwright/core/metrics';
import type { FastifyInstance } from 'fastify';

/** Records the time of each request, as the semantic conventions of OpenTelemetry name it. Routes are named by their pattern. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ method, protocol, routeOptions }, { statusCode, elapsedTime }) => {
    recordMetric('http.server.request.duration', elapsedTime / 1000, {
      'http.request.method': METHODS.includes(method) ? method : '_OTHER',
      'http.route': routeOptions.url ?? null,
      'http.response.status_code': statusCode,
      'url.scheme': protocol,
      'error.type': statusCode >= 500 ? String(statusCode) : null,
    });
  });
}
