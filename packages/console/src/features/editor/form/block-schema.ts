import { asObject, type Json, type JsonObject } from '../yaml/json.ts';
import { type FieldKind, namesBlock, textKindOf } from './field-kind.ts';
import { type FormOwner, wordsOf } from './words/field-words.ts';

/** A form for the members of a block or a parameter. */
export interface FormModel {
  /** JSON Schema without defaults, without null and without what the form does not show. */
  readonly schema: JsonObject;
  /** How members are shown, by name. */
  readonly kinds: ReadonlyMap<string, FieldKind>;
  /** Values of members that are absent. */
  readonly defaults: JsonObject;
  /** Members that few need. */
  readonly rare: ReadonlySet<string>;
  /** Members that have no effect; a form shows only those that are set. */
  readonly idle: ReadonlySet<string>;
  /** What fields without a value show, by name. */
  readonly placeholders: ReadonlyMap<string, string>;
}

/** A credential of the service, as a choice. */
export interface StoredCredential {
  readonly id: string;
  readonly name: string;
}

/** What a form offers for members that name something else. */
export interface FormChoices {
  /** Labels of the other blocks of the list. */
  readonly labels: readonly string[];
  readonly parameterKeys: readonly string[];
  /** Stored credentials to choose from. Default: none, and ids are typed. */
  readonly credentials?: readonly StoredCredential[];
  /** Members that hold the id of a credential. Default: `credential_id`. */
  readonly credentialMember?: string;
  /** Label of the block that follows when the block names none. */
  readonly next?: string;
}

/** Members that the graph changes, or that say what the block is. */
const hidden = new Set(['block_type', 'parameter_type', 'loop_blocks', 'output_parameter']);
/** Members that every block has, apart from its label and the next block. */
const common = new Set([
  ...[
    'continue_on_failure',
    'next_loop_on_failure',
    'model',
    'ignore_workflow_system_prompt',
    'disable_cache',
  ],
  ...['timeout_seconds', 'retry', 'on_failure_next_label', 'on_worker_lost'],
]);
/** Returns the form for a JSON Schema of a block, or of another object. */
export function formModel(source: JsonObject, choices: FormChoices): FormModel {
  const properties = asObject(source.properties) ?? {};
  const owner = ownerOf(properties);
  const required = new Set(Array.isArray(source.required) ? (source.required as readonly Json[]) : []);
  const kinds = new Map<string, FieldKind>();
  const shown: Record<string, JsonObject> = {};
  const defaults: Record<string, Json> = {};
  for (const [name, member] of Object.entries(properties)) {
    if (hidden.has(name)) continue;
    const { schema, kind } = fieldOf([name], asObject(member) ?? {}, { ...choices, owner });
    shown[name] = schema;
    kinds.set(name, kind);
    const value = defaultOf(asObject(member) ?? {});
    if (value !== undefined && !Array.isArray(value)) defaults[name] = value;
  }
  const isNeeded = (name: string) => required.has(name) && asObject(properties[name])?.default === undefined;
  const names = Object.keys(shown);
  // A login is nothing without its credential.
  const isFirst = (name: string) =>
    isNeeded(name) || (name === 'parameter_keys' && owner.kind === 'block' && owner.type === 'login');
  const main = names.filter((name) => isFirst(name) && name !== 'label');
  const rare = names.filter((name) => common.has(name) || (!isFirst(name) && isRare(name)));
  const rest = names.filter((name) => !main.includes(name) && !rare.includes(name) && name !== 'label');
  const order = [...names.filter((name) => name === 'label'), ...main, ...rest, ...rare];
  return {
    schema: {
      type: 'object',
      required: names.filter(isNeeded),
      properties: Object.fromEntries(order.map((name) => [name, shown[name]])),
    },
    kinds,
    defaults,
    rare: new Set(rare),
    idle: new Set(names.filter((name) => isIdle(shown[name]))),
    placeholders: placeholdersOf(shown, required, choices),
  };
}

