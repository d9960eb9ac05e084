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
