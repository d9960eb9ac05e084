import { RunwrightError } from '@runwright/contract';
import { _, Ajv2020, type KeywordCxt, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { linearFormats } from './linear-formats.ts';
import { linearPattern } from './linear-pattern.ts';
import type { SchemaNode } from './schema-node.ts';
import { areUnique } from './unique-items.ts';
import { spendSteps, withWorkBudget } from './work-budget.ts';

/** Limits of one schema. */
export const schemaLimits = {
  /** Members, items and values of the schema as JSON. */
  nodes: 10_000,
  /** Levels of lists and objects. */
  depth: 100,
} as const;

/** Mode of a validator: `first` stops at the first error, `all` collects the others too. */
export type ErrorMode = 'first' | 'all';

/**
 * Compiles a schema, once per schema object. Patterns and formats run in linear time, and the steps of a validation are
 * counted against the work budget around it.
 *
 * @throws RunwrightError `invalid_input` when the schema is not valid or above {@link schemaLimits}
 */
export function schemaValidator(schema: SchemaNode, mode: ErrorMode): ValidateFunction {
  const known = compiled[mode].get(schema);
  if (known) return known;
  const { $schema: _dialect, ...document } = schema;
  const compiler = compilers[mode];
  try {
    assertSize(document);
    const validate = withWorkBudget(stepsToCompile, () => compiler.compile(document));
    compiled[mode].set(schema, validate);
    return validate;
  } catch (cause) {
    throw new RunwrightError('invalid_input', `Invalid JSON Schema: ${reasonOf(cause)}.`, {
      cause,
    });
  } finally {
    // The compiler forgets it, so that a long-lived process does not grow.
    compiler.removeSchema(document);
  }
}

/** Nodes of a value as JSON, aliases counted as often as they are used; null for more than `nodes` or more levels than `depth`. */
export function countNodes(
  value: unknown,
  { nodes: most, depth }: { readonly nodes: number; readonly depth: number },
): number | null {
  let nodes = 0;
  const isWithin = (member: unknown, level: number): boolean => {
    nodes += 1;
    if (level > depth || nodes > most) return false;
    if (typeof member !== 'object' || member === null) return true;
    return Object.values(member).every((child) => isWithin(child, level + 1));
  };
  return isWithin(value, 0) ? nodes : null;
}

const compiled = {
  first: new WeakMap<SchemaNode, ValidateFunction>(),
  all: new WeakMap<SchemaNode, ValidateFunction>(),
};

/** All patterns of a schema together may compile to some 10,000 instructions. */
const stepsToCompile = 1_000_000;

const compilers = { first: createCompiler('first'), all: createCompiler('all') };

function createCompiler(mode: ErrorMode): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: mode === 'all',
    verbose: true,
    logger: false,
    // What many references lead to would be compiled as often.
    inlineRefs: false,
    code: { regExp: Object.assign((source: string) => linearPattern(source), { code: 'linearPattern' }) },
  });
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(linearFormats)) ajv.addFormat(name, format);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isWanted: boolean, items: readonly unknown[]) => !isWanted || areUnique(items),
  });
  for (const { rules } of [...ajv.RULES.rules, ajv.RULES.post]) {
    for (const { definition } of rules) {
      if ('code' in definition && definition.code) definition.code = counted(definition.code);
    }
  }
  return ajv;
}

type KeywordCode = (cxt: KeywordCxt, dataType?: string) => void;

/** Makes the compiled keyword count as many steps as it has members, before it is evaluated. */
function counted(code: KeywordCode): KeywordCode {
  return (cxt, dataType) => {
    const spend = cxt.gen.scopeValue('func', { ref: spendSteps, code: _`spendSteps` });
    const { schema } = cxt;
    const members = typeof schema === 'object' && schema !== null ? Object.keys(schema).length : 0;
    cxt.gen.code(_`${spend}(${1 + members})`);
    code(cxt, dataType);
  };
}

function assertSize(document: object): void {
  if (countNodes(document, schemaLimits) !== null) return;
  throw new Error(
    `it has more than ${schemaLimits.nodes} members and values or more than ${schemaLimits.depth} levels; ask for less at once`,
  );
}

function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.length > 500 ? `${message.slice(0, 500)}…` : message;
}
