import { describe, expect, it } from 'vitest';
import { asObject, type JsonObject } from '../yaml/json.ts';
import { formModel, fromFormData, titleOf, toFormData } from './block-schema.ts';
import { schemaValidator } from './schema-validator.ts';

const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] });
const source: JsonObject = {
  type: 'object',
  required: ['block_type', 'label', 'url', 'loud'],
  properties: {
    block_type: { type: 'string', const: 'greet' },
    label: { type: 'string', pattern: '^[\\p{L}_][\\p{L}\\p{N}_]*$' },
    next_block_label: orNull({ type: 'string' }),
    retry: orNull({
      type: 'object',
      required: ['max_retries'],
      properties: { max_retries: { type: 'integer', minimum: 0, default: 0 } },
    }),
    url: { type: 'string', minLength: 1, description: 'Where.' },
    loud: { type: 'boolean', default: true },
    navigation_goal: orNull({ type: 'string', description: 'What.' }),
    data_schema: { anyOf: [{ type: 'object' }, { type: 'string' }, { type: 'null' }] },
    headers: orNull({ type: 'object', patternProperties: { '^.*$': {} } }),
    parameter_keys: { type: 'array', items: { type: 'string' }, default: [], 'x-runwright-template': 'none' },
    loop_blocks: { type: 'array', items: { type: 'object' } },
  },
};
const model = formModel(source, { labels: ['b'], parameterKeys: ['site'] });
const fields = asObject(model.schema.properties) ?? {};

describe('formModel', () => {
  it('shows the label, what is needed, what is often used, and then the rest', () => {
    expect(Object.keys(fields)).toEqual([
      ...[
        'label',
        'url',
        'next_block_label',
        'loud',
        'navigation_goal',
        'data_schema',
        'headers',
        'parameter_keys',
      ],
      'retry',
    ]);
    expect(model.schema.required).toEqual(['label', 'url']);
    expect([...model.rare]).toEqual(['retry']);
  });

  it('turns values that may be null into optional ones, and names of other things into choices', () => {
    expect(fields.navigation_goal).toEqual({
      type: 'string',
      description: 'What.',
      title: 'Navigation goal',
    });
    expect(fields.next_block_label).toMatchObject({ type: 'string', enum: ['b'] });
    expect(fields.parameter_keys).toMatchObject({ type: 'array', items: { enum: ['site'] } });
    expect(fields.retry).toMatchObject({
      required: [],
      properties: { max_retries: { type: 'integer', minimum: 0 } },
    });
  });

  it('shows long texts in several lines, and what has no fields as JSON', () => {
    expect(model.kinds.get('navigation_goal')).toBe('long');
    expect(model.kinds.get('data_schema')).toBe('json');
    expect(model.kinds.get('headers')).toBe('json');
    expect(model.kinds.get('url')).toBe('plain');
  });

  it('tells the members that have no effect', () => {
    const properties = { skipped: { type: 'boolean', description: 'Has no effect: nothing is skipped.' } };
    const { idle } = formModel({ properties }, { labels: [], parameterKeys: [] });
    expect([...idle]).toEqual(['skipped']);
    expect([...model.idle]).toEqual([]);
  });
});

describe('fromFormData', () => {
  const block: JsonObject = { url: 'https://a.test', block_type: 'greet', label: 'a', own: 1 };

  it('changes nothing when the form changes nothing', () => {
    expect(fromFormData(toFormData(block, model), block, model)).toEqual(block);
    expect(JSON.stringify(fromFormData(toFormData(block, model), block, model))).toBe(JSON.stringify(block));
  });

  it('writes a value that differs from its default, and removes one that was cleared', () => {
    const data = {
      ...toFormData(block, model),
      loud: false,
      url: undefined,
      retry: { max_retries: undefined },
    };
    expect(fromFormData(data, block, model)).toEqual({
      block_type: 'greet',
      label: 'a',
      own: 1,
      loud: false,
    });
    const { loud } = fromFormData({ ...data, loud: true }, { ...block, loud: false }, model);
    expect(loud).toBe(true);
  });
});

describe('schemaValidator', () => {
  it('names the place of each problem, without compiling the schema', () => {
    const { errors, errorSchema } = schemaValidator.validateFormData(
      { label: 'a b', url: '', retry: { max_retries: -1 }, loud: undefined },
      model.schema as never,
    );
    expect(errors.map(({ property }) => property).toSorted()).toEqual([
      '.label',
      '.retry.max_retries',
      '.url',
    ]);
    expect(errorSchema.url?.__errors).toEqual(['URL is required.']);
    expect(schemaValidator.validateFormData({ url: 'x' }, model.schema as never).errors).toMatchObject([
      { property: '.label', message: 'Label is required.' },
    ]);
  });

  it('resolves references of a part in the whole schema', () => {
    const root = { definitions: { word: { type: 'string' as const } } };
    expect(schemaValidator.isValid({ $ref: '#/definitions/word' }, 'a', root)).toBe(true);
    expect(schemaValidator.isValid({ $ref: '#/definitions/word' }, 1, root)).toBe(false);
  });
});

describe('titleOf', () => {
  it('writes names as words', () => {
    expect(['page_count', 'totp_verification_url', 's3_bucket'].map(titleOf)).toEqual([
      ...['Page count', 'TOTP verification URL', 'S3 bucket'],
    ]);
  });
});
