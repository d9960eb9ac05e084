import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createEngine } from '@runwright/core';
import { expect, it } from 'vitest';
import { countWords } from './count-words.ts';

it('count-words.ts is a block that an engine runs', async () => {
  const engine = await createEngine({ blocks: [countWords] });
  try {
    await engine.start();
    const { organizationId } = await engine.organizations.first();
    const { workflowPermanentId } = await engine.workflows.create(
      organizationId,
      'workflow_definition: { blocks: [{ label: count, block_type: count_words, text: one two three }] }',
    );
    const run = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
    const { output } = await engine.runs.finished(organizationId, run.runId);
    expect(output).toMatchObject({ count_output: { words: 3 } });
  } finally {
    await engine.close();
  }
});

it('webhook-receiver.ts accepts what is signed with the key, and nothing else', async () => {
  const child = spawn(process.execPath, [new URL('webhook-receiver.ts', import.meta.url).pathname], {
    env: { ...process.env, KEY: 'rw_key', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const { value: first } = await lines.next();
    const port = /port: (\d+)/.exec(String(first))?.[1];
    const body = JSON.stringify({ run_id: 'wr_1', status: 'completed' });
    const send = async (key: string) => {
      const signature = createHmac('sha256', key).update(body).digest('hex');
      const headers = { 'x-service-signature': signature };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
    };
    expect(await send('rw_other')).toBe(401);
    expect(await send('rw_key')).toBe(204);
    expect((await lines.next()).value).toBe('wr_1 completed');
  } finally {
    child.kill();
    await exited;
  }
});
