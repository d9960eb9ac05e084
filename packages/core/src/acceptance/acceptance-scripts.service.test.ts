import { Type } from '@runwright/contract';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { agentEngine, closeEngines, each, task } from './agent-engine.test-helpers.ts';

afterEach(closeEngines);

type Scene = Awaited<ReturnType<typeof agentEngine>>;
type Programs = Readonly<Record<string, string>>;

const files = (programs: Programs) =>
  Object.entries(programs).map(([label, content]) => ({ path: `blocks/${label}.js`, content }));

const named = (...paths: readonly string[]) => paths.map((path) => ({ path, content: '' }));

const save = async ({ engine, organizationId }: Scene, blocks: readonly object[], draft: object = {}) => {
  const { parameters = [], ...members } = draft as { parameters?: readonly object[] };
  const workflow = await engine.workflows.create(
    organizationId,
    engine.workflows.parse({
      workflow_definition: { parameters, blocks },
      run_with: 'code',
      ...members,
    }),
  );
  return workflow.workflowPermanentId;
};

/** Runs a workflow whose script has these programs. */
const finish = async (
  scene: Scene,
  programs: Programs,
  blocks: readonly object[],
  { request = {}, draft = {} }: { readonly request?: object; readonly draft?: object } = {},
) => {
  const { engine, organizationId } = scene;
  const workflowPermanentId = await save(scene, blocks, draft);
  await engine.scripts.create(organizationId, { workflowPermanentId, files: files(programs) });
  return runOf(scene, workflowPermanentId, request);
};

const runOf = async ({ engine, organizationId }: Scene, workflow_id: string, request: object = {}) => {
  const { runId } = await engine.runs.start({ workflow_id, ...request }, { organizationId });
  return engine.runs.finished(organizationId, runId);
};

const notices = async ({ engine, organizationId }: Scene, runId: string) => {
  const events = await engine.runs.timeline(organizationId, runId);
  return events.flatMap((event) =>
    event.type === 'thought' && event.thoughtType === 'notice' && /script/.test(event.thought ?? '')
      ? [`${event.label}: ${event.thought}`]
      : [],
  );
};

it('57: cached A throws, `ai_fallback` true / false; uncached B with false: agent does A, flag true / A and run failed; agent does B', async () => {
  const programs = { A: `throw new Error('the button moved')` };

  const forgiving = await agentEngine();
  const healed = await finish(forgiving, programs, [task('A')], { request: { ai_fallback: true } });
  expect(forgiving.asked).toEqual(['A']);
  expect(healed).toMatchObject({ status: 'completed', scriptRun: { aiFallbackTriggered: true } });
  expect(await notices(forgiving, healed.runId)).toEqual([expect.stringMatching(/^A: .*the button moved/)]);

  const strict = await agentEngine();
  const failed = await finish(strict, programs, [task('A')], { request: { ai_fallback: false } });
  expect(strict.asked).toEqual([]);
  expect(failed).toMatchObject({ status: 'failed', scriptRun: { aiFallbackTriggered: false } });
  expect(failed.failureReason).toContain('the button moved');
  expect(failed.errors).toMatchObject([{ error_code: 'script_failed', block_label: 'A' }]);

  const partly = await agentEngine();
  const run = await finish(partly, { A: 'return 1' }, [task('A'), task('B')]);
  expect(partly.asked).toEqual(['B']);
  expect(run).toMatchObject({ status: 'completed', scriptRun: { aiFallbackTriggered: false } });
  expect(run.output).toMatchObject({ extracted_information: [1, 'B'] });
});

it('58: `cache_key` `{{ region }}` with eu / `default`, first url on shop.test: "eu" / "default:shop.test"', async () => {
  const withUrl = {
    blocks: [
      {
        type: 'goto_url',
        config: Type.Object({ url: Type.String() }),
        output: Type.Null(),
        run: async () => null,
      },
    ],
  };
  const scene = await agentEngine(undefined, withUrl);
  const { engine, organizationId } = scene;
  const region = { parameter_type: 'workflow', key: 'region', workflow_parameter_type: 'string' };
  const keyOf = async (draft: object, cacheKey?: string) => {
    const blocks = [task('A'), { block_type: 'goto_url', label: 'open', url: 'https://shop.test/a?b' }];
    const workflowPermanentId = await save(scene, blocks, draft);
    const given = { workflowPermanentId, files: files({ A: 'return params.region ?? null' }) };
    const script = await engine.scripts.create(organizationId, cacheKey ? { ...given, cacheKey } : given);
    return { key: script.cacheKey, workflowPermanentId };
  };
  const parameters = [{ ...region, default_value: 'eu' }];
  const eu = await keyOf({ parameters, cache_key: '{{ region }}' });
  expect(eu.key).toBe('eu');
  expect((await keyOf({ cache_key: 'default' })).key).toBe('default:shop.test');
  expect((await keyOf({})).key).toBe('default:shop.test');
  expect((await keyOf({ parameters }, 'of {{ domain }} in {{ region }}')).key).toBe('of shop.test in eu');

  const found = await runOf(scene, eu.workflowPermanentId);
  expect(found.output).toMatchObject({ A_output: { status: 'completed', extracted_information: 'eu' } });
  expect(scene.asked).toEqual([]);
  await runOf(scene, eu.workflowPermanentId, { parameters: { region: 'us' } });
  expect(scene.asked).toEqual(['A']);
});

