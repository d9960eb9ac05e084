import { type OutputTable, tablesOf } from '../../../lib/output-tables.ts';
import { asObject, type Json } from '../yaml/json.ts';

/** Members of an output that a block extracted, generated or returned; others tell how it was done. */
const results = ['extracted_information', 'output', 'rows'];

/** Returns the lists of objects that blocks have read. `label` asks for the output of one block only. */
export function resultTables(output: Json | undefined, label?: string): readonly OutputTable[] {
  const ofBlocks = Object.entries(asObject(output) ?? {}).filter(
    ([name]) => name.endsWith('_output') && (label === undefined || name === `${label}_output`),
  );
  return ofBlocks.flatMap(([name, value]) => {
    const block = name.replace(/_output$/, '');
    const own = asObject(value);
    const parts = results.filter((part) => own?.[part] !== undefined && own[part] !== null);
    return own && parts.length > 0
      ? parts.flatMap((part) => named(block, tablesOf(own[part], part)))
      : Array.isArray(value)
        ? tablesOf(value, block)
        : [];
  });
}

/** Puts the name of the block in place of the member of its output. */
function named(block: string, tables: readonly OutputTable[]): readonly OutputTable[] {
  return tables.map((table) => ({ ...table, path: table.path.replace(/^\w+/, block) }));
}
