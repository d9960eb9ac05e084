import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documents } from './documents.ts';
import { checkSamples } from './samples/check-samples.ts';
import { problemLine, samplesOf } from './samples/sample.ts';

const root = join(import.meta.dirname, '../..');
/** Records of the past, and pages that are written by a program. */
const unchecked = /^docs\/(?:decisions|api|reference)\/|^docs\/(?:api-coverage|blocks)\.md$/;

it('every sample of the documents is executed, compiled or checked', async () => {
  const pages = documents(root).filter((page) => !unchecked.test(page));
  const samples = pages.flatMap((page) => samplesOf(page, readFileSync(join(root, page), 'utf8')));
  expect(samples.length).toBeGreaterThan(50);
  const { problems, counts } = await checkSamples(root, samples);
  console.log(`samples of ${pages.length} pages: ${JSON.stringify(counts)}`);
  // As one text, so that the short form of the failure names the first of them.
  expect(problems.map(problemLine).join('\n')).toBe('');
});

const fence = (language: string, ...lines: readonly string[]) =>
  `\`\`\`${language}\n${lines.join('\n')}\n\`\`\`\n`;

/** A name that no test has, this one included. */
const unread = ['unread', 'yaml'].join('.');

/** Wrong samples, each with what is said about it. */
const wrong: readonly (readonly [sample: string, problem: RegExp])[] = [
  [fence('ts', 'const one: number = "one";'), /does not compile: Type 'string' is not assignable/],
  [fence('ts', 'engine.start();'), /does not compile: Cannot find name 'engine'/],
  [
    `<!-- with: import { nothing } from '@runwright/core'; -->\n${fence('ts', '1;')}`,
    /in its comment: .*nothing/,
  ],
  [`<!-- file: examples/client.ts -->\n${fence('ts', '1;')}`, /no test executes `examples\/client.ts`/],
  [`<!-- run by: examples/client.ts -->\n${fence('ts', '1;')}`, /`examples\/client.ts` is no test/],
  [`<!-- run by: scripts/layers.test.ts -->\n${fence('text', '1')}`, /does not read `wrong.md`/],
  [fence('text', 'It works.'), /nothing checks a block of `text`/],
  [fence('nginx', 'server {}'), /nothing checks a block of `nginx`/],
  [fence('mermaid', 'flowchar TD'), /`flowchar` is no kind of diagram/],
  [fence('yaml', 'a: [1'), /it does not parse/],
  [
    fence(
      'yaml',
      'workflow_definition: { blocks: [{ label: a, block_type: goto_uri, url: "https://a.example" }] }',
    ),
    /the engine refuses the workflow: .*goto_uri/,
  ],
  [fence('json', '{ "prompt": "Look" }'), /nothing tells what it is/],
  [fence('yaml', 'prompt: Look'), /nothing tells what it is/],
  [`<!-- file: deploy/${unread} -->\n${fence('yaml', 'a: 1')}`, /no test .* reads `deploy\/unread/],
  [
    `<!-- request: POST /v1/run/tasks -->\n${fence('json', '{ "promt": "Look" }')}`,
    /the service answers 422: .*prompt/,
  ],
  [
    `<!-- request: POST /v1/run/task -->\n${fence('json', '{}')}`,
    /the service has no path `\/v1\/run\/task`/,
  ],
  [
    fence('json', '{ "mcpServers": { "a": { "command": "npx", "args": ["runwright", "serve"] } } }'),
    /no command `serve`/,
  ],
  [fence('sh', 'npm run tests'), /package.json has no script `tests`/],
  [fence('sh', 'npm install @runwright/cor'), /neither the workspace nor its lockfile has `@runwright\/cor`/],
  [fence('sh', 'npx runwright validate'), /`runwright validate` needs <file>/],
  [fence('sh', 'runwright start --demos'), /`runwright start` has no option `--demos`/],
  [fence('sh', 'runwright keys laptop'), /`runwright keys` has no command `laptop`/],
  [fence('sh', 'RUNWRIGHT_PROT=8001 runwright start'), /no setting is called `RUNWRIGHT_PROT`/],
  [fence('sh', 'export RUNWRIGHT_PROT=8001', 'runwright start'), /no setting is called `RUNWRIGHT_PROT`/],
  [fence('sh', 'frobnicate --all'), /`frobnicate` is not known/],
  [fence('sh', './install.sh'), /starts a program by its path/],
  [fence('sh', 'echo "open'), /the shell says: unexpected EOF/],
  [fence('sh', 'node missing.ts'), /no file of examples is called `missing.ts`/],
  [fence('sh', 'curl localhost:8000/v1/run/tasks -X PUT'), /`\/v1\/run\/tasks` has no method PUT/],
  [fence('sh', "curl 'localhost:8000/v1/runs?state=failed'"), /has no query parameter `state`/],
  [
    fence('sh', "curl localhost:8000/v1/run/tasks -H 'content-type: application/json' -d '{\"url\": 1}'"),
    /the service answers 422/,
  ],
  [
    fence('sh', 'curl localhost:8000/v1/run/tasks -d @task.json'),
    /no header `content-type: application\/json`/,
  ],
  [fence('sh', 'curl --proxy a.example localhost:8000/health'), /`curl` with `--proxy` is not checked/],
];

it('each kind of wrong sample is reported with its file, line and reason', async () => {
  // A shell sample that ends in the middle spoils those after it, as for a reader, so each is a page.
  const samples = wrong.flatMap(([sample], index) =>
    samplesOf(`docs/${index}/wrong.md`, `Text.\n\n${sample}`),
  );
  const { problems } = await checkSamples(root, samples);
  for (const [index, [sample, problem]] of wrong.entries()) {
    const page = `docs/${index}/wrong.md`;
    const own = problems.filter((one) => one.page === page).map(problemLine);
    expect(own, sample).not.toEqual([]);
    expect(own.join('\n'), sample).toMatch(problem);
    expect(own[0]).toMatch(new RegExp(`^${page}:[3-6]: `));
  }
});

it('right samples are not reported', async () => {
  const right = [
    `<!-- with: declare const one: number; -->\n\n${fence('ts', 'export const two = one + 1;')}`,
    `<!-- continues -->\n\n${fence('ts', 'console.log(two.toFixed(1));')}`,
    `<!-- with:\nexport const list = [\n…\n];\n-->\n\n${fence('ts', '{ a: 1 },')}`,
    fence(
      'sh',
      'A=$(curl -s localhost:8000/health | head -1)',
      'until curl localhost:8000/ready; do sleep 1; done',
    ),
    fence('sh', 'sudo systemctl status runwright && runwright keys create mine -s read'),
    fence('text', 'project', '├── package.json'),
  ];
  const { problems, counts } = await checkSamples(root, samplesOf('docs/right.md', right.join('\n')));
  expect(problems).toEqual([]);
  expect(counts).toEqual({ 'sh, shell': 2, 'text, drawn': 1, 'ts, fragment': 3 });
});
