import { asRecord } from '@runwright/definition';

/**
 * Returns a value that fits a JSON Schema without the members that the schema does not name, at every depth. Objects whose
 * members have no fixed names, and values of any type, stay as they are.
 */
export function withoutUnknownMembers(schema: unknown, value: unknown): unknown {
  const { anyOf, properties, items } = Object(schema) as {
    readonly anyOf?: readonly unknown[];
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly items?: unknown;
  };
  if (anyOf) {
    const wanted = Array.isArray(value) ? 'items' : 'properties';
    const member = unionMembers(schema).find((one) => wanted in Object(one));
    return member ? withoutUnknownMembers(member, value) : value;
  }
  if (Array.isArray(value)) return items ? value.map((item) => withoutUnknownMembers(items, item)) : value;
  const members = asRecord(value);
  if (!members || !properties) return value;
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, member]) =>
      Object.hasOwn(properties, name) ? [[name, withoutUnknownMembers(properties[name], member)]] : [],
    ),
  );
}

/** The schemas of a union, and of the unions in it. */
function unionMembers(schema: unknown): readonly unknown[] {
  const { anyOf } = Object(schema) as { readonly anyOf?: readonly unknown[] };
  return anyOf ? anyOf.flatMap(unionMembers) : [schema];
}
