import { type ApiKeyScope, apiKeyScopes, Type } from '@runwright/contract';
import { RequestProblems } from '../error-response.ts';
import { noInstant, parseInstant } from '../parse-instant.ts';

const nullable = <const S extends Type.TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** A member that is not known, such as `scope`, would make a key that may do more, or lasts longer, than was meant. */
const closed = { additionalProperties: false } as const;

/** Body that creates an API key. */
export const ApiKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255, description: 'What the key is for.' }),
    scopes: nullable(
      Type.Array(Type.Enum([...apiKeyScopes]), {
        description:
          '`read` reads, `run` starts and changes, `admin` manages keys. Default: `read` and `run`.',
      }),
    ),
    expires_at: nullable(
      Type.String({ description: 'ISO 8601, UTC without an offset. Default: the key does not expire.' }),
    ),
  },
  closed,
);
/** The body as it arrives. */
export interface ApiKeyBody {
  readonly name: string;
  readonly scopes?: readonly ApiKeyScope[] | null;
  readonly expires_at?: string | null;
}

/** Body that rotates an API key. */
export const RotateBody = Type.Object(
  {
    overlap_seconds: nullable(
      Type.Integer({
        minimum: 0,
        maximum: 31_536_000,
        description: 'Time for which the old key still works. Default: it is revoked at once.',
      }),
    ),
  },
  closed,
);
/** The body as it arrives. */
export interface RotateBody {
  readonly overlap_seconds?: number | null;
}

/** Converts the body to what the engine takes. Throws a 422 for an expiry that is no time. */
export function readApiKeyBody({ name, scopes, expires_at: expiry }: ApiKeyBody) {
  const expiresAt = typeof expiry === 'string' ? parseInstant(expiry) : null;
  if (typeof expiry === 'string' && expiresAt === null) {
    throw new RequestProblems('body', [{ path: ['expires_at'], ...noInstant }]);
  }
  return { name, ...(scopes ? { scopes } : {}), expiresAt };
}
