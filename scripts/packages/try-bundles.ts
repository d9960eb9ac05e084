import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWithDemo } from './run-with-demo.ts';
import { must, step } from './step.ts';

/** What a bundle leaves in `node_modules`, see `docs/embed.md`: packages that load files, and the optional one of `store-sql`. */
const external = ['@runwright/sandbox', '@runwright/driver-playwright'];
const optional = ['pg'];

const verbs = `import { createRunwright } from '@runwright/embed';
import { sqliteStore } from '@runwright/store-sql';

const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, SHOP_URL = '' } = process.env;
const folder = new URL('./data', import.meta.url).pathname;
const store = await sqliteStore({ folder });
const runwright = await createRunwright({
  model: { provider: 'openai', apiKey, baseUrl },
  dataDir: folder,
  allowedHosts: [new URL(SHOP_URL).host],
  drivers: { store },
});
const page = await runwright.open(SHOP_URL);
const { runId } = await page.act('Open the catalog');
const kept = await store.runs.get(runwright.organizationId, runId);
console.log(kept?.status, await page.url());
await runwright.close();
`;

/** Bundles programs of a project with esbuild, and runs the bundles where only what they leave out is installed. */
export async function tryBundles(project: string): Promise<void> {
  await step('a bundle of engine, program and browser runs', async () => {
    const bundle = await bundleProgram('examples/bundled.ts', { project, external });
    expectText(await must('node', [bundle], { cwd: project }), /^completed /m);
  });
  await step('a bundle of embed and store-sql runs', async () => {
    mkdirSync(join(project, 'bundled'), { recursive: true });
    writeFileSync(join(project, 'bundled/verbs.ts'), verbs);
    const bundle = await bundleProgram('bundled/verbs.ts', {
      project,
      external: [...external, ...optional],
    });
    expectText(await runWithDemo(bundle, project), /^completed .*\/catalog$/m);
  });
}

/** Returns the path of the bundle in the project. */
async function bundleProgram(
  program: string,
  { project, external }: { readonly project: string; readonly external: readonly string[] },
): Promise<string> {
  const bundle = `bundle/${program.replaceAll('/', '-').replace(/\.ts$/, '.mjs')}`;
  const args = [
    ...[program, '--bundle', '--platform=node', '--format=esm', `--outfile=${bundle}`],
    "--banner:js=import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    ...external.map((name) => `--external:${name}`),
  ];
  await must('npx', ['--no-install', 'esbuild', ...args], { cwd: project });
  return bundle;
}

function expectText(output: string, wanted: RegExp): void {
  if (!wanted.test(output)) throw new Error(`${output}\nThe output of the bundle does not match ${wanted}.`);
}
