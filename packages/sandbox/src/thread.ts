import { parentPort, workerData } from 'node:worker_threads';
import loaded from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { guest } from './guest.ts';
import { isTooDeep, maximumDepth } from './json-depth.ts';
import { placeInStack, readProgram } from './read-program.ts';
import type { ThreadData, ThreadEnd, ThreadMessage, ThreadReply, ThrownError } from './wire.ts';

/*
 * One program in one thread. Everything here trusts nothing that comes out of the sandbox but texts, whose sizes are
 * looked at before they are copied. The host ends the thread; nothing is cleaned up here.
 */

const data = workerData as ThreadData;
const { limits } = data;
// Its types are those of a CommonJS module, which it is not when it is imported.
const variant = loaded as unknown as QuickJSSyncVariant;
/** Bytes that each message counts beside its texts. */
const messageCost = 256;
/** Jobs of promises that are carried out before the host's answers are looked at. */
const jobsInARow = 10_000;

let memory: WebAssembly.Memory | null = null;
let bytesLeft = limits.outputBytes;
let openCalls = 0;

async function main(): Promise<void> {
  const program =
    data.language === 'javascript'
      ? { ok: true as const, code: data.source }
      : readProgram(data.source, data.language);
  if (!program.ok) end({ type: 'syntax', ...program.fault });

  const interpreter = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: data.module }));
  memory = interpreter.getWasmMemory();
  const runtime = interpreter.newRuntime();
  runtime.setMemoryLimit(limits.memoryBytes);
  runtime.setMaxStackSize(Math.min(limits.stackBytes, 1024 * 1024));
  const context = runtime.newContext();
  try {
    begin(context, runtime, program.code);
  } catch (error) {
    end(endOf(error));
  }
}

function begin(context: QuickJSContext, runtime: QuickJSRuntime, code: string): void {
  const send = context.newFunction('send', (kind, ...texts) => {
    const refused = receive(context, context.getString(kind), texts);
    return refused === null ? context.undefined : context.newString(refused);
  });
  const furnish = evaluated(context, `(${guest.toString()})`, 'sandbox.js');
  const setup = context.newString(data.setup);
  const furnished = unwrapped(context, context.callFunction(furnish, context.undefined, send, setup));
  const call = (name: string, ...args: readonly QuickJSHandle[]): void => {
    const method = context.getProp(furnished, name);
    unwrapped(context, context.callFunction(method, context.undefined, ...args)).dispose();
    for (const used of [method, ...args]) used.dispose();
  };
  if (data.prelude !== '') evaluated(context, data.prelude, 'prelude.js').dispose();
  call('lock');

  parentPort?.on('message', ({ id, ok, text }: ThreadReply) => {
    openCalls -= 1;
    guarded(() => {
      call('settle', context.newNumber(id), ok ? context.true : context.false, context.newString(text));
      carryOn(context, runtime);
    });
  });
  call('start', evaluated(context, code, 'program.js'));
  carryOn(context, runtime);
}

/** Carries out what can be, and looks whether anything is left that could happen. */
function carryOn(context: QuickJSContext, runtime: QuickJSRuntime): void {
  const ran = runtime.executePendingJobs(jobsInARow);
  if (ran.error) end(thrownEnd(context, ran.error));
  if (ran.value === jobsInARow) {
    setImmediate(() => guarded(() => carryOn(context, runtime)));
    return;
  }
  if (openCalls === 0) end({ type: 'stuck' });
}

/** Takes a message from inside. Answers why a call is refused, else null. */
function receive(context: QuickJSContext, kind: string, texts: readonly QuickJSHandle[]): string | null {
  const [first = '', second = '', third = ''] = texts.map((text) => {
    bytesLeft -= context.getNumber(context.getProp(text, 'length'));
    if (bytesLeft < 0) end({ type: 'limit', limit: 'output' });
    return context.getString(text);
  });
  bytesLeft -= messageCost;
  if (bytesLeft < 0) end({ type: 'limit', limit: 'output' });
  switch (kind) {
    case 'call':
      if (openCalls >= limits.openCalls) {
        return `\`${second}\` was called while ${openCalls} calls were under way; await some of them first`;
      }
      if (isTooDeep(third)) return `What is given to \`${second}\` is ${tooDeep}`;
      openCalls += 1;
      post({ type: 'call', id: Number(first), name: second, args: third });
      return null;
    case 'console':
      post({ type: 'console', level: first as 'info', text: second });
      return null;
    case 'ending':
      return end(isTooDeep(second) ? notJson(tooDeep) : { type: 'ending', name: first, args: second });
    case 'value':
      return end(isTooDeep(first) ? notJson(`it is ${tooDeep}`) : { type: 'value', text: first });
    case 'not-json':
    case 'thrown':
      return end(thrownInside(kind, JSON.parse(first)));
    default:
      return end({ type: 'crash', message: `Unknown message \`${kind}\`` });
  }
}

const tooDeep = `nested deeper than ${maximumDepth} levels`;

function notJson(message: string): ThreadEnd {
  return { type: 'not-json', error: { name: 'RangeError', message, stack: '', call: null } };
}

function evaluated(context: QuickJSContext, code: string, name: string): QuickJSHandle {
  return unwrapped(context, context.evalCode(code, name, { strict: true }));
}

function unwrapped(context: QuickJSContext, result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
  return result.error ? end(thrownEnd(context, result.error)) : result.value;
}

/** What escaped from the sandbox itself: memory or stack gave out where no program could catch it, or it did not parse. */
function thrownEnd(context: QuickJSContext, thrown: QuickJSHandle): ThreadEnd {
  const member = (name: string): string => {
    const value = context.getProp(thrown, name);
    return context.typeof(value) === 'string' ? context.getString(value).slice(0, 4000) : '';
  };
  const error: ThrownError = {
    name: member('name'),
    message: member('message'),
    stack: member('stack'),
    call: null,
  };
  // The interpreter has no memory left for an error then.
  if (error.name === '') return { type: 'limit', limit: 'memory' };
  if (error.name === 'SyntaxError') {
    const message = `The program does not parse: ${error.message}.`;
    return { type: 'syntax', message, ...placeInStack(error.stack) };
  }
  return asLimit(error) ?? { type: 'thrown', error };
}

function thrownInside(type: 'thrown' | 'not-json', error: ThrownError): ThreadEnd {
  const limit = asLimit(error);
  if (limit) return limit;
  if (error.name !== '') return { type, error };
  // The interpreter throws `null` when it has no memory left for an error, and a program may throw it too.
  const grown = (memory?.buffer.byteLength ?? 0) > limits.memoryBytes / 2;
  return grown ? { type: 'limit', limit: 'memory' } : { type, error: { ...error, name: 'Error' } };
}

function asLimit({ name, message }: ThrownError): ThreadEnd | null {
  if (/out of memory/.test(message) && name === 'InternalError') return { type: 'limit', limit: 'memory' };
  if (/stack overflow/.test(message)) return { type: 'limit', limit: 'stack' };
  return null;
}

/** What broke the interpreter: its stack is ours too. */
function endOf(error: unknown): ThreadEnd {
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return { type: 'limit', limit: 'stack' };
  }
  return { type: 'crash', message: error instanceof Error ? error.message : String(error) };
}

function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    end(endOf(error));
  }
}

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

/** Says how it ended and stands still until the host ends the thread: nothing of the program is carried out any more. */
function end(message: ThreadEnd): never {
  post(message);
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

await main().catch((error: unknown) => end(endOf(error)));
