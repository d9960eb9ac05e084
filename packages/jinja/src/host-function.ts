import { hostError, runtimeError, type TemplateError } from './error.ts';
import type { Runtime } from './runtime.ts';
import { toNative } from './to-native.ts';
import type { Native } from './value/native-function.ts';
import type { Value } from './value/value.ts';

/**
 * A function of the host. It receives plain JavaScript values, the named arguments last and together as one object when
 * there are any, and answers a plain value.
 */
export type HostFunction = (...args: unknown[]) => unknown;

/** A function of the host as templates call it. What it throws fails the render, with the original as cause. */
export function hostNative(name: string, implementation: HostFunction): Native {
  return {
    signature: {
      name,
      parameters: [],
      positionalOnly: 0,
      keywordOnly: 0,
      required: 0,
      rest: true,
      keywords: true,
    },
    implementation: (rt: Runtime, args: readonly Value[], named: ReadonlyMap<string, Value>) => {
      const positional = args.map((argument) => toNative(argument, rt));
      const keywords = named.size === 0 ? [] : [namedArguments(named, rt)];
      const answer = guarded(name, () => implementation(...positional, ...keywords));
      if (guarded(name, () => isPromise(answer))) throw answeredPromise(name, answer);
      if (typeof answer === 'string') rt.meter.scan(answer.length);
      return rt.host.value(answer);
    },
  };
}

function namedArguments(named: ReadonlyMap<string, Value>, rt: Runtime): Record<string, unknown> {
  return Object.fromEntries(Array.from(named, ([key, value]) => [key, toNative(value, rt)]));
}

function answeredPromise(name: string, answer: unknown): TemplateError {
  // Nobody else can handle a rejection, and one that nobody handles ends the process.
  if (answer instanceof Promise) answer.catch(() => undefined);
  return runtimeError(
    `${name}() answered a promise, and a template cannot wait. Wait for the value before rendering, and pass it in.`,
  );
}

/** Promises of this realm, and what has a method `then` as they do; getters do not run. */
function isPromise(value: unknown): boolean {
  if (value instanceof Promise) return true;
  if (typeof value !== 'object') return false;
  for (let at: unknown = value; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at)) {
    const then = Object.getOwnPropertyDescriptor(at, 'then');
    if (then !== undefined) return typeof then.value === 'function';
  }
  return false;
}

function guarded<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw hostError(`${name}()`, cause);
  }
}
