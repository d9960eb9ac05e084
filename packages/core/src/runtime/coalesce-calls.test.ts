import { expect, it } from 'vitest';
import { coalesceCalls } from './coalesce-calls.ts';

it('calls during an execution let it be executed once more, and never twice at once', async () => {
  let running = 0;
  let executions = 0;
  const call = coalesceCalls(async () => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    executions += 1;
    running -= 1;
  });
  await Promise.all([call(), call(), call()]);
  expect(executions).toBe(2);
  await call();
  expect(executions).toBe(3);
});

it('a call in the moment in which an execution ends is executed', async () => {
  const executed: number[] = [];
  let wanted = 0;
  const call = coalesceCalls(async () => {
    executed.push(wanted);
  });
  const ended = call();
  for (let step = 1; step < 10; step += 1) {
    await Promise.resolve();
    wanted = step;
    void call();
  }
  await ended;
  await call();
  expect(executed).toContain(9);
});

it('an execution that fails rejects its calls, and the next call is executed', async () => {
  let fails = true;
  const call = coalesceCalls(async () => {
    if (fails) throw new Error('no answer');
  });
  await expect(call()).rejects.toThrow('no answer');
  fails = false;
  await call();
});
