import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelRequest } from '@runwright/contract';
import { scriptedModel } from '@runwright/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CassetteMiss, cassette, cassetteFile, openCassette } from './cassette.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'runwright-cassette-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const ask = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: 'act',
  messages: [
    { role: 'system', content: 'You act on pages.' },
    { role: 'user', content: text },
  ],
  limits: { outputTokens: 100, timeoutMs: 1000 },
  signal: new AbortController().signal,
  ...more,
});
const never = scriptedModel({ answers: [] });
const page = (boundary: string, day: string, port: number, run: string) =>
  `Today is ${day}.\n[[page ${boundary}]]\npage "Home" http://127.0.0.1:${port}/?run=${run}\n[[end ${boundary}]]`;

describe('a cassette', () => {
  it('answers the same calls in the same order, without the model', async () => {
    const recorded = cassette(scriptedModel({ answers: ['one', 'two', 'three'] }), { mode: 'record', dir });
    for (const text of ['a', 'a', 'b']) await recorded.generate(ask(text));
    const replayed = cassette(never, { mode: 'replay', dir });
    const answers = [];
    for (const text of ['b', 'a', 'a', 'a']) answers.push((await replayed.generate(ask(text))).parts);
    expect(answers.flat()).toEqual(['three', 'one', 'two', 'two'].map((text) => ({ type: 'text', text })));
    expect(never.requests).toEqual([]);
  });

  it('takes a request for the same when only ids, dates, ports, boundaries and pictures differ', async () => {
    const image = (data: string) => ({ type: 'image', mediaType: 'image/png', data }) as const;
    const request = (text: string, data: string) =>
      ask('', { messages: [{ role: 'user', content: [{ type: 'text', text }, image(data)] }] });
    const first = page('0123456789abcdef01234567', '2026-01-02', 4000, 'wr_00001767000000000123456');
    const later = page('fedcba9876543210fedcba98', '2027-11-30', 51234, 'wr_00001893000000000654321');
    await cassette(scriptedModel({ answers: ['done'] }), { mode: 'record', dir }).generate(
      request(first, 'AAAA'),
    );
    const reply = await cassette(never, { mode: 'replay', dir }).generate(request(later, 'BBBB'));
    expect(reply).toMatchObject({ parts: [{ text: 'done' }], stop: 'end', model: 'scripted' });
  });

  it('names the ids, dates and placeholders of this run in its reply', async () => {
    const request = (nonce: string, port: number) =>
      ask(`Type {{secret.password.${nonce}}} at http://127.0.0.1:${port}/login on 2026-01-02`);
    const model = scriptedModel({
      answers: [{ text: '{{secret.password.0123456789abcdef01234567}}', url: 'http://127.0.0.1:4000/login' }],
    });
    await cassette(model, { mode: 'record', dir }).generate(request('0123456789abcdef01234567', 4000));
    const replayed = cassette(never, { mode: 'replay', dir });
    const { parts } = await replayed.generate(request('fedcba9876543210fedcba98', 51234));
    expect(parts).toEqual([
      {
        type: 'text',
        text: '{"text":"{{secret.password.fedcba9876543210fedcba98}}","url":"http://127.0.0.1:51234/login"}',
      },
    ]);
  });

  it('fails with a diff against the nearest call when the text of the page has changed', async () => {
    const recorded = cassette(scriptedModel({ answers: ['one', 'two'] }), { mode: 'record', dir });
    await recorded.generate(ask('page "Home"\na1 link "Catalog"\na2 link "Orders"'));
    await recorded.generate(ask('page "Catalog"\na3 button "Buy"'));
    const misses: CassetteMiss[] = [];
    const replayed = cassette(never, { mode: 'replay', dir, onMiss: (miss) => misses.push(miss) });
    const changed = ask('page "Home"\na1 link "Products"\na2 link "Orders"');
    await expect(replayed.generate(changed)).rejects.toMatchObject({
      code: 'model_failed',
      retryable: false,
      message: expect.stringContaining('call 1, `act`: it differs from recorded call 1'),
    });
    expect(misses).toEqual([{ purpose: 'act', call: 1, nearest: 1, diff: expect.any(String) }]);
    const lines = misses[0]?.diff.split('\n').filter((line) => /^[+-]a/.test(line));
    expect(lines).toEqual(['-a1 link "Catalog"', '+a1 link "Products"']);
    expect(never.requests).toEqual([]);
  });

  it.each([
    ['the purpose', { purpose: 'verify' }],
    ['the schema', { output: { name: 'x', mode: 'json_schema', schema: { type: 'array' } } }],
    ['the tools', { tools: [{ name: 'now', description: '', input: {} }] }],
  ] as const)('tells requests apart by %s', async (_title, more) => {
    await cassette(scriptedModel({ answers: ['one'] }), { mode: 'record', dir }).generate(ask('a'));
    await expect(cassette(never, { mode: 'replay', dir }).generate(ask('a', more))).rejects.toThrow(
      'no answer for call 1',
    );
  });

  it('asks the model in `auto` for what is not recorded, and keeps the answer', async () => {
    const model = scriptedModel({ answers: ['one', 'two'] });
    await cassette(model, { mode: 'record', dir }).generate(ask('a'));
    await cassette(model, { mode: 'auto', dir }).generate(ask('a'));
    await cassette(model, { mode: 'auto', dir }).generate(ask('b'));
    expect(model.requests).toHaveLength(2);
    const replayed = openCassette({ mode: 'replay', dir });
    expect((await replayed.recordedModel('act')?.generate(ask('b')))?.parts).toEqual([
      { type: 'text', text: 'two' },
    ]);
    expect(replayed.unused().map(({ reply }) => reply.parts)).toEqual([[{ type: 'text', text: 'one' }]]);
  });

  it('is recorded anew, with secrets masked', async () => {
    const mask = (text: string) => text.replaceAll('hunter2', '*****');
    for (const text of ['old', 'The password is hunter2'])
      await cassette(scriptedModel({ answers: ['hunter2'] }), { mode: 'record', dir, mask }).generate(
        ask(text),
      );
    const written = await readFile(join(dir, cassetteFile), 'utf8');
    expect(written.trim().split('\n')).toHaveLength(1);
    expect(written).toContain('The password is *****');
    expect(written).not.toContain('hunter2');
  });

  it('that is not there is named with what to do', () => {
    expect(() => openCassette({ mode: 'replay', dir })).toThrow(/no such file. Record the run first/);
  });
});
