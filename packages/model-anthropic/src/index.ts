/**
 * A language model driver for the Messages API of Anthropic, with its computer tool.
 *
 * @packageDocumentation
 */

export { type AnthropicModelOptions, anthropicModel } from './anthropic-model.ts';
export type { ComputerToolVersion } from './model-features.ts';
