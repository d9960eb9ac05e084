/** Verbs on a page without a workflow: open, act, extract. Needs the key of a model: `OPENAI_API_KEY`. */
import { Type } from '@runwright/contract';
import { createRunwright } from '@runwright/embed';

const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, SHOP_URL = 'http://127.0.0.1:8001' } = process.env;
const Product = Type.Object({ name: Type.String(), price: Type.Number() });
const Products = Type.Object({ products: Type.Array(Product) });

const runwright = await createRunwright({
  model: { provider: 'openai', apiKey, baseUrl },
  allowedHosts: [new URL(SHOP_URL).host],
});
const page = await runwright.open(SHOP_URL);
await page.act('Open the catalog');
const { products } = await page.extract('All products of this page', Products);
for (const { name, price } of products) console.log(name, price.toFixed(2));
await runwright.close();
