import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type ContextData,
  Environment,
  type EnvironmentOptions,
  references,
  TemplateError,
} from './index.ts';

interface User {
  readonly name: string;
  readonly tags: readonly string[];
}

const given = (value: unknown) => value as never;

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('a context', () => {
  const user: User = { name: 'Ada', tags: ['a'] };

  it('may be a value whose type is an interface, without an index signature', () => {
    expectTypeOf<User>().toExtend<ContextData>();
    expectTypeOf<string>().not.toExtend<ContextData>();
    expect(new Environment().compile('{{ name }}').render(user)).toBe('Ada');
    expect(new Environment().compileExpression('tags').evaluate(user)).toEqual(['a']);
  });

  it.each([null, 'text', 7])('that is no object is refused: %j', (value) => {
    const environment = new Environment();
    const message =
      /^Cannot render a template with a context of type `\w+`: it must be an object of names and values\. Pass/;
    expect(() => environment.compile('{{ a }}').render(given(value))).toThrow(message);
    expect(() => environment.compileExpression('a').evaluate(given(value))).toThrow(TypeError);
  });
});

describe('a source', () => {
  it.each([undefined, null, 7, {}, Buffer.from('{{ a }}')])('that is no string is refused: %j', (value) => {
    const environment = new Environment();
    const message = /^Cannot read a template of type `\w+`: a template is a string\. Pass its text\.$/;
    for (const work of [
      () => environment.compile(given(value)),
      () => environment.compileExpression(given(value)),
      () => environment.parse(given(value)),
      () => environment.references(given(value)),
      () => environment.expressionReferences(given(value)),
      () => references(given(value)),
    ]) {
      expect(thrown(work)).toBeInstanceOf(TypeError);
      expect(work).toThrow(message);
    }
  });
});

describe('an option', () => {
  const make = (options: object) => () => new Environment(options as EnvironmentOptions);

  it('that does not exist is refused with the names that do', () => {
    expect(make({ autoEscape: true })).toThrow(
      /^The option `autoEscape` does not exist\. Use one of: .*`undefined`.*`autoescape`/,
    );
    expect(make({ limits: { step: 1 } })).toThrow(/^The limit `step` does not exist\. Use one of: `steps`/);
    expect(make({ delimiters: { blockBegin: '<%' } })).toThrow(
      /^The delimiter `blockBegin` does not exist\. Use one of: `blockStart`/,
    );
    expect(thrown(make({ autoEscape: true }))).toBeInstanceOf(TypeError);
  });

  it.each([
    [
      { undefined: 'lenient' },
      /^The option `undefined` cannot be `lenient`\. Use one of: `default`, `strict`, `chainable`/,
    ],
    [{ results: 'forest' }, /^The option `results` cannot be `forest`\. Use one of: `graph`, `tree`/],
    [
      { extensions: ['i18n'] },
      /^The option `extensions` cannot be `i18n`\. Use one of: `do`, `loopcontrols`/,
    ],
    [{ autoescape: 'yes' }, /^The option `autoescape` must be true or false, not a value of type `string`/],
    [{ finalize: 'x' }, /^The option `finalize` must be a function, not a value of type `string`/],
    [{ loader: new Map() }, /^The option `loader` must be a function, not a value of type `object`/],
    [{ delimiters: { blockStart: '' } }, /^The delimiter `blockStart` must be a text that is not empty/],
  ])('with a value that it cannot have is refused: %j', (options, message) => {
    expect(make(options)).toThrow(message);
    expect(thrown(make(options))).toBeInstanceOf(TypeError);
  });

  it('that is undefined has its default', () => {
    const options = {
      autoescape: undefined,
      limits: undefined,
      undefined: undefined,
      delimiters: { blockStart: undefined },
    };
    expect(make(options)().compile('{% if 1 %}<{{ a }}{% endif %}').render({ a: '<' })).toBe('<<');
  });
});

describe('a function of the host that answers a promise', () => {
  const rejecting = async () => {
    throw new Error('late');
  };
  const environment = () =>
    new Environment({ finalize: (value) => (value === 'late' ? rejecting() : value) })
      .addFilter('fetched', async (value) => value)
      .addFilter('rejected', rejecting)
      .addFilter('thenable', () => Object.fromEntries([['then', () => undefined]]))
      .addTest(
        'known',
        given(async () => false),
      )
      .addGlobal('now', async () => 1)
      .addGlobal('data', { inner: Promise.resolve(1) });

  it.each([
    ['{{ 1|fetched }}', 'fetched'],
    ['{{ 1|rejected }}', 'rejected'],
    ['{{ 1|thenable }}', 'thenable'],
    ['{{ 1 is known }}', 'known'],
    ['{{ now() }}', 'now'],
    ['{{ "late" }}{{ x }}', 'finalize'],
  ])('is an error that says so: %s', async (source, name) => {
    const error = thrown(() => environment().compile(source).render({ x: 'late' }));
    expect(error).toBeInstanceOf(TemplateError);
    expect(error).toMatchObject({
      kind: 'runtime',
      message: `${name}() answered a promise, and a template cannot wait. Wait for the value before rendering, and pass it in.`,
    });
    // The rejection is taken care of: left alone it would end the process.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('is an error for data that holds a promise too', () => {
    const message = /the data holds a promise, and a template cannot wait/;
    expect(() => environment().compile('{{ data.inner }}').render()).toThrow(message);
    expect(() =>
      environment()
        .compile('{{ x[0] }}')
        .render({ x: [Promise.resolve(1)] }),
    ).toThrow(message);
  });

  it('is an error for a loader that answers one', () => {
    const own = new Environment({ loader: given(async () => '') });
    expect(() => own.compile('{% include "a" %}').render()).toThrow(/must answer a text or null for `a`/);
  });
});
