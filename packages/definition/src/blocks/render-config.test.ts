import {
  type BlockNode,
  defineBlock,
  type Json,
  parameterFields,
  parameterKey,
  RunwrightError,
  Type,
  template,
} from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { createTemplateScope } from '../template/template-scope.ts';
import { createBlockTypes } from './block-types.ts';
import { type RenderOptions, renderConfig } from './render-config.ts';

const send = defineBlock({
  type: 'send',
  config: Type.Object({
    url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    text: Type.Optional(Type.String()),
    tags: Type.Optional(Type.Array(Type.String())),
    body: Type.Optional(Type.Unknown(template('native'))),
    script: Type.Optional(Type.String(template('none'))),
    count: Type.Integer({ default: 1 }),
    limit: Type.Optional(Type.Object({ n: Type.Integer() }, template('native'))),
    values: Type.Optional(Type.String(template('json'))),
    to: Type.Optional(Type.Array(Type.Unknown(), { ...template('native'), ...parameterKey })),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()], parameterKey)),
    error_code_mapping: Type.Optional(Type.Record(Type.String(), Type.String())),
    ...parameterFields,
  }),
  output: Type.Object({}),
  run: async () => ({}),
});
const block = createBlockTypes([send]).get('send');

const scope = (parameters: Record<string, Json> = {}, outputs: Record<string, Json> = {}) =>
  createTemplateScope({
    parameters,
    outputs: new Map(Object.entries(outputs)),
    run: {
      workflowTitle: 'Orders',
      workflowId: 'w_1',
      workflowPermanentId: 'wpid_1',
      workflowRunId: 'wr_1',
      browserSessionId: null,
    },
    now: 0,
  });
const render = (members: object, values = scope(), options: RenderOptions = { strict: false }) => {
  if (!block) throw new Error('no block');
  return renderConfig(block, { block_type: 'send', label: 'S', ...members } as BlockNode, values, options);
};
const failure = (work: () => unknown): RunwrightError => {
  try {
    work();
  } catch (error) {
    if (RunwrightError.is(error)) return error;
  }
  throw new Error('it did not fail');
};

describe('text', () => {
  it('prints as Jinja2 prints, in lists and maps too, keys included', () => {
    const values = scope({ name: 'Ann', yes: true, nothing: null, rows: [{ a: 1 }] });
    expect(
      render({ text: 'Hello {{ name }}', tags: ['{{ yes }}', '{{ nothing }}', '{{ rows }}'] }, values),
    ).toMatchObject({
      text: 'Hello Ann',
      tags: ['True', 'None', "[{'a': 1}]"],
    });
    expect(render({ error_code_mapping: { '{{ name }}': 'is {{ name }}' } }, values)).toMatchObject({
      error_code_mapping: { Ann: 'is Ann' },
    });
  });

  it('sees an output by label, by output name and as output', () => {
    const values = scope({}, { A: { extracted_information: { x: 5 } } });
    for (const path of ['A_output.extracted_information.x', 'A.extracted_information.x', 'A.output.x']) {
      expect(render({ text: `{{ ${path} }}` }, values).text).toBe('5');
    }
  });

  it('that came from a value is not rendered again', () => {
    expect(render({ text: '{{ p }}', url: 'p' }, scope({ p: '{{ 7*7 }}' }))).toMatchObject({
      text: '{{ 7*7 }}',
      url: '{{ 7*7 }}',
    });
  });

  it('that is marked as no template stays as it is, and the node is not changed', () => {
    const node = Object.freeze({ script: '{{ x }}', text: '{{ 1 }}' });
    expect(render(node)).toMatchObject({ script: '{{ x }}', text: '1', count: 1 });
    expect(node.text).toBe('{{ 1 }}');
  });
});

describe('a structured value', () => {
  const values = scope({ n: 3, rows: [1, 2], name: 'Ann' });

  it('that is exactly one expression keeps its type, mixed with text it is text', () => {
    const body = {
      n: '{{ n }}',
      all: '{{- rows -}}',
      said: '{{ n }} rows',
      text: '{{ n | string }}',
      two: '{{ n }}{{ n }}',
    };
    expect(render({ body }, values).body).toEqual({
      n: 3,
      all: [1, 2],
      said: '3 rows',
      text: '3',
      two: '33',
    });
    expect(render({ body: '{{ {"a": rows, "b": nope} }}' }, values).body).toEqual({ a: [1, 2], b: null });
    expect(render({ body: '{{ nope }}' }, values).body).toBeNull();
  });

  it('has to fit the schema after it is rendered', () => {
    expect(render({ limit: '{{ {"n": n} }}' }, values).limit).toEqual({ n: 3 });
    const error = failure(() => render({ limit: { n: '{{ name }}' } }, values));
    expect(error).toMatchObject({ code: 'invalid_input', details: { problems: [{ path: ['limit', 'n'] }] } });
    expect(error.message).toContain('Block `S`');
    expect(error.message).toContain('`limit.n`: Input should be a valid integer');
  });
});

