import { describe, expect, it } from 'vitest';
import { Environment } from './index.ts';

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
});
