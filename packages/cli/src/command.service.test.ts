import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main, runInChild, runInProcess, startsProcess } from './command.test-helpers.ts';

const greeting = `
title: Greeting
workflow_definition:
  parameters: [{ key: seconds, parameter_type: workflow, workflow_parameter_type: integer }]
  blocks: [{ block_type: wait, label: pause, wait_sec: 1 }]
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-command-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = async (name: string, text: string) => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

const places = [
  { place: 'this process', execute: runInProcess, data: 'data', options: {} },
  { place: 'a process of its own', execute: runInChild, data: 'child-data', options: { tags: ['extended'] } },
];
for (const { place, execute, data, options } of places)
  describe(`the runwright command in ${place}`, options, () => {
    const runwright = (...args: readonly string[]) =>
      execute(args, { RUNWRIGHT_DATA_DIR: join(folder, data) });

    it('validate names every mistake of a file with its place, and exits with 1', async () => {
      const wrong =
        'workflow_definition: { blocks: [{ block_type: nope, label: a },\n { block_type: wait, label: "b c" }] }';
      const { code, err } = await runwright('validate', await file('wrong.yaml', wrong));
      expect(code).toBe(1);
      expect(err).toContain('has 3 mistakes');
      const places = [
        '0 (line 1, block `a`):',
        '1.label (line 2, block `b c`):',
        '1.wait_sec (line 2, block `b c`):',
      ];
      for (const place of places) expect(err).toContain(`blocks.${place}`);
    });

    it('organizations retention sets and shows for how many days runs are kept', async () => {
      const retention = (...args: readonly string[]) => runwright('organizations', 'retention', ...args);
      const id = (await runwright('organizations', 'create', 'Acme')).out.trim();
      expect((await retention(id, '30')).out).toBe(
        `The runs of ${id} are deleted 30 days after their end.\n`,
      );
      expect((await retention(id)).out).toContain('30 days');
      const wrong = await retention(id, '0');
      expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('a whole one from 1 to 36500')]);
      expect((await retention(id, 'default')).out).toContain('as long as the service says');
      expect((await retention('o_1')).err).toContain('Organization o_1 not found');
    });

    it('schema prints the JSON Schema that the package of typed workflows ships', async () => {
      const { code, out } = await runwright('schema');
      const shipped = new URL('../../workflow/workflow.schema.json', import.meta.url);
      expect([code, JSON.parse(out)]).toEqual([0, JSON.parse(await readFile(shipped, 'utf8'))]);
    });

    it('validate says what a valid file holds', async () => {
      const { code, out } = await runwright('validate', await file('right.yaml', greeting));
      expect([code, out]).toEqual([0, expect.stringContaining('is valid: 1 block, 1 parameter.')]);
    });

    it('validate knows the block types of every package', async () => {
      const parsing =
        'workflow_definition: { blocks: [{ block_type: file_url_parser, label: a, file_url: "https://example.com/a.csv" }] }';
      expect((await runwright('validate', await file('parse.yaml', parsing))).code).toBe(0);
    });

    it('run shows each block and the end, and exits with 0 when the run completed', async () => {
      const { code, out } = await runwright('run', await file('right.yaml', greeting), '-p', 'seconds=1');
      expect(code).toBe(0);
      expect(out).toMatch(/▶ pause wait[\s\S]*✔ pause[\s\S]*Run wr_\d+ completed/);
    });

    it('run warns of a parameter that the workflow does not have, and names the nearest one', async () => {
      const args = ['-p', 'seconds=1', '-p', 'secnds=2'];
      const { code, out, err } = await runwright('run', await file('right.yaml', greeting), ...args);
      expect([code, out, err]).toEqual([
        0,
        expect.stringMatching(/note .*no parameter `secnds`.*Did you mean `seconds`\?/m),
        '',
      ]);
    });

    it('run tells the warnings of a workflow before its first block, with what was probably meant', async () => {
      const text = greeting.replace(
        'wait_sec: 1',
        'wait_sec: 1, retri: { max_retries: 1 }, error_code_mapping: { a: "{{ secnds }}" }',
      );
      const { code, err } = await runwright('run', await file('doubtful.yaml', text), '-p', 'seconds=1');
      expect(code).toBe(0);
      expect(err).toMatch(/^Warnings:\n/);
      expect(err).toContain(
        'blocks.0.retri (line 5, block `pause`): The field `retri` is not known here and has no effect. Did you mean `retry`?',
      );
      expect(err).toMatch(/declares the name `secnds`.*Did you mean `seconds`\?/);
    });

    it('validate refuses a file with warnings when it is strict', async () => {
      const path = await file('doubtful.yaml', greeting.replace('wait_sec: 1', 'wait_sec: 1, retri: 1'));
      expect((await runwright('validate', path)).code).toBe(0);
      const { code, err } = await runwright('validate', path, '--strict');
      expect([code, err]).toEqual([1, expect.stringContaining('has 1 warning, which --strict refuses')]);
      expect((await runwright('validate', await file('right.yaml', greeting), '--strict')).code).toBe(0);
    });

    it('run names a missing parameter once, with the given one that was probably meant for it', async () => {
      const { code, err } = await runwright('run', await file('right.yaml', greeting), '-p', 'secnds=1');
      expect(code).toBe(1);
      expect(err.match(/Field required/g)).toHaveLength(1);
      expect(err).toContain('there is no parameter `secnds`, and `seconds` is missing; correct the key');
    });

    it('run names a parameter that is missing or does not fit', async () => {
      const path = await file('right.yaml', greeting);
      for (const args of [[], ['-p', 'seconds=soon']]) {
        const { code, err } = await runwright('run', path, ...args);
        expect([code, err]).toEqual([1, expect.stringContaining('parameters.seconds')]);
      }
    });

    it('run takes parameters as a JSON object, too', async () => {
      const path = await file('right.yaml', greeting);
      const given = await runwright('run', path, '--parameters', '{"seconds": 1}');
      expect(given.code).toBe(0);
      const { code, err } = await runwright('run', path, '--parameters', '[1]');
      expect([code, err]).toEqual([1, expect.stringContaining('it is no JSON object')]);
    });

    it('run takes JSON as the value of a single parameter', async () => {
      const shops = `
