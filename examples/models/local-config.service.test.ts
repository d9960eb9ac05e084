import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scriptedEndpoint } from '@runwright/testing';
import { expect, it } from 'vitest';

const command = new URL('../../packages/cli/src/main.ts', import.meta.url).pathname;
const config = new URL('local.config.ts', import.meta.url).pathname;

const workflow = `
title: Greeting
workflow_definition:
  parameters: []
  blocks:
    - { block_type: text_prompt, label: greet, prompt: Greet the reader. }
`;

it('local.config.ts runs a workflow with the model of a local server', { tags: ['extended'] }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-local-model-'));
  const server = await scriptedEndpoint({
    script: [{ purpose: 'text_prompt', answer: () => ({ llm_response: 'Good morning.' }) }],
  });
  try {
    const file = join(folder, 'greeting.yaml');
    await writeFile(file, workflow);
    const env = {
      ...process.env,
      LOCAL_MODEL_URL: server.url,
      LOCAL_MODEL: server.model,
      LOCAL_MODEL_KEY: server.apiKey,
      RUNWRIGHT_DATA_DIR: folder,
    };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [command, '--config', config, 'run', file],
      { env },
    );
    expect(stdout).toContain('Good morning.');
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
});
