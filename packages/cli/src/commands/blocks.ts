import { basename } from 'node:path';
import { blockFields, type JsonSchema, RunwrightError } from '@runwright/contract';
import type { BlockType } from '@runwright/core';
import { createConfiguredEngine } from '../config/create-configured-engine.ts';
import { loadConfig } from '../config/load-config.ts';
import { readEnvironment } from '../environment.ts';

/** Executes `runwright blocks`: prints every block type in a line, or the named one with description and members. */
export async function listBlocks(type: string | undefined, options: { readonly json?: true }): Promise<void> {
  const loaded = await loadConfig(readEnvironment().configFile);
  const engine = await createConfiguredEngine(loaded);
  const all = engine.blockTypes.toSorted((a, b) => a.type.localeCompare(b.type));
  await engine.close();
  const chosen = type === undefined ? all : all.filter((block) => block.type === type);
  if (chosen.length === 0) {
    throw new RunwrightError(
      'not_found',
      `There is no block type \`${type}\`. Use one of ${all.map((block) => `\`${block.type}\``).join(', ')}.`,
    );
  }
  if (options.json) return console.log(JSON.stringify(chosen, null, 2));
  const own = new Set((loaded.config.blocks ?? []).map((block) => block.type));
  const file = loaded.path === null ? '' : basename(loaded.path);
  const origin = (block: BlockType): string => (own.has(block.type) ? `(from ${file})` : '');
  if (type === undefined) {
    const width = Math.max(...chosen.map((block) => block.type.length));
    for (const block of chosen)
      console.log(joined([block.type.padEnd(width), firstSentence(block), origin(block)]));
    console.log('\n`runwright blocks <type>` prints the members of one.');
    return;
  }
  for (const block of chosen) {
    console.log(joined([block.type, origin(block)]));
    for (const line of blockLines(block)) console.log(`  ${line}`);
    console.log('');
  }
}

function joined(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .join('  ')
    .trimEnd();
}

function firstSentence({ node }: BlockType): string {
  const text = typeof node.description === 'string' ? node.description.replaceAll(/\s+/g, ' ') : '';
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}

function blockLines({ node }: BlockType): readonly string[] {
  const properties = record(node.properties);
  const names = Object.keys(properties).filter((name) => name !== 'block_type' && !(name in blockFields));
  const required = new Set(Array.isArray(node.required) ? node.required : []);
  const width = Math.max(0, ...names.map((name) => name.length));
  const members = names.map((name) => {
    const schema = record(properties[name]);
    const need = needOf(schema, required.has(name));
    return joined([name.padEnd(width), typeText(schema), need, String(schema.description ?? '')]);
  });
  return [...(typeof node.description === 'string' ? [node.description] : []), ...members];
}

function needOf(schema: JsonSchema, isRequired: boolean): string {
  if (schema.default !== undefined) return `default ${JSON.stringify(schema.default)}`;
  return isRequired ? 'required' : '';
}

function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(schema.anyOf))
    return [...new Set(schema.anyOf.map((each) => typeText(record(each))))].join(' | ');
  if (schema.type === 'array') return `list of ${typeText(record(schema.items))}`;
  return typeof schema.type === 'string' ? schema.type : 'any';
}

function record(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
