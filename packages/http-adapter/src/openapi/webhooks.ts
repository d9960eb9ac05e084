import { TaskWebhook, WorkflowWebhook } from '@runwright/core/records';
import type { JsonObjectNode } from './json-node.ts';

const header = (name: string, description: string): JsonObjectNode => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string' },
});

/** What the service sends on its own. OpenAPI 3.1, section 4.8.1, `webhooks`. */
export const webhooks: JsonObjectNode = {
  runFinished: {
    post: {
      operationId: 'runFinished',
      summary: 'A run has reached a final status',
      description: 'Sent once. A response other than 2xx within 10 seconds makes the run `failed`.',
      tags: ['runs'],
      security: [],
      parameters: [
        header(
          'x-service-signature',
          'HMAC-SHA256 of the body in lower-case hexadecimal. Its key is the API key that started the run; without one, the signing key of the organization.',
        ),
        header('x-service-timestamp', 'Unix time of sending, in seconds.'),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            // Schemas are plain JSON beside what TypeBox hides in symbols.
            schema: JSON.parse(JSON.stringify({ anyOf: [TaskWebhook, WorkflowWebhook] })),
          },
        },
      },
      responses: {
        '2XX': { description: 'Received.' },
        default: { description: 'Not received: the run becomes `failed`.' },
      },
    },
  },
};
