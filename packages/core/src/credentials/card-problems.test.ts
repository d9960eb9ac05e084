import { expect, it } from 'vitest';
import { cardProblems } from './card-problems.ts';

const places = (card: object) => cardProblems(card).map(({ path }) => path.at(-1));

it.each([
  '4111111111111111',
  '4111 1111 1111 1111',
  '5555-5555-5555-4444',
  '378282246310005',
  '4222222222222',
])('the card number %s is accepted', (card_number) => {
  expect(places({ card_number, card_exp_month: '1' })).toEqual([]);
});

it.each(['4111111111111112', '4111111111111234', '41111111', '4111 1111 x111 1111', '0'.repeat(20), 'visa'])(
  'the card number %s is refused, and not repeated',
  (card_number) => {
    const problems = cardProblems({ card_number, card_exp_month: '12' });
    expect(problems).toMatchObject([{ path: ['credential', 'card_number'], type: 'value_error' }]);
    expect(problems[0]?.message).not.toContain(card_number);
  },
);

it.each(['1', '01', '9', '10', '12', ' 12 '])('the month %s is accepted', (card_exp_month) => {
  expect(places({ card_number: '4111111111111111', card_exp_month })).toEqual([]);
});

it.each(['0', '00', '13', '1.5', '-1', 'May', '2031', '012'])('the month %s is refused', (card_exp_month) => {
  expect(places({ card_number: '4111111111111111', card_exp_month })).toEqual(['card_exp_month']);
});

it('what the schema refuses is left to it', () => {
  for (const card of [null, 'x', {}, { card_number: 4111, card_exp_month: null }, { card_number: '' }])
    expect(cardProblems(card)).toEqual([]);
});
