import { type LoopEntry, listLoopedNames, readIterations } from './loop-output.ts';

/** Rows of an output with the names of their columns. */
export interface OutputTable {
  /** Where in the output the rows are, such as `read_output.orders`; empty for the output itself. */
  readonly path: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * Finds the lists of objects in an output, however deep, each as a table, and extracted data without a list as one of one row. A list that
 * a loop has read is one table with the rows of all iterations.
 */
export function tablesOf(output: unknown, path = ''): readonly OutputTable[] {
  const iterations = readIterations(output);
  if (iterations !== null) return findLoopTables(iterations, path);
  if (Array.isArray(output)) {
    if (output.length > 0 && output.every(isObject)) {
      const columns = [...new Set(output.flatMap(Object.keys))];
      return [{ path, columns, rows: output.map((row) => columns.map((name) => row[name])) }];
    }
    return [];
  }
  if (!isObject(output)) return [];
  const inside = listOutputsOnce(output).flatMap(([name, value]) =>
    tablesOf(value, path === '' ? name : `${path}.${name}`),
  );
  return inside.length === 0 && path.endsWith('extracted_information') ? oneRow(path, output) : inside;
}

/** Returns the outputs of a run, without those of which a loop has all iterations: on their own they are those of the last one. */
export function listOutputsOnce(
  outputs: Readonly<Record<string, unknown>>,
): readonly (readonly [name: string, output: unknown])[] {
  const looped = listLoopedNames(Object.values(outputs));
  return Object.entries(outputs).filter(([name]) => !looped.has(name));
}

/** Tables of the blocks of a loop. Their first column says which iteration a row is from: by its item, else by its index. */
function findLoopTables(iterations: readonly (readonly LoopEntry[])[], path: string): readonly OutputTable[] {
  const loop =
    path
      .split('.')
      .at(-1)
      ?.replace(/_output$/, '') ?? '';
  const tables = iterations.flatMap((entries, index) =>
    entries.flatMap((entry) => {
      const isOfItem = 'loop_value' in entry;
      const column = `${loop}.${isOfItem ? 'loop_value' : 'index'}`;
      const value = isOfItem ? entry.loop_value : index;
      return findEntryTables(entry, `${path}.${entry.output_parameter.key}`).map((table) => ({
        path: table.path,
        columns: [column, ...table.columns],
        rows: table.rows.map((row) => [value, ...row]),
      }));
    }),
  );
  return [...Map.groupBy(tables, (table) => table.path).values()].map(joinTables);
}

/** An object that a block of a loop put out is a row of the loop, unless it tells how an agent worked. */
function findEntryTables({ output_value: value }: LoopEntry, path: string): readonly OutputTable[] {
  const inside = tablesOf(value, path);
  return inside.length === 0 && isObject(value) && !('task_id' in value) ? oneRow(path, value) : inside;
}

/** Joins tables of one path, with the columns of all. */
function joinTables(tables: readonly OutputTable[]): OutputTable {
  const columns = [...new Set(tables.flatMap((table) => table.columns))];
  const rows = tables.flatMap((table) => {
    const places = columns.map((name) => table.columns.indexOf(name));
    return table.rows.map((row) => places.map((place) => row[place]));
  });
  return { path: tables[0]?.path ?? '', columns, rows };
}

/** Extracted data that is no list. */
function oneRow(path: string, data: Readonly<Record<string, unknown>>): readonly OutputTable[] {
  const columns = Object.keys(data);
  return columns.length === 0 ? [] : [{ path, columns, rows: [Object.values(data)] }];
}

/**
 * Sorts tables: extracted data first, how conditions were evaluated last, the others in their order. What a run has extracted is
 * left out where its blocks have it: it is the same once more.
 */
export function dataFirst(tables: readonly OutputTable[]): readonly OutputTable[] {
  const isOfBlock = ({ path }: OutputTable) => path.includes('_output.extracted_information');
  const shown = tables.some(isOfBlock)
    ? tables.filter(({ path }) => path !== 'extracted_information')
    : [...tables];
  return shown.sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ path }: OutputTable): number {
  const names = path.split('.');
  if (names.at(-1) === 'evaluations') return 2;
  return names.includes('extracted_information') ? 0 : 1;
}

/** Writes a table as CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe; an empty one has quotes, null has none. */
export function csvOf({ columns, rows }: Pick<OutputTable, 'columns' | 'rows'>): string {
  return [columns, ...rows]
    .map((row) => row.map(csvField).join(','))
    .join('\r\n')
    .concat('\r\n');
}

/** Returns a value of a table as text. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function csvField(value: unknown): string {
  if (value === '') return '""';
  const text = cellText(value);
  const isFormula = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) && !numberText.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A number that is too large for one is a text of digits. */
const numberText = /^-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
