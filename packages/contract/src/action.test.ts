import type { Static, Type } from 'typebox';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { effectOf, PageAction, type PageActionOf, type PageActionType } from './action.ts';
import type { ActionDefinition } from './action-definition.ts';
import { pageActions } from './page-actions.ts';

type ModelAction = {
  [Name in PageActionType]: { action_type: Name } & Static<
    Type.TObject<(typeof pageActions)[Name]['modelFields']>
  >;
}[PageActionType];

const definitions = Object.entries<ActionDefinition>(pageActions);

describe('pageActions', () => {
  it('accepts for every action what the model may choose', () => {
    expectTypeOf<ModelAction>().toExtend<PageAction>();
  });

  it.each(definitions)(
    '%s is named at the start of its prompt, which ends with a full stop',
    (name, { prompt }) => {
      expect(prompt).toMatch(new RegExp(`^\\\`${name}\\\`.*\\.$`));
    },
  );

  it.each(definitions)(
    '%s takes link tokens only in fields of the model',
    (_name, { linkFields, modelFields }) => {
      expect(Object.keys(modelFields)).toEqual(expect.arrayContaining([...linkFields]));
    },
  );
});

describe('PageAction', () => {
  it('has one schema for each action, with the fields of the model replaced by those of code', () => {
    const { anyOf } = JSON.parse(JSON.stringify(PageAction));
    expect(anyOf).toHaveLength(definitions.length);
    expect(anyOf[0]).toMatchObject({
      properties: { action_type: { const: 'click' }, id: { type: 'string' }, x: { type: 'number' } },
      required: ['action_type'],
    });
  });

  it('has exact types of fields', () => {
    expectTypeOf<PageActionOf<'checkbox'>>().toEqualTypeOf<{
      action_type: 'checkbox';
      id: string;
      checked: boolean;
    }>();
    expectTypeOf<PageActionOf<'hover'>['id']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<PageActionOf<'select_option'>['label']>().toEqualTypeOf<string | string[] | undefined>();
    expectTypeOf<Static<typeof PageAction>>().toEqualTypeOf<PageAction>();
  });
});

describe('effectOf', () => {
  it.each<[string, PageAction]>([
    ['world', { action_type: 'click', id: 'a1' }],
    ['page', { action_type: 'input_text', id: 'a1', text: 'x' }],
    ['page', { action_type: 'input_text', id: 'a1', text: 'x', submit: false }],
    ['world', { action_type: 'input_text', id: 'a1', text: 'x', submit: true }],
    ['none', { action_type: 'scroll' }],
  ])('is %s for %j', (effect, action) => {
    expect(effectOf(action)).toBe(effect);
  });
});
