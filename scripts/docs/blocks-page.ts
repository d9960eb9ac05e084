/** A block type, and the package that it comes from. */
export interface DescribedBlock {
  readonly type: string;
  readonly node: Schema;
  readonly output: Schema;
  readonly source: string;
}

/** A node of a JSON Schema. */
export type Schema = { readonly [keyword: string]: unknown };

/** The page of all block types: the fields that all have, then each type with its own fields and what it puts out. */
export function blocksPage(blocks: readonly DescribedBlock[]): string {
  const common = commonFields(blocks);
  const bySource = Map.groupBy(blocks, ({ source }) => source);
  return [
    '# Block types',
    '',
    '<!-- Written by `npm run docs:pages` from the schemas of the blocks; changes go there. -->',
    '',
    'Every text field is a Jinja2 template unless its type says otherwise. A field without a default is optional when it is',
    'not marked as required.',
    '',
    '## Fields of every block',
    '',
    'Beside `block_type`, which names the type:',
    '',
    ...table(fieldsOf(blocks[0]?.node ?? {}, (name) => common.has(name) && name !== 'block_type')),
    ...[...bySource].flatMap(([source, list]) => [
      `## From \`${source}\``,
      '',
      ...list
        .toSorted((a, b) => a.type.localeCompare(b.type))
        .flatMap((block) => blockSection(block, common)),
    ]),
  ].join('\n');
}

/** Names of the fields that every type has. */
function commonFields(blocks: readonly DescribedBlock[]): ReadonlySet<string> {
  const [first, ...others] = blocks.map(({ node }) => Object.keys(schema(node.properties)));
  return new Set((first ?? []).filter((name) => others.every((names) => names.includes(name)))).add(
    'block_type',
  );
}

function blockSection(block: DescribedBlock, common: ReadonlySet<string>): readonly string[] {
  const fields = fieldsOf(block.node, (name) => !common.has(name));
  const description = typeof block.node.description === 'string' ? [block.node.description, ''] : [];
  const output = outputText(block.output);
  return [
    `### \`${block.type}\``,
    '',
    ...description,
    ...(fields.length === 0 ? ['No fields of its own.', ''] : table(fields)),
    ...(output === '' ? [] : [`Output: ${output}.`, '']),
  ];
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly fallback: string;
  readonly description: string;
}

function fieldsOf(node: Schema, wanted: (name: string) => boolean): readonly Field[] {
  const required: readonly unknown[] = Array.isArray(node.required) ? node.required : [];
  return Object.entries(schema(node.properties))
    .filter(([name]) => wanted(name))
    .map(([name, value]) => {
      const property = resolved(value, node);
      const fallback = defaultOf(property, node);
      const isRequired = required.includes(name) && fallback === undefined;
      return {
        name,
        type: typeText(property, node),
        fallback: isRequired
          ? '**required**'
          : fallback === undefined
            ? ''
            : `\`${JSON.stringify(fallback)}\``,
        description: descriptionOf(property, node),
      };
    });
}

function table(fields: readonly Field[]): readonly string[] {
  const rows = fields.map(({ name, type, fallback, description }) =>
    [`\`${name}\``, type, fallback, description].map(cell).join(' | '),
  );
  return [
    '| field | type | default | meaning |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
  ];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
}

/** A type in words: `text`, `whole number 1 to 1800`, `list of text`, `text or null`. */
function typeText(value: unknown, root: Schema): string {
  const node = resolved(value, root);
  const members = unionOf(node);
  if (members) return [...new Set(members.map((member) => typeText(member, root)))].join(' or ');
  if (Array.isArray(node.enum)) return node.enum.map((choice) => `\`${String(choice)}\``).join(', ');
  if ('const' in node) return `\`${String(node.const)}\``;
  const [type] = [node.type].flat();
  switch (type) {
    case 'string':
      return node['x-runwright-template'] === 'none' ? 'text, not a template' : 'text';
    case 'integer':
      return `whole number${rangeText(node)}`;
    case 'number':
      return `number${rangeText(node)}`;
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return node.items === undefined || Object.keys(schema(node.items)).length === 0
        ? 'list'
        : `list of ${typeText(node.items, root)}`;
    case 'object':
      return objectText(node, root);
    default:
      return 'any';
  }
}

function objectText(node: Schema, root: Schema): string {
  const names = Object.keys(schema(node.properties));
  if (names.length > 0) return `object with ${names.map((name) => `\`${name}\``).join(', ')}`;
  const values = schema(node.patternProperties)['^.*$'] ?? node.additionalProperties;
  return typeof values === 'object' && values !== null && Object.keys(values).length > 0
    ? `map of ${typeText(values, root)}`
    : 'object';
}

function rangeText({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return ` ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, at least ${minimum}`;
  return maximum === undefined ? '' : `, at most ${maximum}`;
}

function outputText(output: Schema): string {
  const text = typeText(output, output);
  return text === 'any' ? '' : text;
}

function defaultOf(node: Schema, root: Schema): unknown {
  if (node.default !== undefined) return node.default;
  return valueMembers(node, root)
    .map((member) => member.default)
    .find((value) => value !== undefined);
}

function descriptionOf(node: Schema, root: Schema): string {
  const own = [node, ...valueMembers(node, root)].map(({ description }) => description);
  return own.find((text): text is string => typeof text === 'string') ?? '';
}

function valueMembers(node: Schema, root: Schema): readonly Schema[] {
  return (unionOf(node) ?? []).map((member) => resolved(member, root)).filter(({ type }) => type !== 'null');
}

function unionOf(node: Schema): readonly unknown[] | null {
  if (Array.isArray(node.anyOf)) return node.anyOf;
  return Array.isArray(node.oneOf) ? node.oneOf : null;
}

function resolved(value: unknown, root: Schema): Schema {
  const node = schema(value);
  if (typeof node.$ref !== 'string') return node;
  return schema(schema(root.$defs)[node.$ref.replace(/^#\/\$defs\//, '')]);
}

function schema(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}
