import type { FieldProps } from '@rjsf/utils';
import { useState } from 'react';
import { Field } from '../../../components/field.tsx';
import { parseExactJson } from '../../../lib/exact-json.ts';
import { isEqual, type Json } from '../yaml/json.ts';
import { Marked } from './marked.tsx';

/** Field for a value of any shape, as JSON. Text that is no JSON is a text, unless it begins like an object or an array. */
export function JsonField({ schema, formData, onChange, fieldPathId, disabled, readonly, name }: FieldProps) {
  const value = formData as Json | undefined;
  const [text, setText] = useState(() => written(value));
  const parsed = parsedText(text);
  // Changes from elsewhere, such as from the YAML.
  const [seen, setSeen] = useState(value);
  if (!isEqual(seen, value)) {
    setSeen(value);
    if (!('value' in parsed && isEqual(parsed.value, value))) setText(written(value));
  }
  return (
    <Field
      label={schema.title ?? name}
      hint={schema.description ? <Marked text={schema.description} /> : undefined}
      problem={'value' in parsed ? undefined : `This is no JSON yet: ${parsed.problem}`}
    >
      {(ids) => (
        <textarea
          {...ids}
          className="input"
          rows={Math.min(12, Math.max(2, text.split('\n').length))}
          spellCheck={false}
          disabled={disabled === true || readonly === true}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            const next = parsedText(target.value);
            if ('value' in next) onChange(next.value, fieldPathId.path);
          }}
        />
      )}
    </Field>
  );
}

function written(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' && !isJson(value) ? value : JSON.stringify(value, null, 2);
}

/** Returns the value of a text, which is undefined for an empty one; or why it has none. */
function parsedText(text: string): { readonly value: Json | undefined } | { readonly problem: string } {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: parseExactJson(text) as Json };
  } catch (error) {
    if (!/^\s*[[{]/.test(text) || /^\s*\{[{%]/.test(text)) return { value: text };
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
