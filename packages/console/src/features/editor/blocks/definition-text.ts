import { asArray, asObject, isEqual, type Json, type JsonObject, valueAt } from '../yaml/json.ts';
import { renderDocument } from '../yaml/render-yaml.ts';

/** Members of a record that a file may have, in the order of a file. */
const fileMembers = [
  ...[
    'title',
    'description',
    'proxy_location',
    'webhook_callback_url',
    'totp_verification_url',
    'totp_identifier',
  ],
  ...['persist_browser_session', 'model', 'is_saved_task', 'max_screenshot_scrolls', 'extra_http_headers'],
  ...[
    'allowed_domains',
    'max_cost',
    'max_tokens',
    'max_elapsed_time_minutes',
    'run_with',
    'ai_fallback',
    'cache_key',
  ],
  ...['generate_script_on_terminal', 'run_sequentially', 'sequential_key'],
] as const;
/** Values that need not be written although no schema says so. */
const usualValues: JsonObject = { proxy_location: 'RESIDENTIAL', run_with: 'agent' };
const rowMembers = new Set([
  ...['workflow_id', 'workflow_parameter_id', 'created_at', 'modified_at', 'deleted_at', 'output_parameter'],
]);

/**
 * Returns the file of a version: what its record tells, without ids, times and defaults.
 *
 * @param schema JSON Schema of workflow files, which has the defaults
 */
export function definitionOf(record: object, schema: JsonObject): JsonObject {
  const given = record as JsonObject;
  const { parameters, blocks, version, ...rest } = asObject(given.workflow_definition) ?? {};
  const settings = fileMembers.flatMap((name): readonly (readonly [string, Json])[] => {
    const value = given[name];
    return value === undefined || value === usualValues[name] || isEmptyObject(value) ? [] : [[name, value]];
  });
  const isDraft = given.status === 'draft';
  return {
    ...withoutDefaults(Object.fromEntries(settings), schema),
    ...(isDraft ? { status: 'draft' } : {}),
    workflow_definition: {
      ...(version === 2 ? { version } : {}),
      ...withoutDefaults(rest, asObject(valueAt(schema, ['properties', 'workflow_definition']))),
      parameters: asArray(parameters).map((item) => withoutRow(asObject(item) ?? {})),
      blocks: asArray(blocks).map((item) => blockOf(asObject(item) ?? {}, schema)),
    },
  };
}

/** Returns the file of a version as text. The service keeps no comments. */
export function definitionText(record: object, schema: JsonObject): string {
  return renderDocument(definitionOf(record, schema));
}

function blockOf(record: JsonObject, schema: JsonObject): JsonObject {
  const type = asObject(valueAt(schema, ['definitions', `block_${String(record.block_type)}`]));
  const own = Object.entries(withoutDefaults(withoutRow(record), type)).flatMap(
    ([name, value]): readonly (readonly [string, Json])[] => {
      if (value === undefined || (name === 'model' && isEmptyObject(value))) return [];
      if (name === 'loop_blocks')
        return [[name, asArray(value).map((item) => blockOf(asObject(item) ?? {}, schema))]];
      if (name === 'branch_conditions')
        return [[name, asArray(value).map((item) => branchOf(asObject(item) ?? {}))]];
      return [[name, value]];
    },
  );
  const { block_type, label, ...rest } = Object.fromEntries(own) as JsonObject;
  return {
    ...(label === undefined ? {} : { label }),
    ...(block_type === undefined ? {} : { block_type }),
    ...rest,
  };
}

/** Removes null and the members whose value is the default of a schema. */
function withoutDefaults(object: JsonObject, schema: JsonObject | null): JsonObject {
  const properties = asObject(schema?.properties) ?? {};
  return Object.fromEntries(
    Object.entries(withoutNull(object)).filter(([name, value]) => {
      const usual = defaultOf(asObject(properties[name]));
      return usual === undefined || !isEqual(usual, value);
    }),
  );
}

function defaultOf(member: JsonObject | null): Json | undefined {
  if (!member) return undefined;
  if (member.default !== undefined) return member.default;
  return asArray(member.anyOf)
    .map((item) => asObject(item)?.default)
    .find((value) => value !== undefined);
}

function branchOf(branch: JsonObject): JsonObject {
  const { criteria, is_default, ...rest } = withoutNull(branch);
  return {
    ...(asObject(criteria) ? { criteria: withoutNull(asObject(criteria) ?? {}) } : {}),
    ...(is_default === true ? { is_default } : {}),
    ...rest,
  };
}

function withoutRow(record: JsonObject): JsonObject {
  return withoutNull(Object.fromEntries(Object.entries(record).filter(([name]) => !rowMembers.has(name))));
}

function withoutNull(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== null && value !== undefined),
  );
}

function isEmptyObject(value: Json): boolean {
  const object = asObject(value);
  return object !== null && Object.keys(object).length === 0;
}
