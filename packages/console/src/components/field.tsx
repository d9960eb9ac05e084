import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import { CodeText } from './code-text.tsx';

/** Members that each kind of field has. */
export interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong with the value. */
  readonly problem?: string | undefined;
}

/** Ids and attributes that connect an input with its label, its hint and its problem. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

/** Label, hint and problem around any input, which gets its attributes. */
export function Field({
  label,
  hint,
  problem,
  children,
}: FieldProps & { readonly children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': Boolean(problem) })}
      <Notes id={id} hint={hint} problem={problem} />
    </div>
  );
}

function Notes({ id, hint, problem }: Omit<FieldProps, 'label'> & { readonly id: string }) {
  return (
    <>
      {hint ? (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {problem ? (
        <span className="problem" id={`${id}-problem`}>
          <CodeText text={problem} />
        </span>
      ) : null}
    </>
  );
}

/** Field for one line of text. */
export function TextField({
  label,
  hint,
  problem,
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => <input type="text" {...input} {...ids} className="input" />}
    </Field>
  );
}

/** Field that offers some values. */
export function SelectField({
  label,
  hint,
  problem,
  options,
  ...select
}: FieldProps &
  SelectHTMLAttributes<HTMLSelectElement> & {
    readonly options: readonly { readonly value: string; readonly label: string }[];
  }) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => (
        <select {...select} {...ids} className="input">
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Box that is ticked or not. */
export function Checkbox({
  label,
  hint,
  problem,
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  const box = (
    <label className="checkbox">
      <input
        type="checkbox"
        aria-describedby={described || undefined}
        aria-invalid={problem ? true : undefined}
        {...input}
      />
      <span>{label}</span>
    </label>
  );
  if (described === '') return box;
  return (
    <div className="field">
      {box}
      <Notes id={id} hint={hint} problem={problem} />
    </div>
  );
}
