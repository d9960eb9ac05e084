import { asObject, type Json, type JsonObject } from '../yaml/json.ts';

/** A block type of the service. */
export interface BlockTypeInfo {
  readonly type: string;
  readonly description: string;
  readonly schema: JsonObject;
}

/** Members of a new block of a type for which an empty one would say nothing. */
const beginnings: Readonly<Record<string, JsonObject>> = {
  conditional: {
    branch_conditions: [{ criteria: { expression: '{{ true }}' } }, { is_default: true }],
  },
  while_loop: { condition: { expression: '{{ current_index < 3 }}' } },
};

/** Groups of the palette; other types, such as those of the host, stand in a group of their own. */
export const blockGroups: readonly (readonly [string, readonly string[]])[] = [
  [
    'Browser',
    [
      'goto_url',
      'navigation',
      'action',
      'extraction',
      'login',
      'validation',
      'file_download',
      'print_page',
      'task',
      'task_v2',
    ],
  ],
  ['Control', ['conditional', 'for_loop', 'while_loop', 'wait', 'human_interaction', 'workflow_trigger']],
  ['Data', ['code', 'text_prompt', 'http_request', 'file_url_parser', 'pdf_parser', 'pdf_fill', 'split_pdf']],
  [
    'Files, mail and sheets',
    [
      ...['download_to_s3', 'upload_to_s3', 'file_upload', 'send_email', 'email_inbox'],
      ...['google_sheets_read', 'google_sheets_write'],
    ],
  ],
];

/** Returns the block types in the groups of the palette. `text` filters by name and description. */
export function groupBlockTypes(
  types: readonly BlockTypeInfo[],
  text: string,
): readonly { readonly name: string; readonly types: readonly BlockTypeInfo[] }[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = types.filter(({ type, description }) => {
    const target = `${type.replaceAll('_', ' ')} ${type} ${description}`.toLowerCase();
    return words.every((word) => target.includes(word));
  });
  const known = new Set(blockGroups.flatMap(([, names]) => names));
  const groups = blockGroups.map(([name, names]) => ({
    name,
    types: names.flatMap((one) => found.find(({ type }) => type === one) ?? []),
  }));
  const own = { name: 'Of this service', types: found.filter(({ type }) => !known.has(type)) };
  return [own, ...groups].filter((group) => group.types.length > 0);
}

/** Returns a new block; lists that it needs are empty. */
export function newBlock({ type, schema }: BlockTypeInfo, label: string): JsonObject {
  const properties = asObject(schema.properties) ?? {};
  const required = Array.isArray(schema.required) ? (schema.required as readonly Json[]).map(String) : [];
  const lists = required.flatMap((name): readonly (readonly [string, Json])[] => {
    const member = asObject(properties[name]);
    return member?.type === 'array' && member.default === undefined ? [[name, []]] : [];
  });
  return { label, block_type: type, ...Object.fromEntries(lists), ...beginnings[type] };
}
