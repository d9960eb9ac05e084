import { expect, it } from 'vitest';
import { queryText } from './query-text.ts';

it('an array is repeated, an object names its members, and what is undefined is left out', () => {
  const query = { page: 2, status: ['failed', 'completed'], metadata: { job: 'j-1' }, search_key: undefined };
  expect(queryText(query)).toBe('page=2&status=failed&status=completed&metadata%5Bjob%5D=j-1');
});

it('names of members are encoded as values are', () => {
  const { searchParams } = new URL(`http://a.test/?${queryText({ metadata: { 'job & day': 'ä=1' } })}`);
  expect([...searchParams]).toEqual([['metadata[job & day]', 'ä=1']]);
});
