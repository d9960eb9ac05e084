import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { parseProgram } from '../program/parse-program.ts';
import { defaultProgramLimits, type ProgramOptions } from '../program/program.ts';
import { runProgram } from '../run-program.ts';
import type { ThreadMessage, ThreadProgram } from './thread-messages.ts';
import { acquireThread, endWarmThreads, terminateThread } from './warm-threads.ts';

beforeEach(endWarmThreads);
afterAll(endWarmThreads);

/** A program as its thread gets it. */
function threadProgram(source: string): ThreadProgram {
  const read = parseProgram(source, 'javascript');
  return {
    source: read.ok ? read.code : '',
    language: null,
    prelude: '',
    setup: JSON.stringify({ hostFunctions: [], exitFunctions: [], globals: {} }),
    limits: defaultProgramLimits,
  };
}

async function nextMessage(thread: Worker): Promise<ThreadMessage> {
  const [message] = await once(thread, 'message');
  return message;
}

/** Runs a program in a thread that has prepared its interpreter before. */
async function runPrepared(source: string): Promise<ThreadMessage> {
  await endWarmThreads();
  const thread = await acquireThread();
  await nextMessage(thread);
  thread.postMessage(threadProgram(source));
  const message = await nextMessage(thread);
  await terminateThread(thread);
  return message;
}

/** Runs a program and returns its thread as it is when the result is there. */
async function threadAfter(options: Partial<ProgramOptions>): Promise<{ readonly isGone: boolean }> {
  let thread: Worker | undefined;
  process.once('worker', (started) => {
    thread = started;
  });
  await runProgram({ source: 'return 1', signal: new AbortController().signal, ...options });
  return { isGone: thread?.threadId === -1 };
}

it('a thread prepares its interpreter before a program comes', async () => {
  const thread = await acquireThread();
  expect(await nextMessage(thread)).toEqual({ type: 'prepared' });
  thread.postMessage(threadProgram('return 1'));
  expect(await nextMessage(thread)).toEqual({ type: 'value', text: '1' });
  await terminateThread(thread);
});

it('a prepared interpreter runs one program only', { tags: ['security'] }, async () => {
  const thread = await acquireThread();
  await nextMessage(thread);
  const messages: ThreadMessage[] = [];
  thread.on('message', (message) => messages.push(message));
  thread.postMessage(threadProgram('globalThis.left = 1; return 1'));
  thread.postMessage(threadProgram('return globalThis.left'));
  await once(thread, 'message');
  await terminateThread(thread);
  expect(messages).toEqual([{ type: 'value', text: '1' }]);
});

it('a program sees the same in a prepared interpreter as in a new one', { tags: ['security'] }, async () => {
  const source = `const seen = new Map();
    const look = (value, path) => {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return String(value);
      if (seen.has(value)) return seen.get(value);
      seen.set(value, path);
      const members = Reflect.ownKeys(value).filter((key) => !/^(stack|lastIndex)$/.test(String(key)));
      return [path, Object.isFrozen(value), members.map((key) => {
        const { value: own, get, set, ...rest } = Object.getOwnPropertyDescriptor(value, key);
        return [String(key), rest, look(own, path + '.' + String(key)), typeof get, typeof set];
      })];
    };
    return [look(globalThis, 'globalThis'), new Error('x').stack]`;
  const fresh = await runProgram({ source, signal: new AbortController().signal });
  const prepared = await runPrepared(source);
  const text = prepared.type === 'value' ? prepared.text : '';
  const seen = JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text));
  expect(seen[0][2].length).toBeGreaterThan(60);
  expect(fresh).toEqual({ status: 'completed', value: seen });
});

it('a short result does not wait for its thread to end', async () => {
  expect(await threadAfter({})).toEqual({ isGone: false });
});

it.each([
  ['a long result', { source: `return 'x'.repeat(1e5)` }],
  ['a deadline', { source: 'for (;;) {}', limits: { timeMs: 100 } }],
])('the thread is gone after %s', async (_title, options) => {
  expect(await threadAfter(options)).toEqual({ isGone: true });
});

it('the thread is gone after an abort', async () => {
  const controller = new AbortController();
  const hostFunctions = { begun: () => controller.abort() };
  const options = { source: 'begun(); for (;;) {}', hostFunctions, signal: controller.signal };
  expect(await threadAfter(options)).toEqual({ isGone: true });
});

it('the thread of a program is gone before the next program gets one', { tags: ['security'] }, async () => {
  const thread = await acquireThread();
  void terminateThread(thread);
  expect(thread.threadId).not.toBe(-1);
  const next = await acquireThread();
  expect(thread.threadId).toBe(-1);
  await terminateThread(next);
});