workflow_definition:
  parameters: [{ key: shops, parameter_type: workflow, workflow_parameter_type: json }]
  blocks: [{ block_type: wait, label: pause, wait_sec: 1 }]
`;
      const path = await file('shops.yaml', shops);
      const given = await runwright('run', path, '--json', '-p', 'shops=["a","b"]');
      expect(JSON.parse(given.out)).toMatchObject({ status: 'completed', parameters: { shops: ['a', 'b'] } });
      const { code, err } = await runwright('run', path, '-p', 'shops=[');
      expect([code, err]).toEqual([1, expect.stringContaining('shops')]);
    });

    it('says in a sentence that a file cannot be read', async () => {
      const { code, err } = await runwright('run', join(folder, 'none.yaml'));
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(
          /^Cannot read `.*none\.yaml`: no such file\. Pass the path of a workflow file\.\n$/,
        ),
      ]);
    });

    it('keys are made, listed without their texts, and revoked', { tags: ['security'] }, async () => {
      const key = (await runwright('keys', 'create', 'laptop')).out.trim();
      expect(key).toMatch(/^rw_.{43}$/);
      const other = (await runwright('keys', 'create', 'server', '-s', 'admin', '-s', 'read')).out.trim();
      const { out } = await runwright('keys', 'list');
      expect(out).toMatch(
        /^key_\d+ {2}rw_.{5}… {2}active {2}laptop {2}\[read, run\]\nkey_\d+ {2}rw_.{5}… {2}active {2}server {2}\[read, admin\]\n$/,
      );
      expect([out.includes(key), out.includes(other)]).toEqual([false, false]);
      const id = /key_\d+/.exec(out)?.[0] ?? '';
      expect((await runwright('keys', 'revoke', id)).out).toBe(`Revoked ${id} (laptop).\n`);
      expect((await runwright('keys', 'list')).out).toMatch(/ revoked \d{4}-.* {2}laptop/);
      expect((await runwright('keys', 'rotate-master')).out).toContain('2 keys and credentials');
      expect((await runwright('keys', 'revoke', 'key_0')).err).toContain('API key key_0 not found');
    });

    it('a command that does not exist is none, also below another one', async () => {
      const unknown = (...args: readonly string[]) => runwright(...args).then(({ code, err }) => [code, err]);
      const meant = (name: string) => [1, expect.stringContaining(`Did you mean ${name}?`)];
      expect(await unknown('strat')).toEqual(meant('start'));
      expect(await unknown('keys', 'creat')).toEqual(meant('create'));
      expect(await unknown('organizations', 'lst')).toEqual(meant('list'));
      expect(await unknown('billing', 'shw')).toEqual(meant('show'));
      const [code, err] = await unknown('keys', 'foo');
      expect([code, err]).toEqual([1, expect.stringMatching(/^error: unknown command 'foo'\n.*--help/)]);
      expect((await runwright('keys', 'list')).out).not.toMatch(/ {2}(?:creat|foo) /);
    });

    it('arguments and options that a command does not take are refused', async () => {
      const refused = [
        [['status', 'all'], 'too many arguments'],
        [['keys', 'create', 'one', 'two'], 'too many arguments'],
        [['keys', 'create', 'one', '--scpe', 'read'], 'Did you mean --scope?'],
        [['keys', 'list', '--all'], "unknown option '--all'"],
        [['start', '--dmo'], 'Did you mean --demo?'],
      ] as const;
      for (const [args, message] of refused)
        expect(await runwright(...args)).toMatchObject({
          code: 1,
          out: '',
          err: expect.stringContaining(message),
        });
      expect((await runwright('keys', 'list')).out).not.toMatch(/ {2}one {2}/);
    });

    it('help and version are printed, and are no failure', async () => {
      expect(await runwright('--version')).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^\d+\.\d+/),
      });
      const { code, out } = await runwright('keys', '--help');
      expect([code, out]).toEqual([0, expect.stringContaining('rotate-master')]);
    });
  });

it('start, worker and doctor name a wrong address, and what was meant', async () => {
  for (const command of ['start', 'worker', 'doctor'])
    expect(await runInProcess([command], { RUNWRIGHT_PUBLIC_URL: 'runs.example.com' })).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^RUNWRIGHT_PUBLIC_URL has .*Did you mean `https:\/\/runs\.example\.com`\?\n$/,
      ),
    });
});

it('start and worker warn of a setting that does not exist', async () => {
  // Without a database these two end at once.
  for (const command of [['start', '--no-worker'], ['worker']]) {
    const { err } = await runInProcess(command, { RUNWRIGHT_DATABASE_URL: '', RUNWRIGHT_PROT: '8001' });
    expect(err).toContain(
      'Warning: No setting is called `RUNWRIGHT_PROT`, so it has no effect. Did you mean `RUNWRIGHT_PORT`?\n',
    );
  }
});

it('the process of a command prints what is wrong to standard error, and exits with 1', async () => {
  const { code, out, err } = await runInChild(['validate', join(folder, 'none.yaml')], {});
  expect([code, out, err]).toEqual([
    1,
    '',
    expect.stringMatching(/^Cannot read `.*none\.yaml`: no such file\./),
  ]);
});

it('run ends without a stack when the reader of its output has ended', startsProcess, async () => {
  const path = await file('right.yaml', greeting);
  const command = `"${process.execPath}" "${main}" run "${path}" -p seconds=1 | head -c 1`;
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile('sh', ['-c', command], { env: { ...process.env, NO_COLOR: '1' } }, (_, __, err) => resolve(err));
  expect(await promise).not.toContain('EPIPE');
});
