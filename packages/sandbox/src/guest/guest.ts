import type { GuestSetup, ThrownError } from '../threads/thread-messages.ts';

/** Sends a message from the sandbox to its thread: texts only, never an object. Returns a text when a call is refused. */
export type Send = (kind: string, first: string, second: string, third: string) => string | undefined;

/** Interface of the sandbox for its thread. */
export interface Guest {
  /** Adds globals, host functions, exit functions and the console; `setupText` is JSON of a {@link GuestSetup}. */
  installGlobals(setupText: string): void;
  /** Settles a call of a host function. */
  settleCall(id: number, ok: boolean, text: string): void;
  /** Makes everything that stands on `globalThis` by now constant. */
  freezeGlobals(): void;
  start(program: () => Promise<unknown>): void;
}

/**
 * Creates the guest side of the sandbox. It is evaluated inside, from its text, before anything else and before a program is
 * known, so no name from outside may stand in it; what it needs of the language it takes before a program can change it.
 */
export function createGuest(send: Send): Guest {
  const { parse, stringify } = JSON;
  const { defineProperty, entries, freeze, keys } = Object;
  const target = globalThis as Record<string, unknown>;
  const calls = new Map<
    number,
    { resolve(value: unknown): void; reject(reason: Error): void; failure: Error }
  >();
  const failures = new WeakMap<object, number>();
  let lastCall = 0;

  const read = (get: () => unknown): string => {
    try {
      const value = get();
      return value === undefined || value === null ? '' : String(value);
    } catch {
      return '';
    }
  };
  const describe = (thrown: unknown): ThrownError => {
    const isObject = (typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function';
    if (thrown === null) return { name: '', message: 'null', stack: '', call: null };
    if (!isObject) {
      return { name: 'Error', message: read(() => String(thrown)).slice(0, 2000), stack: '', call: null };
    }
    const error = thrown as { name?: unknown; message?: unknown; stack?: unknown };
    const message = read(() => error.message) || read(() => stringify(error)) || read(() => error);
    return {
      name: (read(() => error.name) || 'Error').slice(0, 100),
      message: message.slice(0, 2000),
      stack: read(() => error.stack).slice(0, 4000),
      call: failures.get(error) ?? null,
    };
  };
  // JSON would write null or an empty object in their place, without a word.
  const requireData = (key: string, value: unknown): unknown => {
    const place = key === '' ? '' : ` at \`${key}\``;
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new TypeError(`${value}${place} is no data`);
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new TypeError(`a ${typeof value}${place} is no data`);
    if (value instanceof Map || value instanceof Set)
      throw new TypeError(
        `a ${value instanceof Map ? 'Map' : 'Set'}${place} is no data; make it an object or a list`,
      );
    return value;
  };
  const argumentsText = (name: string, args: readonly unknown[]): string => {
    try {
      return stringify(args);
    } catch (error) {
      throw new TypeError(`The arguments of \`${name}\` must be JSON: ${describe(error).message}`);
    }
  };

  const hostFunction =
    (name: string) =>
    (...args: readonly unknown[]) =>
      new Promise((resolve, reject) => {
        const text = argumentsText(name, args);
        lastCall += 1;
        // Made here, so that its stack shows who called.
        const failure = new Error(`\`${name}\` failed`);
        failures.set(failure, lastCall);
        const refused = send('call', String(lastCall), name, text);
        if (refused !== undefined) throw new RangeError(refused);
        calls.set(lastCall, { resolve, reject, failure });
      });
  const exitFunction =
    (name: string) =>
    (...args: readonly unknown[]) => {
      send('ending', name, argumentsText(name, args), '');
    };
  const shown = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) {
      const { name, message } = describe(value);
      return `${name}: ${message}`;
    }
    return read(() => stringify(value)) || read(() => value) || String(typeof value);
  };
  const line =
    (level: string) =>
    (...args: readonly unknown[]) => {
      send('console', level, args.map(shown).join(' '), '');
    };

  return {
    installGlobals(setupText) {
      const setup = parse(setupText) as GuestSetup;
      for (const [name, value] of entries(setup.globals)) if (!(name in target)) target[name] = value;
      const groups: Record<string, unknown>[] = [];
      for (const path of setup.hostFunctions) {
        const names = path.split('.');
        const last = names.pop() ?? path;
        let place = target;
        for (const name of names) {
          if (!keys(place).includes(name)) {
            const group: Record<string, unknown> = {};
            groups.push(group);
            place[name] = group;
          }
          place = place[name] as Record<string, unknown>;
        }
        place[last] = freeze(hostFunction(path));
      }
      for (const group of groups) freeze(group);
      for (const name of setup.exitFunctions) target[name] = freeze(exitFunction(name));
      target.console = freeze({
        debug: line('debug'),
        log: line('info'),
        info: line('info'),
        warn: line('warn'),
        error: line('error'),
      });
    },
    settleCall(id, ok, text) {
      const open = calls.get(id);
      calls.delete(id);
      if (ok) {
        open?.resolve(parse(text));
        return;
      }
      if (!open) return;
      for (const [name, value] of entries(parse(text) as object)) {
        defineProperty(open.failure, name, { value, configurable: true, writable: true });
      }
      open.reject(open.failure);
    },
    freezeGlobals() {
      for (const name of keys(target)) {
        const value = target[name];
        defineProperty(target, name, { value, enumerable: true, writable: false, configurable: false });
      }
    },
    start(program) {
      const run = async () => {
        let value: unknown;
        try {
          value = await program();
        } catch (error) {
          send('thrown', stringify(describe(error)), '', '');
          return;
        }
        try {
          send('value', stringify(value, requireData) ?? 'null', '', '');
        } catch (error) {
          send('not-json', stringify(describe(error)), '', '');
        }
      };
      void run();
    },
  };
}
