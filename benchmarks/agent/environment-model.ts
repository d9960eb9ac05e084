import type { LanguageModel } from '@runwright/contract';
import { openaiModel } from '@runwright/model-openai';

/** Returns the model that `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `RUNWRIGHT_MODEL` name; null without a key. */
export function environmentModel(): LanguageModel | null {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, RUNWRIGHT_MODEL: model } = process.env;
  if (!apiKey) return null;
  return openaiModel({ apiKey, ...(baseUrl ? { baseUrl } : {}), model: model || 'gpt-4.1' });
}
