import type { UiSchema } from '@rjsf/utils';
import { asObject, type JsonObject } from '../yaml/json.ts';
import type { FormModel } from './block-schema.ts';
import { type FieldKind, isReference, textKindOf } from './field-kind.ts';
import { wordsOfValue } from './words/value-words.ts';

/** Returns how a form shows its members: their inputs, and the words of their values. */
export function uiOf({ schema, kinds, placeholders }: FormModel): UiSchema {
  const members = asObject(schema.properties) ?? {};
  const top = Object.fromEntries(
    [...kinds].map(([name, kind]) => {
      const placeholder = placeholders.get(name);
      const member = asObject(members[name]) ?? {};
      return [
        name,
        {
          ...uiOfKind(kind),
          ...uiOfValues(name, member),
          ...(member.uniqueItems === true ? { 'ui:widget': 'checkboxes' } : {}),
          ...(placeholder ? { 'ui:placeholder': placeholder } : {}),
        },
      ];
    }),
  );
  const nested = Object.entries(members).flatMap(([name, member]) => {
    const object = asObject(member) ?? {};
    const inner = object.type === 'array' ? asObject(object.items) : object;
    if (inner?.type !== 'object') return [];
    const ui = uiOfObject(inner);
    return [[name, object.type === 'array' ? { items: ui } : ui]];
  });
  return { ...top, ...Object.fromEntries(nested), 'ui:submitButtonOptions': { norender: true } };
}

function uiOfObject(schema: JsonObject): UiSchema {
  return Object.fromEntries(
    Object.entries(asObject(schema.properties) ?? {}).map(([name, member]) => {
      const object = asObject(member) ?? {};
      if (object.type === 'object') return [name, uiOfObject(object)];
      if (object.type === undefined && object.enum === undefined) return [name, uiOfKind('json')];
      return [name, name === 'expression' ? uiOfKind(textKindOf(name)) : uiOfValues(name, object)];
    }),
  );
}

function uiOfValues(name: string, { enum: values }: JsonObject): UiSchema {
  if (!Array.isArray(values) || isReference(name)) return {};
  return { 'ui:enumNames': values.map((value) => wordsOfValue(name, String(value))) };
}

function uiOfKind(kind: FieldKind): UiSchema {
  if (kind === 'json') return { 'ui:field': 'json' };
  if (kind === 'code') return { 'ui:options': { code: true } };
  if (kind === 'long') return { 'ui:widget': 'textarea', 'ui:options': { rows: 3 } };
  if (kind === 'long-code') return { 'ui:widget': 'textarea', 'ui:options': { rows: 3, code: true } };
  if (kind === 'program') return { 'ui:widget': 'textarea', 'ui:options': { rows: 10, code: true } };
  return {};
}
