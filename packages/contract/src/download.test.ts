import { expect, it } from 'vitest';
import { downloadName } from './download.ts';

it.each([
  ['data.csv', null, 'data.csv'],
  ['data.csv', '  ', 'data.csv'],
  ['data.csv', '_2026', 'data_2026.csv'],
  ['data.tar.gz', '_2026', 'data.tar_2026.gz'],
  ['data', '_2026', 'data_2026'],
  ['.profile', '_2026', '.profile_2026'],
  ['data.csv', 'report.pdf', 'report.pdf'],
  ['data', '.pdf', 'data.pdf'],
  ['Data.PDF', '.pdf', 'Data.PDF'],
  ['data.csv', '.pdf', 'data.csv.pdf'],
])('`%s` with the suffix `%s` is called `%s`', (suggested, suffix, name) => {
  expect(downloadName(suggested, suffix)).toBe(name);
});
