import { RunwrightError } from '@runwright/contract';
import type { Script } from './scripted-endpoint/script.ts';
import { createServer, type EndpointMode, type EndpointRequest } from './scripted-endpoint/server.ts';

export * as scriptedMove from './scripted-endpoint/actions.ts';
export { demoScript } from './scripted-endpoint/demo-script.ts';
export { type ItemQuery, parseView, type View, type ViewItem } from './scripted-endpoint/parse-view.ts';
export type { Script, ScriptRule } from './scripted-endpoint/script.ts';
export type { ScriptRequest, WireBody, WireMessage } from './scripted-endpoint/script-request.ts';
export type { EndpointMode, EndpointRequest } from './scripted-endpoint/server.ts';

/** What a scripted endpoint says and how well it behaves. */
export interface ScriptedEndpointOptions {
  readonly script: Script;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default `json_schema`. */
  readonly mode?: EndpointMode;
  /** The key that callers have to send. Default `scripted-key`. */
  readonly apiKey?: string;
  /** Name of the one model there is. Default `scripted`. */
  readonly model?: string;
  /** Most tokens of an answer; a longer one is cut there, with the finish reason `length`. Default: no limit. */
  readonly outputTokens?: number;
  /** Keeps every call in `requests`; false for an endpoint that runs for days. Default: true. */
  readonly keepRequests?: boolean;
}

/** A running endpoint. */
export interface ScriptedEndpoint extends AsyncDisposable {
  /** Base URL with `/v1`, as clients of OpenAI want it. */
  readonly url: string;
  readonly apiKey: string;
  readonly model: string;
  /** Every call of `/v1/chat/completions` with the right key, oldest first; empty without `keepRequests`. */
  readonly requests: readonly EndpointRequest[];
  /** Stops listening. A second call does nothing more. */
  close(): Promise<void>;
}

/**
 * Starts an HTTP server that speaks OpenAI's chat completions (`/v1/chat/completions`, `/v1/models`) and answers from a
 * script: by the name of the answer that is asked for and by what it finds in the page that the prompt shows.
 *
 * @throws RunwrightError `conflict` when the address cannot be listened on
 */
export async function scriptedEndpoint(options: ScriptedEndpointOptions): Promise<ScriptedEndpoint> {
  const {
    script,
    port = 0,
    host = '127.0.0.1',
    mode = 'json_schema',
    apiKey = 'scripted-key',
    model = 'scripted',
    outputTokens = Number.POSITIVE_INFINITY,
    keepRequests = true,
  } = options;
  const requests: EndpointRequest[] = [];
  const server = createServer({
    ...{ script, mode, apiKey, model, outputTokens },
    record: (request) => {
      if (keepRequests) requests.push(request);
    },
  });
  const address = await server.listen({ port, host }).catch((cause: unknown) => {
    throw new RunwrightError(
      'conflict',
      `The scripted endpoint cannot listen on \`${host}:${port}\`: the port is in use. Choose another port, or 0 for any.`,
      { cause },
    );
  });
  const close = async () => {
    await server.close();
  };
  return { url: `${address}/v1`, apiKey, model, requests, close, [Symbol.asyncDispose]: close };
}
