import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, useState } from 'react';
import { IconButton } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';

/** Field for a secret text, which is shown only on request. Its value is in the input alone. */
export function SecretField({
  label,
  hint,
  problem,
  ...input
}: FieldProps & { readonly label: string } & Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'name' | 'required' | 'inputMode' | 'maxLength'
  >) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => (
        <span className="secret-input">
          <input
            {...input}
            {...ids}
            type={isShown ? 'text' : 'password'}
            className="input"
            autoComplete="new-password"
            spellCheck={false}
          />
          <IconButton
            label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            icon={isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </span>
      )}
    </Field>
  );
}
