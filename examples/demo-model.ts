/** The demo site and a scripted model for `verbs.ts`, so that it works without a key. Stop it with Ctrl+C. */
import { demoSite, scriptedEndpoint, scriptedMove } from '@runwright/demo';

const { SITE_PORT: sitePort = '8001', MODEL_PORT: modelPort = '8002' } = process.env;
const site = await demoSite({ port: Number(sitePort) });
const model = await scriptedEndpoint({
  port: Number(modelPort),
  model: 'gpt-4.1',
  script: [
    {
      purpose: 'act',
      answer: ({ view }) => {
        const link = view.find({ name: /catalog/i });
        return scriptedMove.act('', [scriptedMove.click(link?.id ?? '', 'It leads there.')]);
      },
    },
    {
      purpose: 'extract',
      answer: ({ view }) => ({
        products: view.path === '/catalog' ? [{ name: 'Shipping carton', price: 0.84 }] : [],
      }),
    },
  ],
});
console.log(`SHOP_URL=${site.url} OPENAI_BASE_URL=${model.url} OPENAI_API_KEY=${model.apiKey} node verbs.ts`);
