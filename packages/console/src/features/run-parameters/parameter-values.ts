import { isChangedNumber, parseExactJson } from '../../lib/exact-json.ts';

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

/** Returns whether a run is refused without a value: it has no default, and is no credential, which may be left out. */
export function isRequired({ type, defaultValue }: Pick<FormParameter, 'type' | 'defaultValue'>): boolean {
  return defaultValue === null && type !== 'credential_id';
}

/** Returns the text with which an input begins. */
function inputText({ type }: Pick<FormParameter, 'type'>, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (type === 'json') return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

/** Value of an input, none where its default applies, or what is wrong with it. */
type ReadValue = { readonly value: unknown } | { readonly isDefault: true } | { readonly problem: string };

/** Reads the text of an input as the type of its parameter. */
function readValue({ key, type, defaultValue }: FormParameter, text: string): ReadValue {
  const given = text.trim();
  if (given === '' && type !== 'string') {
    return isRequired({ type, defaultValue })
      ? { problem: `Enter a value for ${key}.` }
      : { isDefault: true };
  }
  switch (type) {
    case 'integer':
      return /^[+-]?\d+$/.test(given) ? readNumber(given) : { problem: 'Enter a whole number, such as 12.' };
    case 'float':
      return Number.isNaN(Number(given)) ? { problem: 'Enter a number, such as 1.5.' } : readNumber(given);
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

function readNumber(digits: string): ReadValue {
  if (!isChangedNumber(digits)) return { value: Number(digits) };
  return {
    problem: 'This number is too large or too small to stay exact. Declare the parameter as a text.',
  };
}

function readJson(text: string): ReadValue {
  try {
    return { value: parseExactJson(text) };
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Texts of inputs, or what is said about them, by the key of the parameter. */
export type ByKey = Readonly<Record<string, string>>;

/** Returns the texts with which the inputs begin: of the values that were given, else of the defaults. */
export function inputTexts(
  parameters: readonly FormParameter[],
  given: Readonly<Record<string, unknown>> = {},
): ByKey {
  return Object.fromEntries(
    parameters.map((one) => [one.key, inputText(one, given[one.key] ?? one.defaultValue)]),
  );
}

/** What the inputs hold. */
export interface ReadValues {
  /** Values of the request; those whose default applies are absent. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: ByKey;
  /** Keys of required texts that are empty: the service takes an empty text, which is seldom meant. */
  readonly empty: readonly string[];
}

/** Reads the texts of all inputs. */
export function readValues(parameters: readonly FormParameter[], texts: ByKey): ReadValues {
  const read = parameters.map((one) => [one, readValue(one, texts[one.key] ?? '')] as const);
  return {
    values: Object.fromEntries(
      read.flatMap(([{ key }, result]) => ('value' in result ? [[key, result.value]] : [])),
    ),
    problems: Object.fromEntries(
      read.flatMap(([{ key }, result]) => ('problem' in result ? [[key, result.problem]] : [])),
    ),
    empty: parameters.flatMap((one) =>
      one.type === 'string' && isRequired(one) && (texts[one.key] ?? '').trim() === '' ? [one.key] : [],
    ),
  };
}
