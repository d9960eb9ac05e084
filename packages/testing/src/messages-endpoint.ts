import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type MessagesBody, messageProblems, type WireBlock } from './messages-rules.ts';

/** All of a response: its status, body and headers. */
export interface WholeAnswer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answer of a {@link messagesEndpoint}: content blocks, or all of a response by its status. */
export type MessagesAnswer = readonly WireBlock[] | WholeAnswer;

/** A server with the Messages API of Anthropic, with answers in order. */
export interface MessagesEndpoint extends AsyncDisposable {
  readonly url: string;
  readonly bodies: readonly MessagesBody[];
  readonly headers: readonly IncomingHttpHeaders[];
  /** What was wrong with the requests by the rules of the API; empty when nothing was. Such a request is refused with 400. */
  readonly violations: readonly string[];
  /** Replaces the answers to the next requests. */
  answer(...answers: readonly MessagesAnswer[]): void;
}

/** Values of a {@link messagesEndpoint}. */
export interface MessagesEndpointOptions {
  /** Answers when the list of answers is empty. Default: the text `Done.` */
  readonly otherwise?: (body: MessagesBody) => MessagesAnswer;
}

const usage = {
  ...{ input_tokens: 100, cache_read_input_tokens: 900, cache_creation_input_tokens: 50, output_tokens: 20 },
  output_tokens_details: { thinking_tokens: 5 },
};

/** Starts the server on loopback. It refuses requests that the API would refuse. */
export async function messagesEndpoint(options: MessagesEndpointOptions = {}): Promise<MessagesEndpoint> {
  const bodies: MessagesBody[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const violations: string[] = [];
  const queue: MessagesAnswer[] = [];
  const sent: WireBlock[] = [];
  const otherwise = options.otherwise ?? (() => [{ type: 'text', text: 'Done.' }]);

  function respond(path: string, body: MessagesBody, given: IncomingHttpHeaders): WholeAnswer {
    const problems = [
      ...(path === '/v1/messages' ? [] : [`There is no ${path}.`]),
      ...messageProblems(body, given, sent),
    ];
    violations.push(...problems);
    if (problems.length > 0) {
      const error = { type: 'invalid_request_error', message: problems.join(' ') };
      return { status: 400, body: { type: 'error', error } };
    }
    const answer = queue.shift() ?? otherwise(body);
    if (isWhole(answer)) return answer;
    sent.push(...answer);
    const isCall = answer.some(({ type }) => type === 'tool_use');
    return {
      status: 200,
      body: {
        ...{ id: `msg_${bodies.length}`, type: 'message', role: 'assistant', model: body.model },
        ...{ content: answer, stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null, usage },
      },
    };
  }

  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body: MessagesBody = JSON.parse(Buffer.concat(chunks).toString());
    bodies.push(body);
    headers.push(request.headers);
    const answer = respond(request.url ?? '', body, request.headers);
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    ...{ bodies, headers, violations },
    answer(...answers) {
      queue.splice(0, queue.length, ...answers);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isWhole(answer: MessagesAnswer): answer is WholeAnswer {
  return !Array.isArray(answer);
}
