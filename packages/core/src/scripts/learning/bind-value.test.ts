import { describe, expect, it } from 'vitest';
import {
  bindPageText,
  bindText,
  namedValues,
  type ValueSources,
  valuesWithin,
  withoutValues,
} from './bind-value.ts';

const sources: ValueSources = {
  written: 'Order the blue lamp for {{ first }} and pick the fastest way.',
  named: [
    namedValues('current_value', { city: 'Ulm' }),
    namedValues('params', {
      first: 'Ann',
      last: 'Ann',
      mail: 'ann@a.test',
      count: 12,
      'odd key': ['x', 'y-1'],
    }),
  ],
};

describe('the expression for a text that an agent has typed', () => {
  it.each([
    ['a parameter', 'ann@a.test', 'E-mail', 'params.mail'],
    ['a number', '12', 'Pieces', 'params.count'],
    ['a value of the loop before a parameter', 'Ulm', 'City', 'current_value.city'],
    ['a member with an odd name', 'y-1', '', 'params["odd key"][1]'],
    ['the one of two equal values whose name is like the field', 'Ann', 'Last name', 'params.last'],
    ['a value of a page in other case', 'ann@a.test', 'E-mail', 'params.mail'],
    ['a text of the definition', 'blue lamp', 'Search', '"blue lamp"'],
    ['a value in words of the definition', 'Order ann@a.test', '', `\`Order \${params.mail}\``],
  ])('is %s', (_name, text, hint, expression) => expect(bindText(text, sources, hint)).toBe(expression));

  it.each([
    ['the agent chose by itself', 'Express, 4.99', 'Delivery'],
    ['is one of two equal values, and the field tells them not apart', 'Ann', 'Contact'],
    ['is only a part of a word of the definition', 'low', 'Search'],
    ['holds a value among words of the agent', 'Dear ann@a.test, where is my parcel?', 'Message'],
  ])('is none when it %s', (_name, text, hint) => expect(bindText(text, sources, hint)).toBe(null));

  it('keeps what looks like code in a text apart', () => {
    const odd = { written: `a \`tick\` \${x} \\`, named: [namedValues('params', { mail: 'ann@a.test' })] };
    expect(bindText(`\`tick\` \${x} \\ ann@a.test`, odd, '')).toBe(
      `\`\\\`tick\\\` \\\${x} \\\\ \${params.mail}\``,
    );
  });
});

describe('a text of the page', () => {
  it('is bound by the values in it, whatever else it says', () => {
    expect(bindPageText('Write to ann@a.test now', sources)).toBe(`\`Write to \${params.mail} now\``);
    expect(bindPageText('Save', sources)).toBe(null);
  });

  it('shows the values in it, by whole words', () => {
    const found = valuesWithin('12 for ann@a.test in Ulm, Annabel', sources);
    expect(found.map(({ expression }) => expression)).toEqual(['params.mail', 'current_value.city']);
    expect(valuesWithin('Annabel', sources)).toEqual([]);
  });

  it('is told without the values of the run', () => {
    expect(withoutValues('Write to ann@a.test in Ulm', sources)).toBe('Write to … in …');
  });
});
