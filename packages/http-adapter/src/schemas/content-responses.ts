import { Type } from '@runwright/contract';
import { ErrorBody, errorResponses } from './error-responses.ts';

const bytes = { '*/*': { schema: Type.Unsafe({ type: 'string', format: 'binary' }) } };

/** Responses of a route that sends stored bytes, whole or in ranges. */
export const contentResponses = {
  200: { description: 'The bytes, in the media type that is stored with them.', content: bytes },
  206: { description: 'The bytes of the range.', content: bytes },
  302: Type.Null({
    description:
      'A signed link, if the host lets the artifact store send the bytes: `Location` works for a short time.',
  }),
  304: Type.Null({ description: 'The bytes have the checksum that `If-None-Match` names.' }),
  403: ErrorBody,
  404: ErrorBody,
  416: ErrorBody,
};

/** Responses of a route that sends events. */
export const eventResponses = {
  200: {
    description: 'Server-sent events until the run has ended.',
    content: { 'text/event-stream': { schema: Type.String() } },
  },
  ...errorResponses,
};
