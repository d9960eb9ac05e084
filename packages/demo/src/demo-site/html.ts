/** Text that is already HTML. Only {@link html} makes it, so everything else is escaped on its way in. */
export interface Markup {
  readonly markup: string;
}

/** What may stand in a template: markup as it is, text and numbers escaped, lists joined, `null` and `false` nothing. */
export type Content = Markup | string | number | null | undefined | false | readonly Content[];

/** Builds markup from a template. Values are escaped for element text and for quoted attributes alike. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return { markup: parts.map((part, index) => part + print(values[index])).join('') };
}

function print(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'string') return escapeText(content);
  if (typeof content === 'number') return String(content);
  if ('markup' in content) return content.markup;
  return content.map(print).join('');
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities.get(character) ?? character);
}
