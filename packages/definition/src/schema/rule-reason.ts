import type { ErrorObject } from 'ajv/dist/2020.js';

type Params = ErrorObject['params'];

/** Returns the rule of a schema that a value breaks, in words that follow a colon; the validator's own are for programmers. */
export function ruleReason({ keyword, params }: ErrorObject): string {
  return reasons[keyword]?.(params) ?? `the value breaks the rule \`${keyword}\` of its schema`;
}

const reasons: Readonly<Record<string, (params: Params) => string>> = {
  exclusiveMinimum: ({ limit }) => `the value should be greater than ${limit}`,
  exclusiveMaximum: ({ limit }) => `the value should be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `the value should be a multiple of ${multipleOf}`,
  minItems: ({ limit }) => `the list should have at least ${count(limit, 'item')}`,
  maxItems: ({ limit }) => `the list should have at most ${count(limit, 'item')}`,
  items: ({ limit }) => `the list should have at most ${count(limit, 'item')}`,
  unevaluatedItems: ({ limit }) => `the list should have at most ${count(limit, 'item')}`,
  uniqueItems: () => 'the list should not have an item twice',
  contains: ({ minContains, maxContains }) => {
    const wanted = maxContains === undefined ? `at least ${minContains}` : `${minContains} to ${maxContains}`;
    return `of the list ${wanted} should have the form that its schema wants`;
  },
  minProperties: ({ limit }) => `the object should have at least ${count(limit, 'member')}`,
  maxProperties: ({ limit }) => `the object should have at most ${count(limit, 'member')}`,
  propertyNames: ({ propertyName }) => `a member may not be named \`${String(propertyName).slice(0, 80)}\``,
  unevaluatedProperties: ({ unevaluatedProperty }) =>
    `the field \`${String(unevaluatedProperty).slice(0, 80)}\` is not known`,
  dependentRequired: ({ property, missingProperty }) =>
    `\`${property}\` needs \`${missingProperty}\` beside it`,
  dependencies: ({ property, missingProperty }) => `\`${property}\` needs \`${missingProperty}\` beside it`,
  not: () => 'the value has the form that its schema excludes',
  'false schema': () => 'no value is allowed here',
};

function count(limit: unknown, one: string): string {
  return `${limit} ${limit === 1 ? one : `${one}s`}`;
}
