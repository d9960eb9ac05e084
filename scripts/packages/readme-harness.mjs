// Copied into a project where the packages are installed: serves the demo site and a scripted model on loopback, then runs a
// program with their addresses. Usage: node readme-harness.mjs <program>
import { spawn } from 'node:child_process';
import { once } from 'node:events';

// Only the project that this file is copied into has it.
const demo = '@runwright/demo';
const { demoSite, scriptedEndpoint, scriptedMove } = await import(demo);

/** @typedef {{ path: string, find(wanted: object): { id: string } | null }} View */

const site = await demoSite();
const model = await scriptedEndpoint({
  model: 'gpt-4.1',
  script: [
    {
      purpose: 'act',
      answer: (/** @type {{ view: View }} */ { view }) =>
        scriptedMove.act('', [
          scriptedMove.click(view.find({ name: /catalog/i })?.id ?? '', 'It leads there.'),
        ]),
    },
    {
      purpose: 'extract',
      answer: (/** @type {{ view: View }} */ { view }) => ({
        products: view.path === '/catalog' ? [{ name: 'Shipping carton', price: 0.84 }] : [],
      }),
    },
  ],
});
try {
  const child = spawn(process.execPath, process.argv.slice(2), {
    env: {
      ...process.env,
      OPENAI_API_KEY: model.apiKey,
      OPENAI_BASE_URL: model.url,
      SHOP_URL: site.url,
    },
    stdio: 'inherit',
  });
  const [exitCode] = await once(child, 'exit');
  process.exitCode = exitCode ?? 1;
} finally {
  await model.close();
  await site.close();
}
