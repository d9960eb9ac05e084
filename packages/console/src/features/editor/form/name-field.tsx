import { useEffect, useState } from 'react';
import { TextField } from '../../../components/field.tsx';

const name = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Field for a label or a key. It takes effect as a whole, with Enter or when it is left, because references follow it. */
export function NameField({
  label,
  value,
  taken,
  disabled,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  /** Names that others have. */
  readonly taken: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const problem = !name.test(text)
    ? 'Use letters, digits and underscores only; begin with a letter or an underscore.'
    : text !== value && taken.includes(text)
      ? `${text} is taken; choose another name.`
      : undefined;
  const commit = () => {
    if (problem === undefined && text !== value) onChange(text);
  };
  return (
    <TextField
      label={label}
      problem={problem}
      hint="Others refer to it by this name; references in this workflow follow it."
      value={text}
      disabled={disabled}
      spellCheck={false}
      onChange={({ target }) => setText(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
        if (key === 'Escape') setText(value);
      }}
    />
  );
}
