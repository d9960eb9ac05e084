import { type RawBuilder, sql } from 'kysely';

/** Returns whether a column of lower-case text contains `part`, in any case; `part` is no pattern. */
export function contains(
  column: 'search_text' | 'title_text' | 'folders.title_text' | 'texts.search_text',
  part: string,
): RawBuilder<boolean> {
  const escaped = part.toLowerCase().replace(/[\\%_]/g, (letter) => `\\${letter}`);
  return sql<boolean>`${sql.ref(column)} like ${`%${escaped}%`} escape '\\'`;
}
