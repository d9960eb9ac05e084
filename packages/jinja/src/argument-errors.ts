/** Throws a TypeError for a member of `given` that has none of the names. */
export function assertNames(what: string, given: object, names: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (!names.includes(name))
      throw new TypeError(`The ${what} \`${name}\` does not exist. ${listChoices(names)}`);
  }
}

/** The remedy for a value that is none of the choices. */
export function listChoices(choices: readonly string[]): string {
  return `Use one of: ${choices.map((choice) => `\`${choice}\``).join(', ')}.`;
}

/** The type of a JavaScript value as messages name it. */
export function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

/** Throws a TypeError for a source that is no string: callers may have no types. */
export function assertSource(source: unknown): void {
  if (typeof source === 'string') return;
  const problem = `Cannot read a template of type \`${kindOf(source)}\``;
  throw new TypeError(`${problem}: a template is a string. Pass its text.`);
}
