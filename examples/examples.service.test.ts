import { readFile } from 'node:fs/promises';
import { agentBlocks } from '@runwright/agent';
import { createEngine } from '@runwright/core';
import { describe, expect, it } from 'vitest';
import { printProgram, programPlaces } from './print-program.test-helpers.ts';

const path = (name: string) => new URL(name, import.meta.url).pathname;

describe('the examples', () => {
  it.each([
    'cassette.ts',
    'custom-block.ts',
    'embed.ts',
    'mcp.ts',
    'replace-block.ts',
    'typed-workflow.ts',
    'verbs.ts',
    'verbs-demo.ts',
    'orders.yaml',
  ])('%s has fewer than 40 lines of code', async (name) => {
    const lines = (await readFile(path(name), 'utf8')).split('\n');
    const code = lines.filter((line) => line.trim() !== '' && !/^\s*(#|\/\/|\/?\*)/.test(line));
    expect(code.length).toBeLessThan(40);
  });

  it('orders.yaml is a valid workflow', async () => {
    const engine = await createEngine({ blocks: agentBlocks() });
    const { problems, warnings } = engine.validate(await readFile(path('orders.yaml'), 'utf8'));
    await engine.close();
    expect([problems, warnings]).toEqual([[], []]);
  });
});

for (const { place, options } of programPlaces)
  describe(`the examples in ${place}`, options, () => {
    it('custom-block.ts counts the long words and tells how far it is', async () => {
      const stdout = await printProgram(place, path('custom-block.ts'));
      expect(stdout).toContain('long_words line 2 { words: 3 }');
      expect(stdout).toContain('long_words_output: { words: 3 }');
    });

    it('replace-block.ts counts the requests and lets the built-in make them', async () => {
      const stdout = await printProgram(place, path('replace-block.ts'));
      expect(stdout.trim()).toBe('completed [ 2 ]');
    });

    it('custom-driver.ts reads a secret from a service and uses it in a request', async () => {
      const stdout = await printProgram(place, path('custom-driver.ts'));
      expect(stdout).toMatch(/^completed /);
      expect(stdout).toContain("response_body: 'welcome'");
      expect(stdout).not.toContain('brass');
    });

    it('embed.ts asks, decides and orders', async () => {
      const stdout = await printProgram(place, path('embed.ts'));
      const lines = stdout.trim().split('\n');
      expect(lines.filter((line) => line.startsWith('block-start'))).toEqual([
        'block-start stock',
        'block-start scarce',
        'block-start reorder',
      ]);
      expect(lines.at(-1)).toBe('completed');
    });

    it('typed-workflow.ts asks, decides and orders, with the types of all outputs', async () => {
      const stdout = await printProgram(place, path('typed-workflow.ts'));
      expect(stdout.trim()).toBe('completed 3 40');
    });

    it('cassette.ts replays the call without the model', async () => {
      const stdout = await printProgram(place, path('cassette.ts'));
      expect(stdout.trim().split('\n')).toEqual([
        'record: completed, 1 call of the model so far',
        'replay: completed, 1 call of the model so far',
      ]);
    });

    it('mcp.ts serves the tools', async () => {
      const stdout = await printProgram(place, path('mcp.ts'));
      expect(stdout).toContain('"name":"run_task" "name":"run_workflow"');
    });
  });
