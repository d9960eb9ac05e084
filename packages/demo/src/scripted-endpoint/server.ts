import type { Json } from '@runwright/contract';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { answerFromScript, type Script } from './script.ts';
import { contentText, parseScriptRequest, type ScriptRequest, type WireBody } from './script-request.ts';

/**
 * How well an endpoint behaves: `json_schema` takes every output format; `json_object` refuses schemas and `text` refuses
 * both, as small servers do; `flaky` takes all, but is busy at every fourth call and breaks off at every fourth answer.
 */
export type EndpointMode = 'json_schema' | 'json_object' | 'text' | 'flaky';

/** A call that an endpoint got. */
export interface EndpointRequest {
  readonly scene: ScriptRequest;
  readonly body: WireBody;
  /** What was answered; null when the call was refused. */
  readonly answer: Json;
}

/** What the server is made of. */
export interface ServerDeps {
  readonly script: Script;
  readonly mode: EndpointMode;
  readonly apiKey: string;
  readonly model: string;
  /** Most tokens of an answer. */
  readonly outputTokens: number;
  /** Is told of every call that got an answer or was broken off. */
  readonly record: (request: EndpointRequest) => void;
}

const largestBody = 64 * 1024 * 1024;

/** The server, not yet listening. */
export function createServer(parts: ServerDeps): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, bodyLimit: largestBody });
  let calls = 0;

  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === `Bearer ${parts.apiKey}`) return undefined;
    return refuse(reply, 401, 'Incorrect API key provided.', 'invalid_api_key');
  });

  app.get('/v1/models', async () => ({
    object: 'list',
    data: [{ id: parts.model, object: 'model', created: 0, owned_by: 'runwright' }],
  }));

  app.post<{ Body: WireBody }>('/v1/chat/completions', async ({ body }, reply) => {
    const problem = problemOf(body, parts);
    if (problem) return refuse(reply, problem.status, problem.message, problem.code);
    calls += 1;
    const scene = parseScriptRequest(body);
    if (parts.mode === 'flaky' && calls % 4 === 1) {
      parts.record({ scene, body, answer: null });
      reply.header('retry-after-ms', '20');
      return refuse(reply, 429, 'The model is busy. Try again.', 'rate_limit_exceeded');
    }
    const answer = answerFromScript(parts.script, scene);
    if (answer === null)
      return refuse(reply, 422, `The script cannot answer \`${scene.purpose}\`.`, 'no_rule');
    parts.record({ scene, body, answer });
    const whole = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const text = parts.mode === 'flaky' && calls % 4 === 3 ? breakOff(whole) : dressed(whole, parts.mode);
    const most = Math.floor(parts.outputTokens * bytesOfToken);
    const isCut = Buffer.byteLength(text) > most;
    const content = isCut ? Buffer.from(text).subarray(0, most).toString() : text;
    return completion(parts.model, body, { content, isCut }, calls);
  });
  return app;
}

function problemOf(
  body: WireBody,
  { mode, model }: ServerDeps,
): { readonly status: number; readonly message: string; readonly code: string } | null {
  if (!Array.isArray(body?.messages) || body.messages.length === 0) {
    return { status: 400, message: "'messages' is a required property", code: 'invalid_request' };
  }
  if (body.model !== model) {
    return { status: 404, message: `The model '${body.model}' does not exist.`, code: 'model_not_found' };
  }
  if (body.stream) return { status: 400, message: 'This endpoint does not stream.', code: 'invalid_request' };
  const format = body.response_format?.type ?? 'text';
  const taken = { json_schema: 3, flaky: 3, json_object: 2, text: 1 }[mode];
  const asked = { json_schema: 3, json_object: 2, text: 1 }[format] ?? 4;
  if (asked <= taken) return null;
  return {
    status: 400,
    message: `'response_format.type' must be one of ${mode === 'text' ? "'text'" : "'json_object', 'text'"}`,
    code: 'unsupported_response_format',
  };
}

/** Free text comes with talk around it, as such models do. */
function dressed(answer: string, mode: EndpointMode): string {
  return mode === 'text' ? `Here is what you asked for:\n\n\`\`\`json\n${answer}\n\`\`\`` : answer;
}

function breakOff(answer: string): string {
  return answer.slice(0, Math.ceil(answer.length * 0.3)).trim();
}

function completion(
  model: string,
  body: WireBody,
  { content, isCut }: { readonly content: string; readonly isCut: boolean },
  index: number,
): object {
  const prompt = tokens(body.messages.map((message) => contentText(message.content)).join('\n'));
  const answered = tokens(content);
  return {
    id: `chatcmpl-${index}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [
      {
        index: 0,
        finish_reason: isCut ? 'length' : 'stop',
        logprobs: null,
        message: { role: 'assistant', content, refusal: null },
      },
    ],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: answered,
      total_tokens: prompt + answered,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

const bytesOfToken = 3.6;

function tokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesOfToken);
}

function refuse(reply: FastifyReply, status: number, message: string, code: string): FastifyReply {
  return reply.code(status).send({ error: { message, type: 'invalid_request_error', param: null, code } });
}
