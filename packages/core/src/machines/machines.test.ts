import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AttemptStatus, RunStatus } from '@runwright/contract';
import { expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { attemptMachine } from './attempt.ts';
import { blockMachine } from './block.ts';
import { branchMachine } from './branch.ts';
import { runMachine } from './run.ts';

const source = join(import.meta.dirname, '..');
/** Source files of core outside of the machines, by path. */
const files = new Map(
  globSync('**/*.ts', { cwd: source })
    .filter((path) => !path.startsWith('machines') && !/\.(?:test|test-helpers|test-process)\.ts$/.test(path))
    .map((path) => [path, readFileSync(join(source, path), 'utf8')] as const),
);
const allText = [...files.values()].join('\n');

it.each([runMachine, blockMachine, attemptMachine, branchMachine])(
  'every event of the machine `$id` is sent',
  (machine) => {
    // As an object, or by the helper that takes its type.
    const isSent = (event: string) =>
      new RegExp(`type: '${event}'|deferStatus\\(\\w+, '${event}'\\)`).test(allText);
    expect(machine.events.filter((event) => !isSent(event))).toEqual([]);
  },
);

const roots: readonly AnyStateNode[] = [
  runMachine.root,
  blockMachine.root,
  attemptMachine.root,
  branchMachine.root,
];

it.each(roots)('every state of the machine `$key` is reached', (root) => {
  const reached = new Set<AnyStateNode>();
  const visit = (node: AnyStateNode): void => {
    if (reached.has(node)) return;
    reached.add(node);
    const transitions = [...node.transitions.values()].flat().concat(node.always ?? []);
    const targets = transitions.flatMap(({ target }) => target ?? []);
    const first = node.type === 'compound' ? (node.initial.target ?? []) : [];
    for (const next of [...first, ...targets]) visit(next);
  };
  const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states).flatMap(nodesOf),
  ];
  visit(root);
  const unreached = nodesOf(root).filter((node) => !reached.has(node));
  expect(unreached.map(({ id }) => id)).toEqual([]);
});

it('the states of a run are its statuses', () => {
  const statuses: Record<RunStatus, true> = {
    created: true,
    queued: true,
    running: true,
    paused: true,
    finalizing: true,
    completed: true,
    failed: true,
    terminated: true,
    timed_out: true,
    canceled: true,
  };
  expect(new Set(Object.keys(runMachine.states))).toEqual(new Set(Object.keys(statuses)));
});

it('the states of an attempt are its statuses', () => {
  const statuses: Record<AttemptStatus, true> = {
    running: true,
    waiting: true,
    paused: true,
    completed: true,
    failed: true,
    terminated: true,
    timed_out: true,
    canceled: true,
    lost: true,
  };
  expect(new Set(Object.keys(attemptMachine.states))).toEqual(new Set(Object.keys(statuses)));
});

it('no row of an attempt has a status that did not come from its machine', () => {
  const literal = /\.\.\.(?:attempt|row|last|waiting|timer)\b[^}]*\bstatus: '|\bAttempt = \{[^}]*\bstatus: '/;
  for (const [path, text] of files) expect(literal.test(text), path).toBe(false);
});

it('no patch of a run has a status that did not come from its machine', () => {
  const literal = /patch: (?:\([^)]*\) => \()?\{[^}]*\bstatus: '/;
  for (const [path, text] of files) expect(literal.test(text), path).toBe(false);
});
