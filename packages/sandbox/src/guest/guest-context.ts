import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { createGuest, type Guest } from './guest.ts';

/** A runtime and a context of the interpreter in which {@link createGuest} was evaluated; globals and host functions are still missing. */
export interface GuestContext {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  /** Calls a method of the guest and disposes of the arguments. */
  call(method: keyof Guest, ...args: readonly QuickJSHandle[]): void;
  /** Evaluates a script in strict mode; its value is the caller's to dispose of. */
  evaluate(code: string, file: string): QuickJSHandle;
  /** Disposes of everything. Only for a context that no program of a user was in; the others end with their thread. */
  dispose(): void;
}

/** Callbacks of a context to its thread. */
export interface GuestListener {
  /** Gets what the guest sends; answers why a call is refused, else null. */
  receive(context: QuickJSContext, kind: string, texts: readonly QuickJSHandle[]): string | null;
  /** Gets what a call or an evaluation has thrown. */
  thrown(context: QuickJSContext, error: QuickJSHandle): never;
}

const methods: readonly (keyof Guest)[] = ['installGlobals', 'freezeGlobals', 'settleCall', 'start'];

/** Creates a runtime and a context with nothing in it but the guest. */
export function createGuestContext(interpreter: QuickJSWASMModule, listener: GuestListener): GuestContext {
  const runtime = interpreter.newRuntime();
  const context = runtime.newContext();
  const unwrap = (result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle =>
    result.error ? listener.thrown(context, result.error) : result.value;
  const evaluate = (code: string, file: string): QuickJSHandle =>
    unwrap(context.evalCode(code, file, { strict: true }));

  const send = context.newFunction('send', (kind, ...texts) => {
    const refused = listener.receive(context, context.getString(kind), texts);
    return refused === null ? context.undefined : context.newString(refused);
  });
  const make = evaluate(`(${createGuest.toString()})`, 'sandbox.js');
  const made = unwrap(context.callFunction(make, context.undefined, send));
  const handles = new Map(methods.map((name) => [name, context.getProp(made, name)]));
  for (const used of [send, make, made]) used.dispose();
  return {
    runtime,
    context,
    evaluate,
    call(method, ...args) {
      const handle = handles.get(method);
      if (!handle) throw new Error(`The guest has no method \`${method}\`.`);
      unwrap(context.callFunction(handle, context.undefined, ...args)).dispose();
      for (const used of args) used.dispose();
    },
    dispose() {
      for (const handle of handles.values()) handle.dispose();
      context.dispose();
      runtime.dispose();
    },
  };
}

/** Copies a text out of a context; null when it has more than so many bytes in UTF-8. A long one is refused uncopied. */
export function copyText(context: QuickJSContext, text: QuickJSHandle, maximumBytes: number): string | null {
  const length = context.getProp(text, 'length');
  const characters = context.getNumber(length);
  length.dispose();
  if (characters > maximumBytes) return null;
  const copy = context.getString(text);
  return Buffer.byteLength(copy) > maximumBytes ? null : copy;
}
