import { describe, expect, it } from 'vitest';
import { renameParameter } from './rename-output.ts';

describe('renameParameter', () => {
  it('renames a key in templates and lists of keys, and nothing that only looks like it', () => {
    const file = {
      title: 'site',
      url: "{{ site }}/{{ order.site }}/{{ sites }}/{{ 'site' }}{% if site %}x{% endif %} site",
      parameter_keys: ['site', 'other'],
      source_parameter_key: 'site',
      label: 'site',
    };
    expect(renameParameter(file, 'site', 'shop')).toEqual({
      title: 'site',
      url: "{{ shop }}/{{ order.site }}/{{ sites }}/{{ 'site' }}{% if shop %}x{% endif %} site",
      parameter_keys: ['shop', 'other'],
      source_parameter_key: 'shop',
      label: 'site',
    });
  });
});
