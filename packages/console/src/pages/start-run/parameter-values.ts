/** Parameter that a run may be given, as the form shows it. */
export interface FormParameter {
  readonly key: string;
  readonly type: string;
  readonly description: string | null;
  readonly defaultValue: unknown;
}

/** Parameters of a definition that a run gives values to: secrets, outputs and the like have theirs already. */
export function formParameters(parameters: readonly unknown[]): readonly FormParameter[] {
  return parameters.flatMap((entry) => {
    const { key, parameter_type, workflow_parameter_type, description, default_value } = Object(entry);
    if (parameter_type !== 'workflow' || typeof key !== 'string') return [];
    return [
      {
        key,
        type: String(workflow_parameter_type ?? 'string'),
        description: typeof description === 'string' && description !== '' ? description : null,
        defaultValue: default_value ?? null,
      },
    ];
  });
}

/** Returns the text with which an input begins. */
export function inputText({ type }: Pick<FormParameter, 'type'>, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (type === 'json') return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

/** Value of an input, none where its default applies, or what is wrong with it. */
export type ReadValue =
  | { readonly value: unknown }
  | { readonly isDefault: true }
  | { readonly problem: string };

/** Reads the text of an input as the type of its parameter. */
export function readValue({ key, type, defaultValue }: FormParameter, text: string): ReadValue {
  const given = text.trim();
  if (given === '' && type !== 'string') {
    if (defaultValue !== null || type === 'credential_id') return { isDefault: true };
    return { problem: `Enter a value for ${key}.` };
  }
  switch (type) {
    case 'integer':
      return /^[+-]?\d+$/.test(given)
        ? { value: Number(given) }
        : { problem: 'Enter a whole number, such as 12.' };
    case 'float':
      return Number.isFinite(Number(given))
        ? { value: Number(given) }
        : { problem: 'Enter a number, such as 1.5.' };
    case 'boolean':
      return { value: given === 'true' };
    case 'json':
      return readJson(given);
    case 'string':
      return { value: text };
    default:
      return { value: given };
  }
}

function readJson(text: string): ReadValue {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
