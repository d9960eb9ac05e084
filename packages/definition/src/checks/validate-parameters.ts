import { identifierPattern, type Problem, WorkflowParameterType } from '@runwright/contract';
import { definitionPath, keysOf, labelsOf, type ParsedDefinition } from '../document/parsed-definition.ts';
import { convertValue } from '../parameters/convert-parameters.ts';
import { listNames, type Path, valueError } from '../problem.ts';
import { asRecord } from '../schema/schema-node.ts';
import { lengthProblems } from './name-length.ts';
import { memberProblems, parameterNames } from './validate-parameter-members.ts';

/** Names that every template scope has; no parameter may take one. */
export const reservedKeys: readonly string[] = [
  'current_item',
  'current_value',
  'current_index',
  'current_date',
  'workflow_title',
  'workflow_id',
  'workflow_permanent_id',
  'workflow_run_id',
  'workflow_run_outputs',
  'workflow_run_summary',
];

/** Mistakes in the declared parameters, and in the blocks' lists of parameters that they receive. */
export function parameterProblems(parsed: ParsedDefinition): readonly Problem[] {
  const parameters: readonly unknown[] = Array.isArray(parsed.definition.parameters)
    ? parsed.definition.parameters
    : [];
  const keys = parameters.map((parameter) => asRecord(parameter)?.key);
  const outputs = new Set(labelsOf(parsed).map((label) => `${label}_output`));
  const readable = parameters.map(asRecord).filter((parameter) => parameter !== null);
  const members = parameterNames(readable, outputs);
  const firstOf = new Map(keys.map((key, index) => [key, index] as const).toReversed());
  return [
    ...parameters.flatMap((parameter, index) => {
      const path = [...definitionPath, 'parameters', index];
      const { key } = asRecord(parameter) ?? {};
      const first = firstOf.get(key) ?? index;
      return [
        ...(typeof key === 'string'
          ? keyProblems(key, first === index ? null : first, outputs, [...path, 'key'])
          : []),
        ...defaultProblems(asRecord(parameter) ?? {}, [...path, 'default_value']),
        ...memberProblems(asRecord(parameter) ?? {}, path, members),
      ];
    }),
    ...useProblems(parsed, outputs),
  ];
}

const identifier = new RegExp(identifierPattern, 'u');

function keyProblems(
  key: string,
  first: number | null,
  outputs: ReadonlySet<string>,
  path: Path,
): readonly Problem[] {
  const tooLong = lengthProblems('key', key, path);
  if (tooLong.length > 0) return tooLong;
  if (!identifier.test(key)) {
    const rule = 'it begins with a letter or underscore and goes on with letters, digits and underscores';
    return [valueError(path, `\`${key.slice(0, 80)}\` is not a name: ${rule}`)];
  }
  if (reservedKeys.includes(key))
    return [valueError(path, `the key \`${key}\` is reserved; choose another one`)];
  if (outputs.has(key))
    return [valueError(path, `the key \`${key}\` is the name of a block's output; choose another one`)];
  if (first === null) return [];
  return [
    valueError(path, `the key \`${key}\` is used twice; parameter ${first} (counted from 0) has it already`),
  ];
}

function defaultProblems(parameter: { readonly [member: string]: unknown }, path: Path): readonly Problem[] {
  const { workflow_parameter_type: type, default_value: value } = parameter;
  const known = WorkflowParameterType.enum.find((name) => name === type);
  if (!known || value === undefined || value === null || value === '') return [];
  const conversion = convertValue(known, value);
  return conversion.ok || conversion.type === 'missing'
    ? []
    : [{ path, type: conversion.type, message: conversion.message }];
}

function useProblems(parsed: ParsedDefinition, outputs: ReadonlySet<string>): readonly Problem[] {
  const keys = keysOf(parsed);
  const declared = new Set(keys);
  return parsed.lists
    .flatMap((list) => list.nodes)
    .flatMap(({ node, path }) => {
      const used = Array.isArray(node.parameter_keys) ? node.parameter_keys : [];
      return used.flatMap((key, index) => {
        if (typeof key !== 'string' || declared.has(key) || outputs.has(key)) return [];
        const reason = `block \`${node.label}\` asks for the parameter \`${key}\`, which is not declared; declared: ${listNames(keys)}`;
        return [valueError([...path, 'parameter_keys', index], reason)];
      });
    });
}
