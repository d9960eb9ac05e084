import type { Json, Run, RunSettings } from '@runwright/contract';
import { createTemplateScope } from '@runwright/definition';
import { describe, expect, it } from 'vitest';
import { derivedParameters, sitesNamedFor } from './derived-parameters.ts';

const security = { tags: ['security'] };

describe('parameters whose values come from outputs', () => {
  const scope = (label: string) =>
    createTemplateScope({
      parameters: { home: 'https://shop.example' },
      outputs: new Map<string, Json>([[label, { body: { address: 'https://evil.example', key: 'to' } }]]),
      run: {
        workflowTitle: 'T',
        workflowId: 'w_1',
        workflowPermanentId: 'wpid_1',
        workflowRunId: 'wr_1',
        browserSessionId: null,
      },
      now: 0,
    });

  it.each(['read', 'range', 'dict', 'lipsum', 'cycler', 'joiner', 'namespace'])(
    'are found also when the block is called %s',
    security,
    (label) => {
      const written = {
        to: `{{ ${label}.body.address }}`,
        home: '{{ home }}',
        count: '{{ range(3) | list }}',
      };
      const rendered = { to: 'https://evil.example', home: 'https://shop.example', count: [0, 1, 2] };
      const expected = label === 'range' ? ['to', 'count'] : ['to'];
      expect(derivedParameters(written, rendered, scope(label))).toEqual(expected);
    },
  );

  it('are found when a template prints their key', security, () => {
    const written = { to: 'https://shop.example', '{{ read.body.key }}': '{{ read.body.address }}' };
    expect(derivedParameters(written, { to: 'https://evil.example' }, scope('read'))).toEqual(['to']);
  });
});

describe('sites of a run', () => {
  const sitesOf = (
    definition: unknown,
    settings: Partial<RunSettings> = {},
    parameters: Run['parameters'] = {},
  ) => sitesNamedFor(definition, { parameters, settings: settings as RunSettings });
  const derivedParameters = ['to'];

  it.each<Json>([
    'evil.example',
    'http:/evil.example/in',
    'ht\ttp://evil.example/in',
    'http:\\\\evil.example\\in',
    8080,
    { 'https://evil.example': 'a key' },
  ])('have no first one when a parameter comes from an output: %o', security, (to) => {
    const sites = sitesOf({}, { derivedParameters }, { to });
    expect(sites.isEmpty).toBe(false);
    expect(sites.has(new URL('https://evil.example'))).toBe(false);
    expect(sitesOf({}, {}, { from: 1 }).isEmpty).toBe(true);
  });

  it('have no first one in the browser of such a run either', security, () => {
    const parentSites = sitesOf({}, { derivedParameters }, { to: 'evil.example' }).entries;
    const child = sitesOf({}, { parentSites });
    expect(child.isEmpty).toBe(false);
    expect(child.has(new URL('https://evil.example'))).toBe(false);
  });

  it.each([
    ['https://shop.example/', 'https://id.shop.example', 'https://shop.example.evil.com'],
    ['http://intranet.example:81/', 'http://intranet.example:81', 'http://other.intranet.example'],
    ['https://acme.github.io/', 'https://acme.github.io', 'https://evil.github.io'],
    ['https://s3.amazonaws.com/acme', 'https://s3.amazonaws.com', 'https://evil.s3.amazonaws.com'],
  ])('that its parent names are the same ones: %s', security, (url, allowed, refused) => {
    const parentSites = sitesOf({ url }).entries;
    for (const sites of [sitesOf({ url }), sitesOf({}, { parentSites })]) {
      expect(sites.has(new URL(allowed))).toBe(true);
      expect(sites.has(new URL(refused))).toBe(false);
    }
  });
});
