import type { Native, NativeTable } from '../value/native-function.ts';
import { htmlFilters } from './html.ts';
import { jsonFilters } from './json.ts';
import { mappingFilters } from './mapping.ts';
import { numberFilters } from './number.ts';
import { selectFilters } from './select.ts';
import { sequenceFilters } from './sequence.ts';
import { textFilters } from './text.ts';

/** All filters of Jinja under their names and aliases. */
export const builtInFilters: NativeTable = withAliases(
  new Map([
    ...textFilters,
    ...numberFilters,
    ...sequenceFilters,
    ...selectFilters,
    ...mappingFilters,
    ...htmlFilters,
    ...jsonFilters,
  ]),
  { d: 'default', e: 'escape', count: 'length' },
);

function withAliases(table: Map<string, Native>, aliases: Readonly<Record<string, string>>): NativeTable {
  for (const [alias, name] of Object.entries(aliases)) {
    const entry = table.get(name);
    if (entry !== undefined) table.set(alias, entry);
  }
  return table;
}
