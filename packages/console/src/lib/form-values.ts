/** Returns the text of a field; empty when the form has none of this name. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Returns the words of a field that takes several, one in a line or separated by commas. */
export function listOf(form: FormData, name: string): string[] {
  return textOf(form, name)
    .split(/[\s,]+/)
    .filter((word) => word !== '');
}

/**
 * Reads a JSON object from a field; an empty field is an empty object.
 *
 * @param called what the values are, for the error, such as `parameters`
 */
export function jsonObjectOf(form: FormData, name: string, called: string): Record<string, unknown> {
  const text = textOf(form, name).trim();
  const value = text === '' ? {} : parse(text, called);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new Error(`The ${called} are no JSON object. Write them like {"name": "value"}.`);
}

function parse(text: string, called: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The ${called} are no JSON: ${reason}. Write them like {"name": "value"}.`, {
      cause: error,
    });
  }
}
