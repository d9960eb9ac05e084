/** Returns a template that prints the text as it is. */
export function literal(text: string): string {
  return text.replaceAll(/\{[{%#]/g, (mark) => `{{ '${mark}' }}`);
}

/** Returns an object with one member, which is mapped; an empty one for null and undefined. */
export function withValue<V>(name: string, value: V | null | undefined, map: (value: V) => unknown): object {
  return value === null || value === undefined ? {} : { [name]: map(value) };
}
