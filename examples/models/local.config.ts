/** A configuration file for a local model that reads text alone. */
import { openaiModel } from '@runwright/model-openai';

const {
  LOCAL_MODEL_URL: baseUrl = 'http://127.0.0.1:11434/v1',
  LOCAL_MODEL: model = 'qwen3:32b',
  LOCAL_MODEL_KEY: apiKey = 'none',
} = process.env;

export default {
  drivers: { model: openaiModel({ apiKey, baseUrl, model, capabilities: { images: false } }) },
  settings: { limits: { modelCallMs: 300_000 } },
};
