import { TemplateError } from '@runwright/jinja';
import { expect, it } from 'vitest';
import { renderPrompt, templateErrorReason } from './template.ts';
import { createTemplateScope } from './template-scope.ts';

const scope = createTemplateScope({
  parameters: { name: 'Ada' },
  outputs: new Map(),
  run: {
    workflowTitle: 't',
    workflowId: 'w',
    workflowPermanentId: 'wpid',
    workflowRunId: 'wr',
    browserSessionId: null,
  },
  now: 0,
});

it('renders the parts of a condition in words and leaves the rest as it is', () => {
  const render = (text: string) => renderPrompt(text, scope, { strict: false });
  expect(render('is {{ name }} there {{ missing }}?')).toBe('is Ada there (empty value)?');
  expect(render('{{ name }} {{ open')).toBe('Ada {{ open');
  expect(render('no part {{')).toBe('no part {{');
});

// A search that begins anew at each opening would take minutes.
it('passes over openings without an end once', { tags: ['security'] }, () => {
  const text = `{{ name }}${'{{'.repeat(400_000)}`;
  expect(renderPrompt(text, scope, { strict: false })).toHaveLength(800_003);
});

it('hints at names with a sign, also in long texts', { tags: ['security'] }, () => {
  const error = new TemplateError('syntax', 'no');
  expect(templateErrorReason(error, '{{ first-name }}')).toContain('cannot contain `-`');
  expect(templateErrorReason(error, '{% if a.2nd/x %}')).toContain('cannot contain `-`');
  for (const source of ['first-name {{ a }}', '{{ 1-2 }}', `{{ ${'a'.repeat(500_000)}`, '{{'.repeat(200_000)])
    expect(templateErrorReason(error, source)).toBe('no');
});
