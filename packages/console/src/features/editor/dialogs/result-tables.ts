import { readIterations } from '../../../lib/loop-output.ts';
import { listOutputsOnce, type OutputTable, tablesOf } from '../../../lib/output-tables.ts';
import { asObject, type Json } from '../yaml/json.ts';

/** Members of an output that a block extracted, generated or returned; others tell how it was done. */
const results = ['extracted_information', 'output', 'rows'];

/** Returns the lists of objects that blocks have read, those of a loop with the rows of all iterations. `label` asks for the output of one block only. */
export function resultTables(output: Json | undefined, label?: string): readonly OutputTable[] {
  const outputs = asObject(output) ?? {};
  const ofBlocks =
    label === undefined
      ? listOutputsOnce(outputs).filter(([name]) => name.endsWith('_output'))
      : Object.entries(outputs).filter(([name]) => name === `${label}_output`);
  return ofBlocks.flatMap(([name, value]) => {
    const block = name.replace(/_output$/, '');
    if (readIterations(value) !== null) return tablesOf(value, block).filter(isResult);
    const own = asObject(value);
    const parts = results.filter((part) => own?.[part] !== undefined && own[part] !== null);
    return own && parts.length > 0
      ? parts.flatMap((part) => named(block, tablesOf(own[part], part)))
      : Array.isArray(value)
        ? tablesOf(value, block)
        : [];
  });
}

/** Returns whether a table of a loop is what its blocks have read, or what they put out as a whole. */
function isResult({ path }: OutputTable): boolean {
  const names = path.split('.');
  return names.at(-1)?.endsWith('_output') === true || names.some((name) => results.includes(name));
}

/** Puts the name of the block in place of the member of its output. */
function named(block: string, tables: readonly OutputTable[]): readonly OutputTable[] {
  return tables.map((table) => ({ ...table, path: table.path.replace(/^\w+/, block) }));
}
