/** Rows of an output with the names of their columns. */
export interface OutputTable {
  /** Where in the output the rows are, such as `read_output.orders`; empty for the output itself. */
  readonly path: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Finds the lists of objects in an output, however deep, each as a table, and extracted data without a list as one of one row. */
export function tablesOf(output: unknown, path = ''): readonly OutputTable[] {
  if (Array.isArray(output)) {
    if (output.length > 0 && output.every(isObject)) {
      const columns = [...new Set(output.flatMap(Object.keys))];
      return [{ path, columns, rows: output.map((row) => columns.map((name) => row[name])) }];
    }
    return [];
  }
  if (!isObject(output)) return [];
  const inside = Object.entries(output).flatMap(([name, value]) =>
    tablesOf(value, path === '' ? name : `${path}.${name}`),
  );
  return inside.length === 0 && path.endsWith('extracted_information') ? oneRow(path, output) : inside;
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

/** Writes a table as CSV (RFC 4180). A value that a spreadsheet would take for a formula gets an apostrophe. */
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
  const text = cellText(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