describe('undefined names', () => {
  it('print nothing by default; a member of one is an error', () => {
    expect(render({ text: '[{{ nope }}{{ user.name }}]' }, scope({ user: {} })).text).toBe('[]');
    expect(render({ text: "{{ nope | default('d') }}" }).text).toBe('d');
    const error = failure(() => render({ text: 'a {{ nope.x }}' }));
    expect(error.code).toBe('template_failed');
    expect(error.message).toMatch(/jinja template in `text` of block `S`.*nope/);
    expect(error.details.output).toEqual({ failure_reason: error.message });
  });

  it('are errors when templates are strict, all of them named by their paths', () => {
    const text = '{{ user.name }} {{ items[0] }} {{ nope }} {{ user }} {{ other | default(1) }}';
    const error = failure(() => render({ text }, scope({ user: {}, items: [] }), { strict: true }));
    expect(error.code).toBe('template_failed');
    expect(error.message).toContain('Undefined: `user.name`, `items[0]`, `nope`.');
  });

  it.each(['{{ nope }}', '{{ user.name }}', '{{ {"a": [nope]} }}', '{{ user["name"] }}'])(
    'are errors in a structured value too when templates are strict: %s',
    (body) => {
      const error = failure(() => render({ body }, scope({ user: {} }), { strict: true }));
      expect(error.code).toBe('template_failed');
      expect(error.message).toMatch(/Undefined: `(nope|user\.name|user\["name"\])`\./);
    },
  );

  it('with a sign in them get a hint', () => {
    expect(failure(() => render({ text: '{{ my-key }}' })).message).toContain(
      'A name cannot contain `-` or `/`',
    );
    expect(failure(() => render({ text: '{{ nope.x }}' })).message).not.toContain('cannot contain');
  });

  it('that are guarded are no errors when templates are strict', () => {
    const text = "{{ nope | default('d') }}{% if nope is defined %}x{% endif %}";
    expect(render({ text }, scope(), { strict: true }).text).toBe('d');
  });
});

describe('the templates of one block', () => {
  const loop = '{% for a in range(1000) %}{% for b in range(500) %}{% endfor %}{% endfor %}';

  it('have the steps of one template together', { tags: ['security'] }, () => {
    const values = scope();
    const tags = Array.from({ length: 1_000 }, () => loop);
    expect(failure(() => render({ tags }, values)).message).toContain(
      'exceed its limit `steps` of 2000000 together',
    );
    expect(failure(() => render({ text: loop }, values)).code).toBe('template_failed');
    expect(render({ text: loop }).text).toBe('');
  });
});

describe('a text of JSON', () => {
  const values = scope({ name: 'Ann', n: 1.5, gone: null, user: { tags: ['a'], ok: true } });

  it('prints every value but a text as JSON', () => {
    const text = '[["{{ name }}", {{ n }}, {{ gone }}, {{ user }}, {{ user.ok }}]]';
    expect(JSON.parse(String(render({ values: text }, values).values))).toEqual([
      ['Ann', 1.5, null, { tags: ['a'], ok: true }, true],
    ]);
  });

  it.each(['{{ nope }}', '{{ user.name }}', '{{ user.tags[3] }}', '{{ nope | tojson }}'])(
    'fails for %s, which is undefined, in templates that are not strict too',
    (printed) => {
      const error = failure(() => render({ values: `[[${printed}]]` }, values));
      expect(error).toMatchObject({ code: 'template_failed' });
    },
  );

  it('takes an undefined value that is guarded', () => {
    expect(render({ values: '[["{{ nope | default(\'d\') }}"]]' }, values).values).toBe('[["d"]]');
  });
});

describe('the key of a parameter in place of a value', () => {
  const values = scope({ list: ['a', 'b'], one: 'c', gone: null, trick: '{{ one }}' }, { A: { x: 1 } });

  it('is the value, in lists too, and keeps its type where types are kept', () => {
    expect(render({ to: ['list', ' one ', 'gone', 'A_output', 'd', 'A'] }, values).to).toEqual([
      ['a', 'b'],
      'c',
      null,
      { x: 1 },
      'd',
      'A',
    ]);
    expect(render({ note: 'one' }, values).note).toBe('c');
    expect(render({ note: 'gone' }, values).note).toBeNull();
  });

  it('is never rendered a second time, and in other fields it is a text', () => {
    expect(render({ note: 'trick', text: 'one' }, values)).toMatchObject({ note: '{{ one }}', text: 'one' });
  });
});

describe('what the engine fills in', () => {
  it('parameters: the values of the keys that the block asks for, outputs too', () => {
    const values = scope({ p: 1, q: 2 }, { A: { x: 1 } });
    expect(render({ parameter_keys: ['p', 'A_output'] }, values).parameters).toEqual({
      p: 1,
      A_output: { x: 1 },
    });
    expect(render({ parameters: { p: 'forged' } }, values).parameters).toEqual({});
  });

  it('a url that is exactly the key of a parameter, null included', () => {
    expect(render({ url: 'shop' }, scope({ shop: 'https://x.example' })).url).toBe('https://x.example');
    expect(render({ url: 'shop' }, scope({ shop: null })).url).toBeNull();
    expect(render({ url: 'shop' }).url).toBe('shop');
  });

  it("error codes of the workflow, the block's own win", () => {
    const options = { strict: false, errorCodes: { A: 'x', B: 'y {{ 1 }}' } };
    expect(render({ error_code_mapping: { A: 'z' } }, scope(), options).error_code_mapping).toEqual({
      A: 'z',
      B: 'y 1',
    });
  });
});
