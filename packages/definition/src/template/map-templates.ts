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

interface TraversalContext extends TemplatePlace {
  readonly root: SchemaNode;
  readonly visit: TemplateVisitor;
}

function map(schema: unknown, value: unknown, context: TraversalContext): unknown {
  const node = resolveNode(schema, context.root);
  const rule = ruleOf(node, context.root) ?? context.rule;
  if (rule === 'none' || rule === 'parameters' || isChoice(node)) return value;
  const members = unionOf(node);
  const chosen = members && memberFor(members, value, context.root);
  if (chosen) return map(chosen, value, { ...context, rule });
  if (typeof value === 'string')
    return isTemplate(value) ? context.visit(value, { path: context.path, rule }) : value;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      map(node.items, item, { ...context, rule, path: [...context.path, index] }),
    );
  }
  const object = asRecord(value);
  return object ? mapMembers(node, object, { ...context, rule }) : value;
}

function mapMembers(
  node: SchemaNode,
  value: { readonly [key: string]: unknown },
  context: TraversalContext,
): unknown {
  const properties = schemaNode(node.properties);
  const others = schemaNode(node.patternProperties)['^.*$'] ?? node.additionalProperties;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const inner = { ...context, path: [...context.path, key] };
      if (Object.hasOwn(properties, key)) return [key, map(properties[key], member, inner)];
      const isRendered = isTemplate(key) && context.rule !== 'lenient';
      const name = isRendered ? String(context.visit(key, { path: inner.path, rule: 'text' })) : key;
      return [name, map(others, member, inner)];
    }),
  );
}

function isChoice(node: SchemaNode): boolean {
  return Array.isArray(node.enum) || 'const' in node;
}
