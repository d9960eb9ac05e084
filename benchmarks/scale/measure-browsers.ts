import type { BrowserDriver, BrowserSession } from '@runwright/contract';

/** Counts the time for which browsers of a driver are open. */
export function measureBrowsers(inner: BrowserDriver): {
  readonly driver: BrowserDriver;
  /** Returns the sum in seconds, of browsers that were closed. */
  openSeconds(): number;
} {
  let sumMs = 0;
  const driver: BrowserDriver = {
    ...inner,
    async open(options) {
      const openedAt = performance.now();
      const session = await inner.open(options);
      return new Proxy(session, {
        get(target: BrowserSession, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          if (name !== 'close') return member.bind(target);
          return async (...given: unknown[]): Promise<unknown> => {
            try {
              return await Reflect.apply(member, target, given);
            } finally {
              sumMs += performance.now() - openedAt;
            }
          };
        },
      });
    },
  };
  return { driver, openSeconds: () => sumMs / 1000 };
}
