/** Runs verbs.ts without the key of a model: on the demo site, with the scripted model of `@runwright/demo`. */
import { demoScript, demoSite, scriptedEndpoint } from '@runwright/demo';

const site = await demoSite();
// The name has to be that of the default model of `provider: 'openai'`.
const model = await scriptedEndpoint({ script: demoScript, model: 'gpt-4.1' });
process.env.SHOP_URL = site.url;
process.env.OPENAI_BASE_URL = model.url;
process.env.OPENAI_API_KEY = model.apiKey;
await import('./verbs.ts');
await model.close();
await site.close();
