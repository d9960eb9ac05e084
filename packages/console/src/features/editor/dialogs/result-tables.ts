import { asObject, type Json, type JsonObject } from '../yaml/json.ts';

/** A list of objects in the output of a block. */
export interface ResultTable {
  /** Where it stands, such as `read.products`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly JsonObject[];
}

/** Members of an output that a block extracted, generated or returned; others tell how it was done. */
const results = ['extracted_information', 'output', 'rows'];

/** Returns the lists of objects that blocks have read. `label` asks for the output of one block only. */
export function resultTables(output: Json | undefined, label?: string): readonly ResultTable[] {
  const ofBlocks = Object.entries(asObject(output) ?? {}).filter(
    ([name]) => name.endsWith('_output') && (label === undefined || name === `${label}_output`),
  );
  return ofBlocks.flatMap(([name, value]) => {
    const block = name.replace(/_output$/, '');
    const own = asObject(value);
    const parts = results.filter((part) => own?.[part] !== undefined && own[part] !== null);
    return own && parts.length > 0
      ? parts.flatMap((part) => tablesIn(own[part] as Json, block))
      : Array.isArray(value)
        ? tablesIn(value, block)
        : [];
  });
}

function tablesIn(value: Json, name: string): readonly ResultTable[] {
  if (Array.isArray(value)) {
    const rows = value.flatMap((item): readonly JsonObject[] => {
      const row = asObject(item as Json);
      return row ? [row] : [];
    });
    if (rows.length === 0 || rows.length < value.length) return [];
    return [{ name, columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows }];
  }
  return Object.entries(asObject(value) ?? {}).flatMap(([member, inner]) =>
    inner === undefined ? [] : tablesIn(inner, `${name}.${member}`),
  );
}

/** Returns a value of a cell as text. */
export function resultText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
