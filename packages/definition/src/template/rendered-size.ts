import { TemplateError } from '@runwright/jinja';
import { jsonLength } from './json-text.ts';

/** Characters of JSON that the texts of one block's templates may come to, all together; any other value counts as 32. */
export const maximumRenderedSize = 32 * 1024 * 1024;
const valueSize = 32;

/** Counts what the templates of one block come to. All methods throw a {@link TemplateError} of kind `limit` past the maximum. */
export interface RenderedSize {
  text(text: string): void;
  characters(length: number): void;
  value(): void;
}

/** Starts at zero; one for each config, because every template has a budget of its own and a config has many templates. */
export function renderedSize(maximum = maximumRenderedSize): RenderedSize {
  let size = 0;
  const add = (more: number) => {
    size += more;
    if (size <= maximum) return;
    const message = `The rendered values of the block are larger than ${maximum} characters, counting each value as ${valueSize}; render less of the data.`;
    throw new TemplateError('limit', message);
  };
  return { text: (text) => add(jsonLength(text)), characters: add, value: () => add(valueSize) };
}
