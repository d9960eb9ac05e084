import { expect, it } from 'vitest';
import { pageErrorsOf, pageErrorsText } from './page-errors.ts';

const action = (action_id: string, output: unknown) => ({ action_id, output });

it('finds the pages that came with an error, and says how many there were', () => {
  expect(pageErrorsOf([action('a', null), action('b', { http_status: null }), action('c', 'x')])).toEqual([]);
  const one = pageErrorsOf([action('a', {}), action('b', { http_status: 404 })]);
  expect(one).toEqual([{ actionId: 'b', status: 404 }]);
  expect(pageErrorsText(one)).toBe('A page was opened that the server answered with 404 Not found.');
  const two = pageErrorsOf([action('a', { http_status: 500 }), action('b', { http_status: 404 })]);
  expect(pageErrorsText(two)).toMatch(/^2 pages were opened .* the first with 500 /);
  expect(pageErrorsText([])).toBe('');
});
