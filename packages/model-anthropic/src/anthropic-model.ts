import { Anthropic } from '@anthropic-ai/sdk';
import type { LanguageModel } from '@runwright/contract';
import { callEndpoint, readEndpointAddress } from '@runwright/contract/model-endpoint';
import { anthropicRefusal } from './anthropic-refusal.ts';
import { messageReply } from './message-reply.ts';
import { messageRequest } from './message-request.ts';
import { type ComputerToolVersion, featuresOf } from './model-features.ts';
import type { WireMessage } from './wire.ts';

/**
 * Which model to speak to, and where. Nothing of it is taken from the environment; the library itself adds the headers of
 * `ANTHROPIC_CUSTOM_HEADERS` when a host has set it.
 */
export interface AnthropicModelOptions {
  readonly apiKey: string;
  /**
   * Default `https://api.anthropic.com`; any endpoint that has `/v1/messages` below it. A user name and password in it are sent as basic
   * authentication in place of the key.
   */
  readonly baseUrl?: string;
  /** Name of the model at the provider. */
  readonly model: string;
  /** What the model can, where it differs from what its name tells. */
  readonly capabilities?: Partial<LanguageModel['can']>;
  /** Version of the computer tool, for a model whose name does not tell it. Default: by the name of the model. */
  readonly computerTool?: ComputerToolVersion;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

const anthropicUrl = 'https://api.anthropic.com';

/**
 * Returns a {@link LanguageModel} over the Messages API of Anthropic. One call is one request. The provider keeps no conversation, so
 * `previous` has no effect; `seed` has none either. `can.computer` is `anthropic` when the model is known to have the computer tool.
 */
export function anthropicModel(options: AnthropicModelOptions): LanguageModel {
  const { apiKey, model } = options;
  const { headers, ...address } = readEndpointAddress(options.baseUrl ?? anthropicUrl);
  const { baseUrl } = address;
  const known = featuresOf(model);
  const features = {
    ...known,
    computerTool: options.computerTool ?? known.computerTool,
    structuredOutputs: Boolean(options.capabilities?.jsonSchema ?? known.structuredOutputs),
  };
  const client = new Anthropic({
    apiKey,
    baseURL: baseUrl,
    defaultHeaders: headers,
    // Named although it is not used: what is left out, the library takes from the environment.
    webhookKey: null,
    logLevel: 'off',
    maxRetries: 0,
    ...(options.fetch && { fetch: options.fetch }),
  });

  return {
    specVersion: 'v1',
    id: model,
    provider: new URL(baseUrl).host,
    can: {
      images: true,
      jsonSchema: features.structuredOutputs ? 'strict' : false,
      jsonObject: false,
      tools: true,
      promptCache: 'marked',
      ...(features.computerTool === null ? {} : { computer: 'anthropic' as const }),
      ...options.capabilities,
    },
    generate: (request) =>
      callEndpoint(
        { model, apiKey, ...address },
        request,
        async (options) => {
          const { body, betas } = messageRequest(model, features, request);
          // Not `beta.messages.create`, which prints a line about models that will be removed.
          const message = await client.post<WireMessage>('/v1/messages', {
            body,
            ...(betas.length > 0 && { headers: { 'anthropic-beta': betas.join(',') } }),
            ...options,
          });
          return { reply: messageReply(message), wire: { request: body, response: message } };
        },
        (cause) => anthropicRefusal(cause, request.output?.mode ?? 'text'),
      ),
  };
}
