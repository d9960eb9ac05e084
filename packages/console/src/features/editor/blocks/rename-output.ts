import { asObject, type Json } from '../yaml/json.ts';

/** Replaces the name of an output in templates, and where it is a whole text, such as in a list of keys. */
export function renameOutput(value: Json, before: string, after: string): Json {
  return rename(value, before, after, () => true);
}

/**
 * Replaces the key of a parameter in templates, and in members that hold keys of parameters. Members of the same name are not touched:
 * `{{ order.site }}` is not the parameter `site`.
 */
export function renameParameter(file: Json, before: string, after: string): Json {
  return rename(file, before, after, (member) => /(?:^|_)parameter_keys?$/.test(member));
}

function rename(
  value: Json,
  before: string,
  after: string,
  isKey: (member: string) => boolean,
  member = '',
): Json {
  if (typeof value === 'string') {
    if (value === before && isKey(member)) return after;
    return value.replace(/\{\{.*?\}\}|\{%.*?%\}/gsu, (template) =>
      template.replace(/(?<![.\p{L}\p{N}_'"])[\p{L}_][\p{L}\p{N}_]*/gu, (word) =>
        word === before ? after : word,
      ),
    );
  }
  if (Array.isArray(value)) return value.map((item) => rename(item as Json, before, after, isKey, member));
  const object = asObject(value);
  if (!object) return value;
  return Object.fromEntries(
    Object.entries(object).map(([name, inner]) => [
      name,
      inner === undefined ? undefined : rename(inner, before, after, isKey, name),
    ]),
  );
}
