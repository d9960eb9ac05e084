import { describe, expect, it } from 'vitest';
import { Environment, TemplateError } from './index.ts';
import {
  TemplateError as ErrorOfEntry,
  expressionReferences,
  parseExpression,
  parseTemplate,
  references,
} from './parse-template.ts';

const source = '{% for row in rows %}{{ row.id|upper }} {{ user.name|default("-") }}{% endfor %}';

describe('the entry `parse`', () => {
  it('answers the trees and names that an environment answers', () => {
    const environment = new Environment();
    expect(parseTemplate(source)).toEqual(environment.parse(source));
    expect(references(source)).toEqual(environment.references(source));
    expect(expressionReferences('a.b + c[0]')).toEqual(environment.expressionReferences('a.b + c[0]'));
    expect(parseExpression('a + 1')).toMatchObject({ kind: 'binary', operator: '+' });
  });

  it('takes the options that change a tree', () => {
    const options = {
      trimBlocks: true,
      extensions: ['do'],
      delimiters: { variableStart: '[[', variableEnd: ']]' },
    } as const;
    const text = '{% do a.b() %}\n[[ c ]]';
    expect(parseTemplate(text, options)).toEqual(new Environment(options).parse(text));
    expect(references(text, options).map(({ name }) => name)).toEqual(['a', 'c']);
  });

  it('fails as an environment does', () => {
    expect(ErrorOfEntry).toBe(TemplateError);
    expect(() => parseTemplate('{{ a')).toThrow(TemplateError);
    expect(() => references('{{ a }}', { limits: { tokens: 2 } })).toThrow('limit `tokens` of 2');
    expect(() => parseTemplate(`{{ ${'('.repeat(101)} }}`)).toThrow('limit `parserDepth` of 100');
    expect(() => parseTemplate(undefined as never)).toThrow(TypeError);
    expect(() => parseExpression('a', { limit: {} } as never)).toThrow('option `limit` does not exist');
  });
});
