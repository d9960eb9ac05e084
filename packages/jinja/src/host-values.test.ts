import { describe, expect, it } from 'vitest';
import { Environment, TemplateError } from './index.ts';

const environment = new Environment();
const print = (x: unknown, source = '{{ x }}') => environment.compile(source).render({ x });

describe('what the host passes in', () => {
  it('numbers are ints while they are safe integers, and floats otherwise', () => {
    expect(print([1, 1.5, 2 ** 53, -0, 12n, 2n ** 70n])).toBe(
      '[1, 1.5, 9007199254740992.0, 0, 12, 1180591620717411303424]',
    );
  });

  it('a Map is a dictionary, a Set a list, a Date the datetime of its UTC clock, a Uint8Array bytes', () => {
    expect(
      print(
        new Map<unknown, unknown>([
          ['a', 1],
          [2, new Set(['b'])],
        ]),
      ),
    ).toBe("{'a': 1, 2: ['b']}");
    expect(print(new Date(Date.UTC(2026, 2, 4, 5, 6, 7)))).toBe('2026-03-04 05:06:07');
    expect(print(new Uint8Array([97, 0]))).toBe("b'a\\x00'");
  });

  it('functions, symbols and undefined are missing', () => {
    const x = { call: () => 'no', symbol: Symbol('s'), nothing: undefined, kept: 1 };
    expect(print(x)).toBe("{'kept': 1}");
    expect(print(x, '{{ x.call is defined }} {{ x.nothing is defined }}')).toBe('False False');
    expect(print([() => 1])).toBe('[Undefined]');
  });

  it('a class instance shows its own data and nothing of its class', () => {
    class Account {
      readonly owner = 'Ann';
      readonly #secret = 'hidden';
      get balance(): number {
        return this.#secret.length;
      }
      close(): string {
        return 'closed';
      }
    }
    expect(print(new Account())).toBe("{'owner': 'Ann'}");
    expect(print(new Account(), '{{ x.balance }}{{ x.close }}{{ x.constructor }}')).toBe('');
  });

  it('a getter never runs', () => {
    let runs = 0;
    const x = Object.defineProperty({ a: 1 }, 'b', {
      enumerable: true,
      get: () => {
        runs += 1;
        return 2;
      },
    });
    expect(print(x, '{{ x }}{{ x.b }}{{ x["b"] }}{{ x|tojson }}{{ x|length }}')).toBe('{\'a\': 1}{"a": 1}1');
    const list = Object.defineProperty([1, 2], 1, { enumerable: true, get: () => (runs += 1) });
    expect(print(list, '{{ x[0] }}{{ x|length }}{{ x[1] }}')).toBe('12');
    expect(runs).toBe(0);
  });

  it('nothing inherited is reachable', () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', '__defineGetter__'];
    for (const name of names) {
      expect(
        print(
          {},
          `{{ x.${name} }}{{ x["${name}"] }}{{ x|attr("${name}") }}{{ [x]|map(attribute="${name}")|join }}`,
        ),
      ).toBe('');
      expect(print([], `{{ x.${name} }}{{ x["${name}"] }}`)).toBe('');
      expect(print('s', `{{ x.${name} }}{{ x["${name}"] }}`)).toBe('');
      expect(environment.compile(`{{ ${name} }}`).render({})).toBe('');
    }
  });

  it('the same object stays the same, also when it contains itself', () => {
    const x: Record<string, unknown> = { n: 1 };
    x.self = x;
    expect(print(x)).toBe("{'n': 1, 'self': {...}}");
    expect(print(x, '{{ x.self is sameas x }} {{ x == x.self }}')).toBe('True True');
    const result = environment.compileExpression('x').evaluate({ x }) as { self: unknown };
    expect(result.self).toBe(result);
    expect(result).not.toBe(x);
  });

  describe('ends with a TemplateError that has a place when reading it fails:', () => {
    const revoked = (target: object) => {
      const { proxy, revoke } = Proxy.revocable(target, {});
      revoke();
      return proxy;
    };
    const fail = () => {
      throw new TypeError('trapped');
    };
    const failing = (target: object) => new Proxy(target, new Proxy({}, { get: () => fail }));
    const targets = [{ a: 1 }, [1], new Map([['a', 1]]), new Set([1]), new Date(0), new Uint8Array(1)];
    const hostile: readonly (readonly [string, () => unknown])[] = [
      ...targets.flatMap((target) => [
        [`a revoked proxy of ${Object.prototype.toString.call(target)}`, () => revoked(target)] as const,
        [
          `a proxy of ${Object.prototype.toString.call(target)} whose traps throw`,
          () => failing(target),
        ] as const,
      ]),
      ['a proxy that throws a revoked proxy', () => new Proxy({}, { ownKeys: () => thrown(revoked({})) })],
      ['a proxy that throws null', () => new Proxy({}, { ownKeys: () => thrown(null) })],
      ['an array whose length is a symbol', () => new Proxy([1], { get: () => Symbol('length') })],
      ['an array whose length is endless', () => new Proxy([1], { get: () => Number.POSITIVE_INFINITY })],
    ];
    const uses = [
      'x',
      'x|list',
      'x|length',
      'x|tojson',
      'x == [1]',
      'x|items|list',
      'dict(x)',
      'x|pprint',
      'f(x)',
    ];

    it.each(hostile)('%s', (_name, make) => {
      const places = [make(), { a: make() }, [make()], new Map([['a', make()]]), new Set([make()])];
      for (const x of places)
        for (const use of uses) {
          const fails = new Environment().addGlobal('f', (value: unknown) => value);
          expectTemplateError(() => fails.compile(`{{ ${use} }}`).render({ x }));
          expectTemplateError(() => fails.compileExpression(use).evaluate({ x }));
        }
      const raw = make() as Record<string, unknown>;
      expectTemplateError(() => environment.compile('{{ a }}').render(raw));
      expectTemplateError(() => new Environment().addGlobal('g', raw).compile('{{ g }}').render());
      const { render } = new Environment().addGlobal('g', () => raw).compile('{{ g() }}{{ g().a }}');
      expectTemplateError(() => render());
      expectTemplateError(() =>
        new Environment()
          .addGlobal('g', () => thrown(raw))
          .compile('{{ g() }}')
          .render(),
      );
    });

    it('nothing else is thrown for a getter that throws, which never runs', () => {
      const getter = (target: object, name: string | number) =>
        Object.defineProperty(target, name, { enumerable: true, get: fail });
      const x = { object: getter({ b: 1 }, 'a'), list: getter([1, 2], 0), nested: [getter({}, 'a')] };
      expect(print(x)).toBe("{'object': {'b': 1}, 'list': [Undefined, 2], 'nested': [{}]}");
      expect(print(getter({}, 'x'), '{{ x.x }}')).toBe('');
      expect(environment.compile('{{ a }}').render(getter({}, 'a') as Record<string, unknown>)).toBe('');
    });
  });
});

function thrown(value: unknown): never {
  throw value;
}

/** Runs it; what it throws, if anything, is a TemplateError that says where. */
function expectTemplateError(work: () => unknown): void {
  let error: unknown = null;
  try {
    work();
  } catch (caught) {
    error = caught;
  }
  if (error === null) return;
  // Looking at another error may fail again.
  if (!(error instanceof TemplateError)) throw new Error('Something else than a TemplateError was thrown.');
  expect(error.line).toBeGreaterThan(0);
  expect(error.column).toBeGreaterThan(0);
}
