import { expect, it } from 'vitest';
import { notFound } from './not-found.ts';

it.each([
  ['Workflow', 'w_1', 'one version of a workflow. Use an id that begins with `wpid_`.'],
  ['Workflow', 'wr_1', 'a workflow run. Use an id that begins with `wpid_`.'],
  ['Run', 'wpid_1', 'a workflow. Use an id that begins with `tsk_` or `wr_`.'],
  ['Run', 'wrb_1', 'a block of a run. Use an id that begins with `tsk_` or `wr_`.'],
  ['Credential', 'bp_1', 'a browser profile. Use an id that begins with `cred_`.'],
  ['File', 'a_1', 'an artifact. Use an id that begins with `f_`.'],
] as const)('%s %s names what the id is of, and how the wanted ones begin', (kind, id, hint) => {
  expect(notFound(kind, id)).toMatchObject({
    code: 'not_found',
    message: `${kind} ${id} not found: this is the id of ${hint}`,
  });
});

it.each([
  ['Workflow', 'wpid_404'],
  ['Run', 'tsk_1'],
  ['Run', 'wr_1'],
  ['Folder', 'Invoices'],
  ['Script', 'main_script'],
] as const)('%s %s gets no hint', (kind, id) => {
  expect(notFound(kind, id).message).toBe(`${kind} ${id} not found`);
});
