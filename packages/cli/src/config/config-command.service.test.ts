import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInChild, runInProcess, startsProcess } from '../command.test-helpers.ts';

const packages = new URL('../../../', import.meta.url).pathname;

const config = `
import { defineBlock, Type } from '@runwright/contract';
import { defineConfig } from 'runwright';

interface Counted { readonly words: number }

const countWords = defineBlock({
  type: 'count_words',
  config: Type.Object(
    { text: Type.String({ description: 'What is counted.' }) },
    { description: 'Counts the words of a text.' },
  ),
  output: Type.Object({ words: Type.Integer() }),
  run: async ({ text }): Promise<Counted> => ({ words: text.split(' ').length }),
});

export default defineConfig({
  blocks: [countWords],
  drivers: () => ({ secrets: [{ specVersion: 'v1', resolve: async () => null }] }),
  settings: { concurrency: 3, limits: { modelCallMs: 5_000 } },
});
`;
const workflow = `
title: Count
workflow_definition:
  blocks: [{ block_type: count_words, label: words, text: "a lamp on a desk" }]
`;

/** A file with a mistake, and what is told of it. */
const wrongMembers = [
  ['export const a = 1;', 'has no default export. Write `export default defineConfig({ … })`.'],
  ['export default { block: [] };', 'there is no member `block`. Use one of `blocks`, `drivers`'],
  [
    'export default { blocks: [{ type: "a" }] };',
    '`blocks`: entry 0 is not usable: it has no `config`; make it with `defineBlock`.',
  ],
  [
    'export default { drivers: { stor: {} } };',
    'there is no member `drivers.stor`. Use one of `drivers.store`',
  ],
  [
    'export default { drivers: { model: "gpt" } };',
    '`drivers.model`: it is no driver object; call the function that makes it.',
  ],
  [
    'export default { settings: { concurrency: "3" } };',
    '`settings.concurrency`: it is no number from 0 on.',
  ],
] as const;
const notLoaded = [
  ['enum A { B } export default {};', 'write it without enums, namespaces and parameter properties.'],
  ['import "missing-package"; export default {};', 'Install the package that is named, or correct the path.'],
] as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-config-'));
  await mkdir(join(folder, 'node_modules/@runwright'), { recursive: true });
  await symlink(join(packages, 'contract'), join(folder, 'node_modules/@runwright/contract'));
  await symlink(join(packages, 'cli'), join(folder, 'node_modules/runwright'));
  await file('package.json', '{ "type": "module" }');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (name: string, text: string) => writeFile(join(folder, name), text);
const variables = () => ({ RUNWRIGHT_DATA_DIR: join(folder, 'data') });

/** Executes the command in a process whose working folder has the configuration. */
const runwright = (...args: readonly string[]) => runInChild(args, variables(), folder);

/** Executes the command in this process. */
const runHere = (...args: readonly string[]) => runInProcess(args, variables());

describe('the configuration file', () => {
  it('in the working folder gives block types to run', startsProcess, async () => {
    await file('runwright.config.ts', config);
    await file('count.yaml', workflow);
    const run = await runwright('run', 'count.yaml', '--json');
    expect([run.err, JSON.parse(run.out).output]).toMatchObject(['', { words_output: { words: 5 } }]);
  });

  it('named by --config gives block types to validate and blocks, and a .mjs file works too', async () => {
    await file('own.mjs', config.replace(/interface .*/, '').replace(': Promise<Counted>', ''));
    await file('count.yaml', workflow);
    const path = join(folder, 'count.yaml');
    expect((await runHere('validate', path)).code).toBe(1);
    const own = ['--config', join(folder, 'own.mjs')];
    expect(await runHere('validate', path, ...own)).toMatchObject({ code: 0, err: '' });
    const { out } = await runHere(...own, 'blocks', 'count_words');
    expect(out).toContain('count_words  (from own.mjs)\n  Counts the words of a text.\n');
    expect(out).toMatch(/ {2}text +string +required +What is counted\./);
    const list = (await runHere(...own, 'blocks')).out.split('\n');
    expect(list.filter((line) => line.startsWith('http_request'))).toHaveLength(1);
    const missing = await runHere('--config', join(folder, 'nothing.ts'), 'blocks');
    expect(missing.err).toContain(
      `Cannot read the configuration \`${join(folder, 'nothing.ts')}\`: no such file.`,
    );
  });

  it.each(wrongMembers)('with a wrong member names file, member and remedy: %s', async (text, message) => {
    await file('own.mjs', text);
    const { code, err } = await runHere('--config', join(folder, 'own.mjs'), 'blocks');
    expect(code).toBe(1);
    expect(err).toContain(join(folder, 'own.mjs'));
    expect(err).toContain(message);
  });

  it('that Node cannot load is named with the remedy', startsProcess, async () => {
    const [[text, message]] = notLoaded;
    await file('runwright.config.ts', text);
    const { code, err } = await runwright('blocks');
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('the configuration file and a process of the command', { tags: ['extended'] }, () => {
  it('in the working folder gives block types to run, validate and blocks', async () => {
    await file('runwright.config.ts', config);
    await file('count.yaml', workflow);
    const validated = await runwright('validate', 'count.yaml');
    expect([validated.err, validated.code]).toEqual(['', 0]);
    const run = await runwright('run', 'count.yaml', '--json');
    expect([run.err, JSON.parse(run.out).output]).toMatchObject(['', { words_output: { words: 5 } }]);
    const { out } = await runwright('blocks', 'count_words');
    expect(out).toContain('count_words  (from runwright.config.ts)\n  Counts the words of a text.\n');
    expect(out).toMatch(/ {2}text +string +required +What is counted\./);
    const list = (await runwright('blocks')).out.split('\n');
    expect(list).toContainEqual(
      expect.stringMatching(/^count_words +Counts the words of a text\. {2}\(from runwright\.config\.ts\)$/),
    );
    expect(list.filter((line) => line.startsWith('http_request'))).toHaveLength(1);
  });

  it('is named by --config, and a .mjs file works too', async () => {
    await mkdir(join(folder, 'deploy'));
    await file('deploy/own.mjs', config.replace(/interface .*/, '').replace(': Promise<Counted>', ''));
    await file('count.yaml', workflow);
    expect((await runwright('validate', 'count.yaml')).code).toBe(1);
    expect(await runwright('validate', 'count.yaml', '--config', 'deploy/own.mjs')).toMatchObject({
      code: 0,
    });
    const missing = await runwright('--config', 'nothing.ts', 'blocks');
    expect(missing.err).toContain(
      `Cannot read the configuration \`${join(folder, 'nothing.ts')}\`: no such file.`,
    );
  });

  it.each([...wrongMembers, ...notLoaded])(
    'with a mistake names file, member and remedy: %s',
    async (text, message) => {
      await file('runwright.config.ts', text);
      const { code, err } = await runwright('blocks');
      expect(code).toBe(1);
      expect(err).toContain(join(folder, 'runwright.config.ts'));
      expect(err).toContain(message);
    },
  );
});