it('a script that terminates terminates the run, also when the agent could take over', async () => {
  const scene = await agentEngine();
  const run = await finish(scene, { A: `terminate('sold out')` }, [task('A')], {
    request: { ai_fallback: true },
  });
  expect(run).toMatchObject({ status: 'terminated', scriptRun: { aiFallbackTriggered: false } });
  expect(run.failureReason).toContain('sold out');
  expect(scene.asked).toEqual([]);
});

it('a block with `disable_cache`, or in the body of a loop with it, is the agent’s', async () => {
  const scene = await agentEngine();
  const programs = { A: 'return 1', B: 'return 1', C: 'return current_value' };
  const off = { disable_cache: true };
  const blocks = [task('A', off), each('loop', [1], [task('B')], off), each('other', [7], [task('C')])];
  const run = await finish(scene, programs, blocks);
  expect(scene.asked).toEqual(['A', 'B']);
  expect(run.output).toMatchObject({ C_output: { extracted_information: 7 } });
});

it('`run_with` of a run beats that of its workflow, and a partial run uses no script', async () => {
  const scene = await agentEngine();
  const blocks = [task('A')];
  await finish(scene, { A: 'return 1' }, blocks, { request: { run_with: 'agent' } });
  expect(scene.asked).toEqual(['A']);
  const agentFirst = { draft: { run_with: 'agent' }, request: { run_with: 'code' } };
  await finish(scene, { A: 'return 1' }, blocks, agentFirst);
  expect(scene.asked).toEqual(['A']);
  await finish(scene, { A: 'return 1' }, blocks, { request: { block_labels: ['A'] } });
  expect(scene.asked).toEqual(['A', 'A']);
});

it('the newest version is used, and of a whole output its own members count', async () => {
  const scene = await agentEngine();
  const { engine, organizationId } = scene;
  const workflowPermanentId = await save(scene, [task('A')]);
  const script = { workflowPermanentId, files: files({ A: 'return 1' }) };
  const { scriptId } = await engine.scripts.create(organizationId, script);
  const newer = files({ A: `return { extracted_information: 2, note: 'mine' }` });
  expect(await engine.scripts.deploy(organizationId, scriptId, newer)).toMatchObject({ version: 2 });
  const run = await runOf(scene, workflowPermanentId);
  expect(run.output).toMatchObject({ A_output: { extracted_information: 2, note: 'mine', errors: [] } });
  expect(await engine.scripts.get(organizationId, scriptId, 1)).toMatchObject({ files: script.files });
});

it('a key that cannot be rendered is noticed in the run, which uses no script, and refused with a script', async () => {
  const scene = await agentEngine();
  const { engine, organizationId } = scene;
  const workflowPermanentId = await save(scene, [task('A')], { cache_key: '{{ 1 // 0 }}' });
  const script = { workflowPermanentId, files: files({ A: 'return 1' }) };
  await expect(engine.scripts.create(organizationId, script)).rejects.toMatchObject({
    code: 'invalid_input',
  });
  const run = await runOf(scene, workflowPermanentId);
  expect(run).toMatchObject({ status: 'completed', scriptRun: null });
  expect(await notices(scene, run.runId)).toEqual([
    expect.stringContaining('`cache_key` could not be rendered'),
  ]);
});

it('files that do not fit are refused with their places', async () => {
  const { engine, organizationId } = await agentEngine();
  const refused = async (given: readonly { path: string; content: string }[]) => {
    const error = await engine.scripts.create(organizationId, { files: given }).catch((caught) => caught);
    return error.details.problems.map((problem: { path: readonly unknown[] }) => problem.path.join('.'));
  };
  const wrong = [
    '',
    '/a',
    'C:/a',
    'a\\b',
    'a\0',
    'a/../b',
    './a',
    'a//b',
    'a/%2E%2e/b',
    'x'.repeat(256),
    'a.exe',
  ];
  const all = await refused(wrong.map((path) => ({ path, content: '' })));
  expect(all).toEqual(wrong.map((_, index) => `files.${index}.path`));
  expect(await refused([{ path: 'blocks/A.js', content: 'return (' }])).toEqual(['files.0.content']);
  expect(await refused(named('blocks/A.js', 'blocks/A.ts'))).toEqual(['files.1.path']);
  expect(await refused(named('a', 'a/b'))).toEqual(['files.1.path']);
  expect(await refused(named('a/b', 'a'))).toEqual(['files.1.path']);
  expect(await refused(named(...Array.from({ length: 201 }, (_, index) => `${index}`)))).toEqual(['files']);
});

it('the agent goes on from the page that the script left, and from its own address when it left none', async () => {
  const urls: unknown[] = [];
  const open = {
    type: 'navigation',
    config: Type.Object({ url: Type.Union([Type.String(), Type.Null()]) }),
    output: Type.Null(),
    run: async ({ url }: { readonly url: unknown }) => {
      urls.push(url);
      return null;
    },
  };
  const page = { url: 'https://8.8.8.8/cart', title: 'Cart', text: ['Cart'] };
  const browser = fakeBrowser({ pages: [page] });
  const scene = await agentEngine(undefined, { blocks: [open], drivers: { browser } });
  const blocks = [{ block_type: 'navigation', label: 'A', url: 'https://8.8.8.8/cart' }];
  const request = { ai_fallback: true };
  await finish(scene, { A: `throw new Error('early')` }, blocks, { request });
  const left = `await page.goto('https://8.8.8.8/cart'); throw new Error('late')`;
  await finish(scene, { A: left }, blocks, { request });
  expect(urls).toEqual(['https://8.8.8.8/cart', null]);
});
