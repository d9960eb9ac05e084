import { errorCodes, type FastifyInstance } from 'fastify';
import { RequestProblems } from './error-response.ts';

/** Maximum nesting depth of a body. */
const depthLimit = 100;

/** Reads bodies as JSON when their type is absent, `application/json` or `…+json`; an empty body is no body. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = (
    _request: unknown,
    body: string | Buffer,
    done: (error: Error | null, value?: unknown) => void,
  ) => {
    const text = body.toString();
    if (text.trim() === '') return done(null, undefined);
    try {
      const value: unknown = JSON.parse(text);
      if (isDeeperThan(value, depthLimit)) return done(tooDeep());
      done(null, value);
    } catch {
      done(new RequestProblems('body', [{ path: [], message: 'JSON decode error', type: 'json_invalid' }]));
    }
  };
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parse);
  app.addContentTypeParser(/^[\w.-]+\/[\w.-]+\+json(;|$)/, { parseAs: 'string' }, parse);
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const type = request.headers['content-type'];
    if (type === undefined) return parse(request, body, done);
    done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type));
  });
}

function isDeeperThan(root: unknown, limit: number): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}

function tooDeep(): RequestProblems {
  const message = `Value error, JSON is nested deeper than ${depthLimit} levels`;
  return new RequestProblems('body', [{ path: [], message, type: 'value_error' }]);
}
