import type { LanguageModel, ModelRequest } from '@runwright/contract';
import {
  callEndpoint,
  type EndpointOptions,
  type Exchange,
  readEndpointAddress,
} from '@runwright/contract/model-endpoint';
import { OpenAI } from 'openai';
import { withErrorMember } from './error-body.ts';
import { openaiRefusal, refusesTokenLimit } from './openai-refusal.ts';
import { responsesReply } from './responses-reply.ts';
import { responsesRequest } from './responses-request.ts';
import { wireReply } from './wire-reply.ts';
import { type TokenLimitMember, wireRequest } from './wire-request.ts';

/**
 * Which model to speak to, and where. Nothing of it is taken from the environment; the library itself adds the headers
 * of `OPENAI_CUSTOM_HEADERS` when a host has set it.
 */
export interface OpenaiModelOptions {
  /** Sent as a bearer token; any text for a server that wants none. */
  readonly apiKey: string;
  /**
   * Default `https://api.openai.com/v1`; any endpoint that has `/chat/completions` below it. A user name and password in it are sent
   * as basic authentication in place of the key.
   */
  readonly baseUrl?: string;
  /** Name of the model at the provider. */
  readonly model: string;
  /**
   * What the model can do, where it differs from: images, tools, both output modes, a prompt cache of its own. A wrong
   * output mode costs one refused call, after which the caller takes the next one.
   */
  readonly capabilities?: Partial<LanguageModel['can']>;
  /**
   * Default: `max_completion_tokens` at api.openai.com, else `max_tokens`; when an endpoint refuses the one and names the other, the request
   * is sent again with that, and so are all later ones.
   */
  readonly tokenLimit?: TokenLimitMember;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

const openaiUrl = 'https://api.openai.com/v1';

/**
 * A {@link LanguageModel} at any endpoint that speaks OpenAI's chat completions. One call is one request, unless the endpoint refuses how
 * the limit of tokens is called. Requests with the
 * computer tool, and those that continue a conversation (`previous`), go to the Responses API instead, which few other servers have;
 * `can.computer` is `openai` at api.openai.com only, unless `capabilities` says so.
 */
export function openaiModel(options: OpenaiModelOptions): LanguageModel {
  const { apiKey, model } = options;
  const { headers, ...address } = readEndpointAddress(options.baseUrl ?? openaiUrl);
  const { baseUrl } = address;
  let tokenLimit: TokenLimitMember =
    options.tokenLimit ??
    (new URL(baseUrl).host === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens');
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    defaultHeaders: headers,
    // Named although they are not used: what is left out, the library takes from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    fetch: withErrorMember(options.fetch ?? globalThis.fetch),
  });

  const complete = async (request: ModelRequest, how: EndpointOptions): Promise<Exchange> => {
    const send = async (): Promise<Exchange> => {
      const body = wireRequest(model, tokenLimit, request);
      const completion = await client.chat.completions.create(body, how);
      return { reply: wireReply(completion), wire: { request: body, response: completion } };
    };
    try {
      return await send();
    } catch (error) {
      if (options.tokenLimit || !refusesTokenLimit(error, tokenLimit)) throw error;
      tokenLimit = tokenLimit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
      return await send();
    }
  };
  const respond = async (request: ModelRequest, how: EndpointOptions): Promise<Exchange> => {
    const body = responsesRequest(model, request);
    const response = await client.responses.create(body, how);
    return { reply: responsesReply(response), wire: { request: body, response } };
  };

  return {
    specVersion: 'v1',
    id: model,
    provider: new URL(baseUrl).host,
    can: {
      images: true,
      jsonSchema: true,
      jsonObject: true,
      tools: true,
      promptCache: 'auto',
      ...(new URL(baseUrl).host === 'api.openai.com' ? { computer: 'openai' as const } : {}),
      ...options.capabilities,
    },
    generate: (request) =>
      callEndpoint(
        { model, apiKey, ...address },
        request,
        (options) => (usesResponses(request) ? respond : complete)(request, options),
        (cause) => openaiRefusal(cause, request.output?.mode ?? 'text'),
      ),
  };
}

/** Only the Responses API has the computer tool, and conversations that go on. */
function usesResponses({ computer, previous }: ModelRequest): boolean {
  return computer !== undefined || previous !== undefined;
}
