import { expect, it } from 'vitest';
import { wordsOfValue } from './value-words.ts';

it('shows words of code as plain words', () => {
  expect(wordsOfValue('selection_strategy', 'round_robin')).toBe('Round robin');
  expect(wordsOfValue('workflow_parameter_type', 'credential_id')).toBe('Credential');
  expect(wordsOfValue('proxy_location', 'RESIDENTIAL_DE')).toBe('Germany');
  expect(wordsOfValue('proxy_location', 'US-CA')).toBe('United States, CA');
});

it('leaves what is no word of code', () => {
  expect(['A4', 'Letter', 'gpt-5', 'GET'].map((value) => wordsOfValue('format', value))).toEqual([
    ...['A4', 'Letter', 'gpt-5', 'GET'],
  ]);
});
