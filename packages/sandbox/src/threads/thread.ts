import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import loaded from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { copyText, createGuestContext, type GuestContext } from '../guest/guest-context.ts';
import { createInterpreterMemory, type InterpreterMemory } from '../guest/interpreter-memory.ts';
import { maximumDepth, measureJson } from '../guest/json-size.ts';
import { defaultProgramLimits, type ProgramLanguage, type ProgramLimits } from '../program/program.ts';
import { findStackPosition } from '../program/stack-position.ts';
import type {
  ThreadData,
  ThreadEnd,
  ThreadMessage,
  ThreadProgram,
  ThreadReply,
  ThreadText,
  ThrownError,
} from './thread-messages.ts';
import { warmUp } from './warm-up.ts';

/*
 * One program in one thread. The thread prepares its interpreter at once and then waits for the program. Everything here
 * trusts nothing that comes out of the sandbox but texts, whose sizes are looked at before they are copied. The host ends
 * the thread; nothing is cleaned up here.
 */

const { module } = workerData as ThreadData;
// Its types are those of a CommonJS module, which it is not when it is imported.
const variant = loaded as unknown as QuickJSSyncVariant;
/** Bytes that each message counts beside its texts. */
const messageCost = 256;
/** Promise jobs that are executed before the answers of the host are read. */
const jobsInARow = 10_000;

/** Longer texts are moved to the host instead of being copied. */
const movedLength = 64 * 1024;

const memory: InterpreterMemory = createInterpreterMemory();
let limits: ProgramLimits = defaultProgramLimits;
let bytesLeft = 0;
/** Bytes that the arguments of each call under way take on the host's side. */
const openCalls = new Map<number, number>();

async function main(): Promise<void> {
  const interpreter = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmModule: module, wasmMemory: memory.memory }),
  );
  const waiting = parentPort && receiveMessageOnPort(parentPort);
  if (!waiting) await warmUp(interpreter);
  const guest = createGuestContext(interpreter, {
    receive,
    thrown: (context, error) => end(thrownEnd(context, error)),
  });
  if (waiting) {
    await runProgram(guest, waiting.message);
    return;
  }
  parentPort?.once('message', (program: ThreadProgram) => {
    void runProgram(guest, program).catch((error: unknown) => end(endOf(error)));
  });
  post({ type: 'prepared' });
}

async function runProgram(guest: GuestContext, program: ThreadProgram): Promise<void> {
  limits = program.limits;
  bytesLeft = limits.outputBytes;
  memory.limitTo(limits.memoryBytes);
  guest.runtime.setMemoryLimit(limits.memoryBytes);
  guest.runtime.setMaxStackSize(Math.min(limits.stackBytes, 1024 * 1024));
  const { language, source } = program;
  startProgram(guest, program, language === null ? source : await readSource(source, language));
}

/** The parsers are loaded for such programs only: loading them takes longer than a short program. */
async function readSource(source: string, language: ProgramLanguage): Promise<string> {
  const { parseProgram } = await import('../program/parse-program.ts');
  const read = parseProgram(source, language);
  return read.ok ? read.code : end({ type: 'syntax', ...read.fault });
}

function startProgram(guest: GuestContext, { setup, prelude }: ThreadProgram, code: string): void {
  const { context } = guest;
  guest.call('installGlobals', context.newString(setup));
  if (prelude !== '') guest.evaluate(prelude, 'prelude.js').dispose();
  guest.call('freezeGlobals');

  parentPort?.on('message', ({ id, ok, text }: ThreadReply) => {
    openCalls.delete(id);
    endOnError(() => {
      post({ type: 'taken', id });
      const answer = context.newString(text);
      guest.call('settleCall', context.newNumber(id), ok ? context.true : context.false, answer);
      runPendingJobs(guest);
    });
  });
  guest.call('start', guest.evaluate(code, 'program.js'));
  runPendingJobs(guest);
}

/** Carries out what can be, and looks whether anything is left that could happen. */
function runPendingJobs(guest: GuestContext): void {
  const { context, runtime } = guest;
  const ran = runtime.executePendingJobs(jobsInARow);
  if (ran.error) end(thrownEnd(context, ran.error));
  if (ran.value === jobsInARow) {
    setImmediate(() => endOnError(() => runPendingJobs(guest)));
    return;
  }
  // A program that has no memory left for an exception rejects nothing either.
  if (openCalls.size === 0) end(memory.isExhausted() ? outOfMemory : { type: 'stuck' });
}

