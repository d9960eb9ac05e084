/** Parsed JSON of the OpenAPI document. */
type Wire = ReturnType<typeof JSON.parse>;

/** A member of a request, and how a request with a value for it is made. */
export interface RequestPlace {
  readonly operationId: string;
  readonly method: string;
  /** With `{name}` for ids. */
  readonly path: string;
  /** `RunTaskRequest.max_steps`, `Block.RetryPolicy.factor`, `listRuns query page`. */
  readonly name: string;
  readonly schema: Wire;
  /** Place of the member in the answer of 422. */
  readonly loc: readonly string[];
  /** Makes the part of the request that has the member: the body, or one entry of the query or the headers. */
  make(value: unknown): { readonly body?: unknown; readonly query?: Wire; readonly headers?: Wire };
}

/** Returns each member of the requests of an OpenAPI document; of a schema with a name, those of its first use. */
export function requestPlaces(document: Wire): readonly RequestPlace[] {
  const seen = new Set<string>();
  const places: RequestPlace[] = [];
  for (const [path, methods] of Object.entries<Wire>(document.paths)) {
    // The twins of routes take the same bodies; `agent-routes.test.ts` compares them.
    if (/^\/v1\/(run\/)?agents/.test(path)) continue;
    for (const [method, operation] of Object.entries<Wire>(methods)) {
      const { operationId, parameters = [], requestBody } = operation;
      const common = { operationId, method: method.toUpperCase(), path };
      const schema = requestBody?.content['application/json']?.schema;
      const body = schema && smallest(document, schema);
      for (const { in: where, name, schema } of parameters) {
        if (where === 'path') continue;
        places.push({
          ...{ ...common, name: `${operationId} ${where} ${name}`, schema, loc: [where, name] },
          make: (value) => ({ body, [where === 'query' ? 'query' : 'headers']: { [name]: value } }),
        });
      }
      if (schema === undefined) continue;
      walk(common, schema, `${operationId} body`, ['body'], (body) => body);
    }
  }
  return places;

  function walk(
    common: Pick<RequestPlace, 'operationId' | 'method' | 'path'>,
    unresolved: Wire,
    unnamed: string,
    loc: readonly string[],
    wrap: (value: unknown) => unknown,
  ): void {
    const component: string | undefined = unresolved.$ref?.split('/').at(-1);
    if (component !== undefined && seen.has(component)) return;
    if (component !== undefined) seen.add(component);
    const schema = resolved(document, unresolved);
    const name = component ?? unnamed;
    for (const inner of schema.anyOf ?? []) walk(common, inner, name, loc, wrap);
    if (schema.items !== undefined) {
      places.push({
        ...{ ...common, name: `${name}[]`, schema: schema.items, loc: [...loc, '0'] },
        make: (value) => ({ body: wrap([value]) }),
      });
      walk(common, schema.items, `${name}[]`, [...loc, '0'], (value) => wrap([value]));
    }
    for (const [key, member] of Object.entries<Wire>(schema.properties ?? {})) {
      const around = (value: unknown) => wrap({ ...smallest(document, schema), [key]: value });
      places.push({
        ...{ ...common, name: `${name}.${key}`, schema: member, loc: [...loc, key] },
        make: (value) => ({ body: around(value) }),
      });
      walk(common, member, `${name}.${key}`, [...loc, key], around);
    }
  }
}

/** Returns the alternatives of a schema with their references followed, but for `null`. */
export function alternatives(document: Wire, schema: Wire): readonly Wire[] {
  const { anyOf, ...rest } = resolved(document, schema);
  const own = Object.keys(rest).length === 0 ? [] : [rest];
  const inner = (anyOf ?? []).flatMap((one: Wire) => alternatives(document, one));
  return [...own, ...inner].filter(({ type }) => type !== 'null');
}

/** Returns a value that a schema accepts, with as few members as it allows. */
export function smallest(document: Wire, unresolved: Wire): Wire {
  const schema = resolved(document, unresolved);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return smallest(document, schema.anyOf[0]);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key: string) => [key, smallest(document, schema.properties[key])]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => smallest(document, schema.items ?? {}));
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'x'.repeat(Math.max(1, schema.minLength ?? 1));
  }
}

function resolved(document: Wire, schema: Wire): Wire {
  if (schema.$ref === undefined) return schema;
  return resolved(document, document.components.schemas[schema.$ref.split('/').at(-1)]);
}
