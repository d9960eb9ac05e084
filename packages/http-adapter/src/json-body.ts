import { bodyLimits, findJsonExcess, parseExactJson } from '@runwright/contract';
import { errorCodes, type FastifyInstance } from 'fastify';
import { RequestProblems } from './error-response.ts';

/**
 * Reads bodies as JSON when their type is absent, `application/json` or `…+json`; an empty body is no body. A number that would change is
 * read as a text, see `parseExactJson`.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = (
    _request: unknown,
    body: string | Buffer,
    done: (error: Error | null, value?: unknown) => void,
  ) => {
    const text = body.toString();
    if (text.trim() === '') return done(null, undefined);
    const excess = findJsonExcess(text, bodyLimits);
    if (excess !== null) return done(valueProblem(`the body ${excess}; split the request, or upload a file`));
    try {
      done(null, parseExactJson(text));
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

function valueProblem(reason: string): RequestProblems {
  return new RequestProblems('body', [{ path: [], message: `Value error, ${reason}`, type: 'value_error' }]);
}
