/** One call of a driver that has ended: `runs.commit` and its arguments. */
export interface DriverCall {
  readonly operation: string;
  readonly given: readonly unknown[];
}

/** Listeners for the calls of a driver. They do not throw. */
export interface DriverObserver {
  readonly failed: (call: DriverCall, error: unknown) => void;
  readonly done?: (call: DriverCall, result: unknown) => void;
}

/**
 * Returns a driver whose calls are observed: those of its own functions and of the functions of its objects, such as
 * `store.runs.commit`. Members that it lacks are lacking, and results and errors are the driver's own.
 */
export function observeDriver<D extends object>(driver: D, observer: DriverObserver, prefix = ''): D {
  const observed = new Map<PropertyKey, { readonly from: unknown; readonly to: unknown }>();
  // The members of a frozen object may not look different.
  const open: D = Object.isFrozen(driver)
    ? Object.assign(Object.create(Object.getPrototypeOf(driver)), driver)
    : driver;
  return new Proxy(open, {
    get(target, name) {
      const from: unknown = Reflect.get(target, name, target);
      const kept = observed.get(name);
      if (kept && kept.from === from) return kept.to;
      const to = observedMember(target, from, observer, `${prefix}${String(name)}`);
      if (to !== from) observed.set(name, { from, to });
      return to;
    },
  });
}

function observedMember(target: object, member: unknown, observer: DriverObserver, name: string): unknown {
  if (typeof member === 'function') {
    return (...given: unknown[]): unknown => {
      const call: DriverCall = { operation: name, given };
      try {
        const result: unknown = Reflect.apply(member, target, given);
        return result instanceof Promise ? observePromise(result, call, observer) : result;
      } catch (error) {
        observer.failed(call, error);
        throw error;
      }
    };
  }
  // Class instances below a driver, such as a pool, are its own business.
  const isPlain = typeof member === 'object' && member !== null && !name.includes('.');
  return isPlain ? observeDriver(member, observer, `${name}.`) : member;
}

function observePromise(
  result: Promise<unknown>,
  call: DriverCall,
  { failed, done }: DriverObserver,
): Promise<unknown> {
  return result.then(
    (value) => {
      done?.(call, value);
      return value;
    },
    (error: unknown) => {
      failed(call, error);
      throw error;
    },
  );
}
