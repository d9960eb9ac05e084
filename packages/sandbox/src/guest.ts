import type { GuestSetup, ThrownError } from './wire.ts';

/** How the sandbox speaks to its thread: texts only, never an object. Answers a text when a call is refused. */
export type Send = (kind: string, first: string, second: string, third: string) => string | undefined;

/** What the thread holds of the sandbox. */
export interface Guest {
  /** Adds globals, verbs, endings and the console; `setupText` is JSON of a {@link GuestSetup}. */
  furnish(setupText: string): void;
  /** Ends a call of a verb. */
  settle(id: number, ok: boolean, text: string): void;
  /** Makes everything that stands on `globalThis` by now constant. */
  lock(): void;
  start(program: () => Promise<unknown>): void;
}

/**
 * Makes the inside of the sandbox. It is evaluated inside, from its text, before anything else and before a program is
 * known, so no name from outside may stand in it; what it needs of the language it takes before a program can change it.
 */
export function guest(send: Send): Guest {
  const { parse, stringify } = JSON;
  const { defineProperty, entries, freeze, keys } = Object;
  const scene = globalThis as Record<string, unknown>;
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
  const argumentsText = (name: string, args: readonly unknown[]): string => {
    try {
      return stringify(args);
    } catch (error) {
      throw new TypeError(`What is given to \`${name}\` must be JSON: ${describe(error).message}`);
    }
  };

  const verb =
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
  const ending =
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
    furnish(setupText) {
      const setup = parse(setupText) as GuestSetup;
      for (const [name, value] of entries(setup.globals)) if (!(name in scene)) scene[name] = value;
      const groups: Record<string, unknown>[] = [];
      for (const path of setup.verbs) {
        const names = path.split('.');
        const last = names.pop() ?? path;
        let place = scene;
        for (const name of names) {
          if (!keys(place).includes(name)) {
            const group: Record<string, unknown> = {};
            groups.push(group);
            place[name] = group;
          }
          place = place[name] as Record<string, unknown>;
        }
        place[last] = freeze(verb(path));
      }
      for (const group of groups) freeze(group);
      for (const name of setup.endings) scene[name] = freeze(ending(name));
      scene.console = freeze({
        debug: line('debug'),
        log: line('info'),
        info: line('info'),
        warn: line('warn'),
        error: line('error'),
      });
    },
    settle(id, ok, text) {
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
    lock() {
      for (const name of keys(scene)) {
        const value = scene[name];
        defineProperty(scene, name, { value, enumerable: true, writable: false, configurable: false });
      }
    },
    start(program) {
      const carryOut = async () => {
        let value: unknown;
        try {
          value = await program();
        } catch (error) {
          send('thrown', stringify(describe(error)), '', '');
          return;
        }
        try {
          if (typeof value === 'function' || typeof value === 'symbol') {
            throw new TypeError(`a ${typeof value} is no data`);
          }
          send('value', stringify(value) ?? 'null', '', '');
        } catch (error) {
          send('not-json', stringify(describe(error)), '', '');
        }
      };
      void carryOut();
    },
  };
}