/** Takes a message from inside. Answers why a call is refused, else null. */
function receive(context: QuickJSContext, kind: string, texts: readonly QuickJSHandle[]): string | null {
  const [first = '', second = '', third = ''] = texts.map((text) => {
    const copy = copyText(context, text, bytesLeft) ?? end(outputExceeded);
    bytesLeft -= Buffer.byteLength(copy);
    return copy;
  });
  bytesLeft -= messageCost;
  if (bytesLeft < 0) end(outputExceeded);
  switch (kind) {
    case 'call':
      return receiveCall(Number(first), second, third);
    case 'console':
      post({ type: 'console', level: first as 'info', text: second });
      return null;
    case 'ending':
      return end(checkedEnd(second, tooDeep) ?? { type: 'ending', name: first, args: movable(second) });
    case 'value':
      return end(checkedEnd(first, `it is ${tooDeep}`) ?? { type: 'value', text: movable(first) });
    case 'not-json':
    case 'thrown':
      return end(thrownInside(kind, JSON.parse(first)));
    default:
      return end({ type: 'crash', message: `Unknown message \`${kind}\`` });
  }
}

function receiveCall(id: number, name: string, args: string): string | null {
  if (openCalls.size >= limits.pendingCalls) {
    return `\`${name}\` was called while ${openCalls.size} calls were under way; await some of them first`;
  }
  const size = measureJson(args);
  if (size.tooDeep) return `The arguments of \`${name}\` are ${tooDeep}`;
  const allowed = argumentBytes();
  const openBytes = [...openCalls.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (openBytes + size.bytes > allowed) {
    return `The arguments of \`${name}\` take about ${size.bytes} bytes, and the calls under way ${openBytes}, but together at most ${allowed} are allowed; give it less, or await some of them first`;
  }
  openCalls.set(id, size.bytes);
  post({ type: 'call', id, name, args: movable(args) });
  return null;
}

/** Bytes that the arguments of all calls under way may take together. */
function argumentBytes(): number {
  return Math.max(4 * 1024 * 1024, Math.floor(limits.memoryBytes / 4));
}

/** Returns the end for a text that the host must not parse; null when it may. */
function checkedEnd(text: string, deepMessage: string): ThreadEnd | null {
  const { tooDeep: isTooDeep, bytes } = measureJson(text);
  if (isTooDeep) return notJson(deepMessage);
  return bytes > Math.max(limits.memoryBytes, text.length) ? outOfMemory : null;
}

function movable(text: string): ThreadText {
  return text.length > movedLength ? new TextEncoder().encode(text) : text;
}

const outputExceeded: ThreadEnd = { type: 'limit', limit: 'output' };
const outOfMemory: ThreadEnd = { type: 'limit', limit: 'memory' };
const tooDeep = `nested deeper than ${maximumDepth} levels`;

function notJson(message: string): ThreadEnd {
  return { type: 'not-json', error: { name: 'RangeError', message, stack: '', call: null } };
}

/** Converts an error that escaped from the sandbox: memory or stack gave out where no program could catch it, or it did not parse. */
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
  if (error.name === '') return outOfMemory;
  if (error.name === 'SyntaxError') {
    const message = `The program does not parse: ${error.message}.`;
    return { type: 'syntax', message, ...findStackPosition(error.stack) };
  }
  return asLimit(error) ?? { type: 'thrown', error };
}

function thrownInside(type: 'thrown' | 'not-json', error: ThrownError): ThreadEnd {
  const limit = asLimit(error);
  if (limit) return limit;
  if (error.name !== '') return { type, error };
  // The interpreter throws `null` when it has no memory left for an error, and a program may throw it too.
  const grown = memory.memory.buffer.byteLength > limits.memoryBytes / 2;
  return grown ? outOfMemory : { type, error: { ...error, name: 'Error' } };
}

function asLimit({ name, message }: ThrownError): ThreadEnd | null {
  if (/out of memory/.test(message) && name === 'InternalError') return outOfMemory;
  if (/stack overflow/.test(message)) return { type: 'limit', limit: 'stack' };
  return null;
}

/** Converts an error of the interpreter itself: its stack is ours too. */
function endOf(error: unknown): ThreadEnd {
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return { type: 'limit', limit: 'stack' };
  }
  // The interpreter may misbehave once an allocation failed.
  if (memory.isExhausted()) return outOfMemory;
  return { type: 'crash', message: error instanceof Error ? error.message : String(error) };
}

function endOnError(work: () => void): void {
  try {
    work();
  } catch (error) {
    end(endOf(error));
  }
}

/** Moves long texts, which nobody reads here any more. */
function post(message: ThreadMessage): void {
  const text = 'args' in message ? message.args : 'text' in message ? message.text : '';
  parentPort?.postMessage(message, typeof text === 'string' ? [] : [text.buffer]);
}

/** Reports the end and blocks until the host terminates the thread: no code of the program is executed any more. */
function end(message: ThreadEnd): never {
  post(message);
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

await main().catch((error: unknown) => end(endOf(error)));
