import { isIdempotentRoute } from '../idempotent-routes.ts';
import type { JsonNode, JsonObjectNode } from './json-node.ts';

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
const retryAfter = {
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
};

/** Error responses that the routes share, by name. */
export const commonResponses = {
  BadRequest: {
    description: 'The request is malformed.',
    content: errorContent,
  },
  OutOfCredits: { description: 'The plan has no credits left. Nothing was started.', content: errorContent },
  Forbidden: {
    description: 'The credentials are missing, unknown, expired or lack the scope.',
    content: errorContent,
  },
  Conflict: {
    description: 'The `Idempotency-Key` was used with another request, or its first request goes on.',
    content: errorContent,
  },
  TooLarge: {
    description: 'The body is larger than the limit that the answer names.',
    content: errorContent,
  },
  UnsupportedMediaType: {
    description: 'The body is of a media type that the route does not read.',
    content: errorContent,
  },
  MisdirectedRequest: {
    description: 'The service is not to be used under this host name.',
    content: errorContent,
  },
  TooManyRequests: {
    description: 'The caller exceeds a rate limit.',
    headers: retryAfter,
    content: errorContent,
  },
  InternalError: { description: 'A fault of the service, which it has logged.', content: errorContent },
  Unavailable: {
    description:
      'The service is stopping, busy, or cannot reach its store; `detail` says whether something may have been accepted.',
    headers: retryAfter,
    content: errorContent,
  },
  OtherError: {
    description: 'Any other error, such as 408, 414 or 431 of the HTTP server.',
    content: errorContent,
  },
} satisfies JsonObjectNode;

/** Descriptions of statuses that the routes declare themselves. */
export const statusDescriptions: Readonly<Record<string, string>> = {
  201: 'Created.',
  204: 'Done; the answer has no content.',
  400: 'The request cannot be executed as things are; the answer says why.',
  403: commonResponses.Forbidden.description,
  404: 'The organization has nothing with this id.',
  409: 'The state of the object does not allow this; the answer says why.',
  413: commonResponses.TooLarge.description,
  416: 'The range is outside of the bytes.',
  422: 'The request has mistakes; the answer names each with its place.',
  426: 'The address is that of a WebSocket.',
  503: commonResponses.Unavailable.description,
};

/** What decides which of the common responses a route has. */
export interface CommonResponseOptions {
  readonly method: string;
  /** Path of the route, of an alias that of its target, as it was registered: `/v1/runs/:run_id`. */
  readonly route: string;
  readonly needsKey: boolean;
  readonly hasBody: boolean;
}

/** Returns references to the {@link commonResponses} that a route has, by status. */
export function commonResponsesOf({
  method,
  route,
  needsKey,
  hasBody,
}: CommonResponseOptions): JsonObjectNode {
  return {
    400: to('BadRequest'),
    ...(needsKey ? { 403: to('Forbidden') } : {}),
    ...(route.startsWith('/v1/run/') ? { 402: to('OutOfCredits') } : {}),
    ...(isIdempotentRoute({ method, route }) ? { 409: to('Conflict') } : {}),
    ...(hasBody ? { 413: to('TooLarge'), 415: to('UnsupportedMediaType') } : {}),
    421: to('MisdirectedRequest'),
    // Callers without a key are neither counted nor looked up.
    ...(needsKey ? { 429: to('TooManyRequests'), 500: to('InternalError') } : {}),
    503: to('Unavailable'),
    default: to('OtherError'),
  };
}

function to(name: keyof typeof commonResponses): JsonNode {
  return { $ref: `#/components/responses/${name}` };
}
