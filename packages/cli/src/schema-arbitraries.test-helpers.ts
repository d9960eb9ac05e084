import fc from 'fast-check';

/** Parsed JSON, into which tests look as they like. */
export type Wire = ReturnType<typeof JSON.parse>;

/** An object, and its member that breaks its schema. */
export interface BrokenValue {
  readonly value: Wire;
  readonly place: string;
}

/** Texts that a form, a careless client or an attacker sends. */
const texts = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    'null',
    '{{ x }}',
    '{% for a in b %}',
    'https://example.com/',
    '../../etc/passwd',
    '\u0000',
  ),
);

/** Arbitraries of referenced schemas: documents refer to a few large ones again and again. */
const byReference = new WeakMap<object, Map<string, fc.Arbitrary<Wire>>>();

/** Creates values that keep a schema of the document. */
export function valuesOf(schema: Wire, document: Wire): fc.Arbitrary<Wire> {
  if (schema.$ref) return referencedValues(schema.$ref, document);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option: Wire) => valuesOf(option, document)));
  switch (schema.type) {
    case 'string':
      return stringsOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({
        min: schema.exclusiveMinimum ?? schema.minimum ?? -1_000,
        minExcluded: schema.exclusiveMinimum !== undefined,
        max: schema.maximum ?? 1e9,
        noNaN: true,
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(schema.items ? valuesOf(schema.items, document) : fc.jsonValue(), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'object':
      return objectsOf(schema, document);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function referencedValues(reference: string, document: Wire): fc.Arbitrary<Wire> {
  const known = byReference.get(document) ?? new Map<string, fc.Arbitrary<Wire>>();
  byReference.set(document, known);
  const values = known.get(reference) ?? valuesOf(resolve(reference, document), document);
  known.set(reference, values);
  return values;
}

function stringsOf(schema: Wire): fc.Arbitrary<string> {
  if (schema.format === 'date-time') {
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (schema.pattern) return matchingStrings(schema.pattern);
  const { minLength = 0, maxLength = 1_000 } = schema;
  return texts.map((text) => [...text.padEnd(minLength, 'x')].slice(0, maxLength).join(''));
}

/** Arbitraries of patterns: the first one with classes of Unicode takes a second. */
const byPattern = new Map<string, fc.Arbitrary<string>>();

function matchingStrings(pattern: string): fc.Arbitrary<string> {
  const strings = byPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  byPattern.set(pattern, strings);
  return strings;
}

function objectsOf(schema: Wire, document: Wire): fc.Arbitrary<Wire> {
  const members = Object.entries<Wire>(schema.properties ?? {}).map(([name, member]) => [
    name,
    valuesOf(member, document),
  ]);
  const { additionalProperties } = schema;
  if (members.length === 0 && typeof additionalProperties === 'object') {
    return fc.dictionary(
      fc.string({ minLength: 1, maxLength: 10 }),
      valuesOf(additionalProperties, document),
      {
        maxKeys: 3,
      },
    );
  }
  return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] });
}

/** Creates objects of which one member breaks the schema; null when no member can be broken without doubt. */
export function brokenValuesOf(schema: Wire, document: Wire): fc.Arbitrary<BrokenValue> | null {
  const object = schema.$ref ? resolve(schema.$ref, document) : schema;
  if (object.type !== 'object') return null;
  const required: readonly string[] = object.required ?? [];
  const breaks = Object.entries<Wire>(object.properties ?? {}).flatMap(([name, member]) => {
    const wrong = wrongValuesOf(member, document);
    return [
      ...(wrong.length === 0 ? [] : [fc.constantFrom(...wrong).map((value) => ({ name, value }))]),
      ...(required.includes(name) ? [fc.constant({ name, value: undefined })] : []),
    ];
  });
  if (breaks.length === 0) return null;
  return fc.tuple(valuesOf(schema, document), fc.oneof(...breaks)).map(([value, { name, value: wrong }]) => {
    const { [name]: _, ...rest } = value;
    return { value: wrong === undefined ? rest : { ...rest, [name]: wrong }, place: name };
  });
}

/** Values of a JSON type that the schema does not take; the service converts some texts to numbers. */
function wrongValuesOf(schema: Wire, document: Wire): readonly Wire[] {
  const types = typesOf(schema, document);
  if (types === null) return [];
  const candidates: readonly (readonly [string, Wire])[] = [
    ['object', { strange: 1 }],
    ['array', [[1]]],
    ['boolean', true],
    ['string', 'no such value \u{1f600}'],
  ];
  return candidates.filter(([type]) => !types.has(type)).map(([, value]) => value);
}

function typesOf(schema: Wire, document: Wire): ReadonlySet<string> | null {
  if (schema.$ref) return typesOf(resolve(schema.$ref, document), document);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const all: readonly (ReadonlySet<string> | null)[] = options.map((option: Wire) =>
      typesOf(option, document),
    );
    return all.includes(null) ? null : new Set(all.flatMap((types) => [...(types ?? [])]));
  }
  if (schema.enum)
    return new Set(
      schema.enum.map((value: Wire) => typeof value).filter((type: string) => type !== 'string'),
    );
  return typeof schema.type === 'string' ? new Set([schema.type]) : null;
}

function resolve(reference: string, document: Wire): Wire {
  const [, ...path] = reference.split('/');
  return path.reduce((parent: Wire, key) => parent[key], document);
}
