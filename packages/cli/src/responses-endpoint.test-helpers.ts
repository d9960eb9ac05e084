import { once } from 'node:events';
import { createServer } from 'node:http';
import type { JsonObject } from '@runwright/contract';

/** Item of a request or a response, as far as the checks need it. */
export interface WireItem {
  readonly type?: string;
  readonly call_id?: string;
  readonly role?: string;
  readonly pending_safety_checks?: readonly { readonly id: string }[];
  readonly acknowledged_safety_checks?: readonly { readonly id: string }[];
  readonly [member: string]: unknown;
}

/** Body of a request to `POST /responses`. */
export interface ResponsesBody {
  readonly previous_response_id?: string;
  readonly input: readonly WireItem[];
  readonly tools: readonly JsonObject[];
  readonly [member: string]: unknown;
}

/** A server with the Responses API of OpenAI, with answers in order. */
export interface ResponsesEndpoint extends AsyncDisposable {
  readonly url: string;
  readonly bodies: readonly ResponsesBody[];
  /** What is wrong with the requests by the rules of the protocol; empty when nothing is. */
  readonly violations: readonly string[];
  /** Output items of the next responses. */
  answer(...responses: readonly (readonly WireItem[])[]): void;
}

/** Starts the server on loopback. */
export async function responsesEndpoint(): Promise<ResponsesEndpoint> {
  const bodies: ResponsesBody[] = [];
  const violations: string[] = [];
  const queue: (readonly WireItem[])[] = [];
  let open: readonly WireItem[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body: ResponsesBody = JSON.parse(Buffer.concat(chunks).toString());
    const expected = bodies.length === 0 || open === none ? undefined : `resp_${bodies.length}`;
    violations.push(...violationsOf(body, open, expected));
    bodies.push(body);
    const output = queue.shift() ?? [];
    open = output.filter(({ call_id }) => call_id !== undefined);
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        ...{
          id: `resp_${bodies.length}`,
          object: 'response',
          status: 'completed',
          model: 'computer-use',
          output,
        },
        usage: {
          ...{ input_tokens: 1_000, output_tokens: 20, total_tokens: 1_020 },
          ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
        },
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`,
    ...{ bodies, violations },
    answer(...responses) {
      // A new task begins a new conversation.
      open = none;
      queue.splice(0, queue.length, ...responses);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const none: readonly WireItem[] = [];

function violationsOf(
  { previous_response_id: previous, input }: ResponsesBody,
  open: readonly WireItem[],
  expected: string | undefined,
): readonly string[] {
  const results = input.filter(({ type }) => type?.endsWith('_call_output'));
  const missing = open.filter(({ call_id }) => !results.some((result) => result.call_id === call_id));
  const unaccepted = open.flatMap(({ call_id, pending_safety_checks: checks = [] }) => {
    const accepted = results.find((result) => result.call_id === call_id)?.acknowledged_safety_checks ?? [];
    return checks.filter(({ id }) => !accepted.some((each) => each.id === id));
  });
  return [
    ...(previous === expected ? [] : [`previous_response_id is ${previous}, not ${expected}`]),
    ...missing.map(({ call_id }) => `No tool output found for call ${call_id}.`),
    ...unaccepted.map(({ id }) => `Safety check ${id} was not acknowledged.`),
  ];
}
