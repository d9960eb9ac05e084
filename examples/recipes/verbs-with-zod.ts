/** Reads a catalog with a zod schema that checks and converts what the model has read. Needs the key of a model. */
import { createRunwright } from '@runwright/embed';
import { z } from 'zod';

const { OPENAI_API_KEY: apiKey = '', OPENAI_BASE_URL: baseUrl, RUNWRIGHT_CHROMIUM: chromium } = process.env;
const { SITE_URL: site = 'http://127.0.0.1:8001' } = process.env;

const cents = z.string().transform((text) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100));
const Catalog = z.object({ products: z.array(z.object({ name: z.string(), price: cents })).min(1) });

const runwright = await createRunwright({
  model: { provider: 'openai', apiKey, ...(baseUrl ? { baseUrl } : {}) },
  allowedHosts: [new URL(site).host],
  ...(chromium ? { browser: { executablePath: chromium } } : {}),
});
try {
  const page = await runwright.open(site);
  await page.act('Open the catalog');
  const { products } = await page.extract('All products with their prices', Catalog);
  const cheap = products.filter(({ price }) => price < 500);
  console.log(`${products.length} products, ${cheap.length} below 5.00`);
} finally {
  await runwright.close();
}
