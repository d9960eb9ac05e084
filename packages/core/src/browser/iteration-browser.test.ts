import { defineBlock, Type } from '@runwright/contract';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { agentEngine, closeEngines, each } from '../acceptance/agent-engine.test-helpers.ts';

afterEach(closeEngines);

/** A block that goes to the address of its item, meets the others there, and tells where it is afterwards. */
function walker(together: number) {
  let arrived = 0;
  let most = 0;
  const all = Promise.withResolvers<void>();
  const block = defineBlock({
    type: 'walk',
    config: Type.Object({ url: Type.String() }),
    output: Type.Object({ url: Type.String(), tab: Type.String() }),
    async run({ url }, { browser, signal }) {
      const session = await browser();
      arrived += 1;
      most = Math.max(most, arrived);
      if (arrived === together) all.resolve();
      await session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
      await all.promise;
      const view = await session.page.read({ mode: 'extract', signal });
      arrived -= 1;
      return { url: view.url, tab: session.id };
    },
  });
  return { block, most: () => most };
}

const walk = { block_type: 'walk', label: 'W', url: 'http://shop.test/{{ current_value }}' };
const pages = ['a', 'b', 'c'].map((name) => ({ url: `http://shop.test/${name}` }));
const egress = { check: async () => ({ address: '127.0.0.1' }) } as never;

it('iterations at once have a tab each, which is closed at the end of the iteration', async () => {
  const { block } = walker(3);
  const browser = fakeBrowser({ pages });
  const scene = await agentEngine(undefined, { blocks: [block], drivers: { browser, egress } });
  const run = await scene.finish({
    blocks: [each('L', ['a', 'b', 'c'], [walk, { ...walk, label: 'X' }], { concurrency: 3 })],
  });
  expect(run.status).toBe('completed');
  expect(run.output).toMatchObject({
    L_output: ['a', 'b', 'c'].map((name) => [
      { output_value: { url: `http://shop.test/${name}` } },
      { output_value: { url: `http://shop.test/${name}` } },
    ]),
  });
  expect(browser.sessions).toHaveLength(1);
  const tabs = browser.sessions[0]?.tabs ?? [];
  expect(tabs.map((tab) => tab.gone.aborted)).toEqual([true, true, true]);
  expect(browser.sessions[0]?.url).toBe('about:blank');
});

it('with a browser that opens no tabs they take it one after the other', async () => {
  const { block, most } = walker(1);
  const browser = fakeBrowser({ pages, tabs: false });
  const scene = await agentEngine(undefined, { blocks: [block], drivers: { browser, egress } });
  const run = await scene.finish({
    blocks: [each('L', ['a', 'b', 'c'], [walk, { ...walk, label: 'X' }], { concurrency: 3 })],
  });
  expect(run.status).toBe('completed');
  expect(most()).toBe(1);
});

it('loops inside each other share the tabs there may be, and do not wait for each other for ever', async () => {
  const { block, most } = walker(1);
  const browser = fakeBrowser({ pages });
  const scene = await agentEngine(undefined, {
    blocks: [block],
    drivers: { browser, egress },
    settings: { limits: { loopConcurrency: 2 } },
  });
  const inner = each('I', ['a', 'b', 'c'], [walk], { concurrency: 2 });
  const outer = { ...walk, label: 'O', url: 'http://shop.test/a' };
  const run = await scene.finish({
    blocks: [each('L', [1, 2, 3], [outer, inner, { ...outer, label: 'P' }], { concurrency: 2 })],
  });
  expect(run.status).toBe('completed');
  expect(most()).toBeLessThanOrEqual(2);
});
