import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCodes } from './code-literals.ts';
import { userCodes } from './error-codes.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/guides/troubleshooting.md'), 'utf8');

/** Returns the codes in the first column of the table below a heading. */
function documented(heading: string): readonly string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  );
}

const sorted = (codes: Iterable<string>) => [...codes].toSorted();

/** Values that come from a user or a schema, not from the code. */
const fromElsewhere = {
  run: [
    'packages/agent/src/agent-actions.ts: Type.Optional(Type.String())',
    'packages/agent/src/blocks/browser-fields.ts: Type.String()',
    'packages/agent/src/check-task-end.ts: action.error_code',
    'packages/agent/src/end-without-success.ts: error_code',
    'packages/agent/src/judge-failure.ts: Type.Union([Type.String(), Type.Null()])',
    'packages/agent/src/judge-failure.ts: error_code',
    'packages/agent/src/judge-failure.ts: value.error_code',
    // Copies of what other places have made.
    'packages/agent/src/task-output.ts: end.errorCode',
    'packages/core/src/records/run-error.ts: text',
    'packages/core/src/records/timeline-action.ts: code',
    'packages/core/src/records/timeline-schemas.ts: textOrNull',
    'packages/core/src/state/outcome.ts: String(given.error_code)',
    'packages/core/src/state/outcome.ts: code',
    // A program's own code.
    'packages/core/src/blocks/code/code-failure.ts: first',
  ],
  action: [
    'packages/driver-playwright/src/attach/attach-browser.ts: 1008',
    'packages/page-actions/src/execute-action.ts: final.code',
  ],
  problem: [
    'packages/definition/src/checks/validate-parameters.ts: conversion.type',
    'packages/definition/src/parameters/convert-parameters.ts: result.type',
    // The first elements of `typeProblems`, which are read apart.
    'packages/definition/src/schema/schema-problems.ts: type',
  ],
};

describe('the troubleshooting page has every code that exists and no other', () => {
  const codes = userCodes();

  it('of runs', () => {
    expect(sorted(documented('Codes of runs'))).toEqual(sorted(codes.run.codes));
    expect(sorted(codes.run.unresolved)).toEqual(sorted(fromElsewhere.run));
  });

  it('of categories', () => {
    expect(sorted(documented('Categories'))).toEqual(sorted(codes.category));
  });

  it('of actions', () => {
    // `ENOTFOUND` is what a failed name look-up of Node is told with, inside the driver.
    const own = [...codes.action.codes].filter((code) => code !== 'ENOTFOUND');
    expect(sorted(documented('Codes of actions'))).toEqual(sorted(own));
    expect(sorted(codes.action.unresolved)).toEqual(sorted(fromElsewhere.action));
  });

  it('of HTTP statuses', () => {
    expect(sorted(documented('HTTP statuses'))).toEqual(sorted(codes.http));
  });

  it('of problems in definitions', () => {
    const all = new Set([...codes.problem.codes, ...codes.problemOfType]);
    expect(sorted(documented('Problems of definitions'))).toEqual(sorted(all));
    expect(sorted(codes.problem.unresolved)).toEqual(sorted(fromElsewhere.problem));
  });

  it('of exceptions', () => {
    expect(sorted(documented('Codes of exceptions'))).toEqual(sorted(codes.thrown));
  });

  it('of lines of the doctor', () => {
    expect(sorted(documented('Lines of the doctor'))).toEqual(sorted(codes.doctor));
  });
});

describe('codes are found in sources', () => {
  const found = (text: string) => {
    const { codes, unresolved } = findCodes([{ path: 'a.ts', text }], [{ member: 'error_code' }]);
    return { codes: sorted(codes), unresolved: sorted(unresolved) };
  };

  it('through conditions, constants, tables and parameters', () => {
    expect(
      found(`
        const late = 'late';
        const table = { x: 'in_table' };
        const a = (is: boolean) => ({ error_code: is ? late : 'early' });
        const b = (key: string) => ({ error_code: table[key] ?? null });
        function c(code: string) { return { error_code: code }; }
        function d({ code }: { code: string }) { return { error_code: code }; }
        c('by_argument'); d({ code: 'by_member' });
      `),
    ).toEqual({ codes: ['by_argument', 'by_member', 'early', 'in_table', 'late'], unresolved: [] });
  });

  it('and an expression that says nothing is named', () => {
    expect(found('const a = { error_code: read() };')).toEqual({ codes: [], unresolved: ['a.ts: read()'] });
  });
});