function isIdle(field: JsonObject | undefined): boolean {
  return typeof field?.description === 'string' && field.description.startsWith('Has no effect');
}

/** Lists whose first entry is no value say what happens then. */
function placeholdersOf(
  shown: Readonly<Record<string, JsonObject>>,
  required: ReadonlySet<Json>,
  { next }: FormChoices,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(shown).flatMap(
      ([name, { enum: values, oneOf }]): readonly (readonly [string, string])[] => {
        if (oneOf !== undefined) return [[name, 'Choose a credential']];
        if (values === undefined || required.has(name)) return [];
        if (name === 'next_block_label')
          return [[name, next === undefined ? 'None: nothing follows' : `Next in order: ${next}`]];
        return [[name, namesBlock(name) ? 'None' : 'Default']];
      },
    ),
  );
}

/** Returns what a form shows of a block: its members, and the defaults of those that it does not have. */
export function toFormData(block: JsonObject, { schema, defaults }: FormModel): JsonObject {
  const names = Object.keys(asObject(schema.properties) ?? {});
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = block[name] ?? defaults[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns a block after a form has changed it. Members that have their default and that the block did not have stay absent. */
export function fromFormData(
  data: JsonObject,
  block: JsonObject,
  { schema, defaults }: FormModel,
): JsonObject {
  const changed: Record<string, Json> = {};
  const names = new Set(Object.keys(asObject(schema.properties) ?? {}));
  for (const [name, value] of Object.entries(block))
    if (!names.has(name) && value !== undefined) changed[name] = value;
  for (const name of names) {
    const value = withoutEmpty(data[name]);
    const isDefault = value === defaults[name] && block[name] === undefined;
    const isEmpty = value === undefined || (block[name] === undefined && isEmptyValue(value));
    if (!isDefault && !isEmpty) changed[name] = value as Json;
  }
  // Members keep the order that they had.
  const order = [...Object.keys(block), ...Object.keys(changed)];
  return Object.fromEntries(
    order.flatMap((name) => (changed[name] === undefined ? [] : [[name, changed[name]]])),
  );
}

/** Returns a name of the API as a label, for what has no words of its own: `page_count` becomes `Page count`. */
export function titleOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/\b(?:url|totp|json|http|id|s3|sftp|smtp|aws|pdf|html|ai)\b/gi, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the fields of a form have in common. */
interface FormOf extends FormChoices {
  readonly owner: FormOwner;
}

/** The schema of a block or a parameter names its type. */
function ownerOf(properties: JsonObject): FormOwner {
  for (const kind of ['block', 'parameter'] as const) {
    const type = asObject(properties[`${kind}_type`])?.const;
    if (typeof type === 'string') return { kind, type };
  }
  return { kind: 'workflow' };
}

/** `path`: name of the member, after those that it is nested in. */
function fieldOf(
  path: readonly string[],
  source: JsonObject,
  form: FormOf,
): { readonly schema: JsonObject; readonly kind: FieldKind } {
  const name = path.at(-1) ?? '';
  const words = wordsOf(form.owner, path.join('.'));
  const help = words?.help ?? descriptionOf(source);
  return withHelp(plainField(path, words?.title ?? titleOf(name), source, form), help);
}

function withHelp<Made extends { readonly schema: JsonObject }>(field: Made, help: string | undefined): Made {
  return help === undefined ? field : { ...field, schema: { ...field.schema, description: help } };
}

function plainField(
  path: readonly string[],
  title: string,
  source: JsonObject,
  form: FormOf,
): { readonly schema: JsonObject; readonly kind: FieldKind } {
  const name = path.at(-1) ?? '';
  if (namesBlock(name))
    return { schema: { ...described(source, title), type: 'string', enum: form.labels }, kind: 'choice' };
  if (name === 'parameter_keys' || name === 'loop_over_parameter_key') {
    const keys = { type: 'string', enum: form.parameterKeys };
    const schema = name === 'parameter_keys' ? { type: 'array', uniqueItems: true, items: keys } : keys;
    return { schema: { ...described(source, title), ...schema }, kind: 'choice' };
  }
  const { credentials = [], credentialMember = 'credential_id' } = form;
  if (name === credentialMember && credentials.length > 0) {
    const oneOf = credentials.map(({ id, name: called }) => ({ const: id, title: called }));
    return { schema: { ...described(source, title), type: 'string', oneOf }, kind: 'choice' };
  }
  const simple = simplify(name === 'branch_conditions' ? withoutId(source) : source, form, path);
  const schema = { ...simple, title };
  if (isAnyJson(simple)) return { schema: described(source, title), kind: 'json' };
  if (simple.type !== 'string' || simple.enum !== undefined) return { schema, kind: 'plain' };
  return { schema, kind: textKindOf(name) };
}

/** The engine gives branches their ids. */
function withoutId(source: JsonObject): JsonObject {
  const items = asObject(source.items) ?? {};
  const { id: _, ...properties } = asObject(items.properties) ?? {};
  return { ...source, items: { ...items, properties } };
}

/** Removes null, defaults and extensions; what a form cannot show in fields becomes a schema for anything. */
function simplify(source: JsonObject, form: FormOf, path: readonly string[]): JsonObject {
  const { anyOf, default: _, ...own } = source;
  if (Array.isArray(anyOf)) {
    const some = anyOf.map((item) => asObject(item) ?? {}).filter(({ type }) => type !== 'null');
    const [only] = some;
    return some.length === 1 && only ? simplify({ ...only, ...own }, form, path) : described(source, '');
  }
  const rest = Object.fromEntries(Object.entries(own).filter(([name]) => !name.startsWith('x-')));
  if (
    rest.type === undefined &&
    Array.isArray(rest.enum) &&
    rest.enum.every((one) => typeof one === 'string')
  )
    return { ...rest, type: 'string' };
  if (rest.type === 'array') {
    const items = simplify(asObject(rest.items) ?? {}, form, path);
    return isAnyJson(items) ? described(source, '') : { ...rest, items };
  }
  if (rest.type !== 'object') return rest;
  const properties = asObject(rest.properties) ?? {};
  if (Object.keys(properties).length === 0) return described(source, '');
  const fields = Object.entries(properties).map(
    ([name, member]) => [name, fieldOf([...path, name], asObject(member) ?? {}, form).schema] as const,
  );
  const required = (Array.isArray(rest.required) ? (rest.required as readonly Json[]) : []).filter(
    (name) => asObject(properties[String(name)])?.default === undefined,
  );
  const { patternProperties: __, additionalProperties: ___, ...object } = rest;
  return { ...object, required, properties: Object.fromEntries(fields) };
}

function described(source: JsonObject, title: string): JsonObject {
  const description = descriptionOf(source);
  return { title, ...(description === undefined ? {} : { description }) };
}

function descriptionOf(source: JsonObject): string | undefined {
  if (typeof source.description === 'string') return source.description;
  const inner = Array.isArray(source.anyOf) ? source.anyOf.map((item) => asObject(item)?.description) : [];
  return inner.find((text) => typeof text === 'string') as string | undefined;
}

function defaultOf(source: JsonObject): Json | undefined {
  return source.default;
}

function isAnyJson({ type, enum: values, const: value }: JsonObject): boolean {
  return type === undefined && values === undefined && value === undefined;
}

/** Members that a block needs only with some other systems. */
function isRare(name: string): boolean {
  return /^(?:s3|aws|azure|google|sftp|region|totp|smtp|custom_smtp|error_code_mapping|download_|include_|complete_|max_retries|title$)/.test(
    name,
  );
}

function isEmptyValue(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  const object = asObject(value);
  return object !== null && Object.keys(object).length === 0;
}

/** Removes members without a value, at any depth. */
function withoutEmpty(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => withoutEmpty(item as Json) ?? null);
  const object = asObject(value);
  if (!object) return value;
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, member]) => {
      const kept = withoutEmpty(member);
      return kept === undefined || (asObject(member) && isEmptyValue(kept)) ? [] : [[name, kept]];
    }),
  );
}
