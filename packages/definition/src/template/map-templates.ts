import { type TemplateRule, templateKeyword } from '@runwright/contract';
import {
  asRecord,
  memberFor,
  resolveNode,
  type SchemaNode,
  schemaNode,
  unionOf,
  valueMembers,
} from '../schema/schema-node.ts';

/** A text of a block's config that is a template, and where it stands. */
export interface TemplatePlace {
  readonly path: readonly (string | number)[];
  /** `native`: a whole value that is one expression keeps its type. `lenient`: what fails stays as it is. */
  readonly rule: 'text' | 'native' | 'lenient' | 'json' | 'prompt';
}

/** Answers what stands in place of a template. */
export type TemplateVisitor = (text: string, place: TemplatePlace) => unknown;

/**
 * A copy of `value` in which every text that `schema` lets be a template went through `visit`, keys of maps included.
 * Members marked `none`, choices from an enumeration, numbers and booleans stay as they are.
 */
export function mapTemplates(schema: SchemaNode, value: unknown, visit: TemplateVisitor): unknown {
  return map(schema, value, { root: schema, visit, rule: 'text', path: [] });
}

/** Returns whether a text holds anything that a template engine would act on. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}

/** The rule that a schema node states for itself, or for its value when it is nullable. */
export function ruleOf(node: SchemaNode, root: SchemaNode): TemplateRule | null {
  const stated = node[templateKeyword];
  const known = rules.find((rule) => rule === stated);
  if (known) return known;
  const members = valueMembers(unionOf(node) ?? [], root);
  return members.length === 1 && members[0] ? ruleOf(members[0], root) : null;
}

const rules: readonly TemplateRule[] = ['text', 'native', 'none', 'parameters', 'lenient', 'json', 'prompt'];

interface Scene extends TemplatePlace {
  readonly root: SchemaNode;
  readonly visit: TemplateVisitor;
}

function map(schema: unknown, value: unknown, scene: Scene): unknown {
  const node = resolveNode(schema, scene.root);
  const rule = ruleOf(node, scene.root) ?? scene.rule;
  if (rule === 'none' || rule === 'parameters' || isChoice(node)) return value;
  const members = unionOf(node);
  const chosen = members && memberFor(members, value, scene.root);
  if (chosen) return map(chosen, value, { ...scene, rule });
  if (typeof value === 'string')
    return isTemplate(value) ? scene.visit(value, { path: scene.path, rule }) : value;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      map(node.items, item, { ...scene, rule, path: [...scene.path, index] }),
    );
  }
  const object = asRecord(value);
  return object ? mapMembers(node, object, { ...scene, rule }) : value;
}

function mapMembers(node: SchemaNode, value: { readonly [key: string]: unknown }, scene: Scene): unknown {
  const properties = schemaNode(node.properties);
  const others = schemaNode(node.patternProperties)['^.*$'] ?? node.additionalProperties;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const inner = { ...scene, path: [...scene.path, key] };
      if (Object.hasOwn(properties, key)) return [key, map(properties[key], member, inner)];
      const isRendered = isTemplate(key) && scene.rule !== 'lenient';
      const name = isRendered ? String(scene.visit(key, { path: inner.path, rule: 'text' })) : key;
      return [name, map(others, member, inner)];
    }),
  );
}

function isChoice(node: SchemaNode): boolean {
  return Array.isArray(node.enum) || 'const' in node;
}
