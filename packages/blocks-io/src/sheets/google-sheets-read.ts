import { defineBlock, type Json, RunwrightError, Type } from '@runwright/contract';
import { credentialField, readAccessToken } from '../access-token.ts';
import { callApi, entriesOf, memberOf } from '../call-api.ts';
import { a1, columnLetters } from './a1.ts';
import { sheetDestination, sheetDestinationFields, sheetDestinationProblems } from './destination.ts';
import { rowObjects } from './row-objects.ts';
import { sheetsServiceName, sheetsUrl } from './sheets-api.ts';

/** Requested fields of each sheet: position, merged cells, and formatted value, value and formula of each cell. */
const fields =
  'spreadsheetId,sheets(properties(sheetId,title),merges,data(startRow,startColumn,rowData(values(formattedValue,effectiveValue,userEnteredValue,hyperlink,note))))';

const cell = Type.Object({
  address: Type.String({ description: 'Such as `B3`.' }),
  row: Type.Integer({ description: 'From 1.' }),
  column: Type.Integer({ description: 'From 1.' }),
  text: Type.String({ description: 'As the sheet shows it.' }),
  value: Type.Unknown({ description: 'Number, true or false, or text.' }),
  formula: Type.Union([Type.String(), Type.Null()]),
  link: Type.Union([Type.String(), Type.Null()]),
  note: Type.Union([Type.String(), Type.Null()]),
});
const list = Type.Array(Type.Unknown());

const work = defineBlock({
  type: 'google_sheets_read',
  usesBrowser: false,
  services: ['sheets.googleapis.com'],
  onWorkerLost: 'repeat',
  config: Type.Object(
    {
      ...sheetDestinationFields,
      credential_id: credentialField('Google Sheets'),
      has_header_row: Type.Boolean({
        default: true,
        description: 'The first row names the columns of `rows`.',
      }),
    },
    { description: 'Reads cells of a Google spreadsheet.' },
  ),
  output: Type.Object({
    spreadsheet_id: Type.String(),
    range: Type.String({ description: 'The cells that hold something.' }),
    sheet_id: Type.Integer(),
    sheet_title: Type.String(),
    start_row: Type.Integer({ description: 'Row of the first value, from 1.' }),
    start_column: Type.Integer({ description: 'Column of the first value, from 1.' }),
    values: Type.Array(list, { description: 'Texts as the sheet shows them, row by row.' }),
    rows: Type.Union([Type.Array(Type.Record(Type.String(), Type.Unknown())), Type.Null()], {
      description:
        'By the names of the header, null without one. Repeated names get `_2`, `_3`; an empty cell is null.',
    }),
    cells: Type.Array(cell, { description: 'Every cell that is not empty.' }),
    merges: Type.Array(Type.String(), { description: 'Ranges of merged cells, such as `A1:B2`.' }),
  }),
  async run(given, context) {
    const destination = sheetDestination(given, context.label);
    const token = await readAccessToken(given.credential_id, sheetsServiceName, context);
    const answer = await callApi(
      { serviceName: sheetsServiceName, token, context },
      {
        resource: 'the content of a spreadsheet',
        url: sheetsUrl(destination.spreadsheetId, { ranges: destination.range, fields }),
      },
    );
    // A range of one sheet answers that sheet; when only cells are named, it is the first that has any.
    const sheet = entriesOf(answer, 'sheets').find((one) => entriesOf(one, 'data').length > 0) ?? null;
    if (sheet === null) throw noSheet(destination.range);
    const [data = null] = entriesOf(sheet, 'data');
    const properties = memberOf(sheet, 'properties');
    const title = String(memberOf(properties, 'title') ?? '');
    const startRow = numberAt(data, 'startRow') + 1;
    const startColumn = numberAt(data, 'startColumn') + 1;
    const grid = entriesOf(data, 'rowData').map((row) => entriesOf(row, 'values'));
    const values = trimmed(
      grid.map((row) => row.map((one) => String(memberOf(one, 'formattedValue') ?? ''))),
    );
    const width = Math.max(1, ...values.map((row) => row.length));
    const end = `${columnLetters(startColumn + width - 1)}${startRow + Math.max(1, values.length) - 1}`;
    return {
      spreadsheet_id: destination.spreadsheetId,
      range: a1(title, `${columnLetters(startColumn)}${startRow}:${end}`),
      sheet_id: numberAt(properties, 'sheetId'),
      sheet_title: title,
      start_row: startRow,
      start_column: startColumn,
      values,
      rows: given.has_header_row ? [...rowObjects(values, startColumn)] : null,
      cells: grid.flatMap((row, y) =>
        row.flatMap((one, x) => cellOf(one, { row: startRow + y, column: startColumn + x }) ?? []),
      ),
      merges: entriesOf(sheet, 'merges').map(mergeOf),
    };
  },
});

/** `google_sheets_read`: what a sheet, or a range of it, shows and holds. */
export const googleSheetsRead = { ...work, check: sheetDestinationProblems };

/** Without empty cells at the ends of rows, and empty rows at the end. */
function trimmed(grid: readonly (readonly string[])[]): string[][] {
  const rows = grid.map((row) => row.slice(0, row.findLastIndex((text) => text !== '') + 1));
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
}

function cellOf(value: Json, at: { readonly row: number; readonly column: number }) {
  const entered = memberOf(value, 'userEnteredValue');
  const effective = memberOf(value, 'effectiveValue');
  if (entered === null && effective === null) return null;
  const textAt = (name: string, from: Json = value) => {
    const text = memberOf(from, name);
    return typeof text === 'string' ? text : null;
  };
  return {
    address: `${columnLetters(at.column)}${at.row}`,
    ...at,
    text: textAt('formattedValue') ?? '',
    value:
      memberOf(effective, 'numberValue') ??
      memberOf(effective, 'boolValue') ??
      memberOf(effective, 'stringValue'),
    formula: textAt('formulaValue', entered),
    link: textAt('hyperlink'),
    note: textAt('note'),
  };
}

/** Google counts from 0 and names the first row and column that no longer belong to it. */
function mergeOf(merge: Json): string {
  const first = `${columnLetters(numberAt(merge, 'startColumnIndex') + 1)}${numberAt(merge, 'startRowIndex') + 1}`;
  return `${first}:${columnLetters(numberAt(merge, 'endColumnIndex'))}${numberAt(merge, 'endRowIndex')}`;
}

function numberAt(value: Json, name: string): number {
  const found = memberOf(value, name);
  return typeof found === 'number' ? found : 0;
}

function noSheet(range: string): RunwrightError {
  return new RunwrightError(
    'not_found',
    `Cannot read the cells \`${range}\`: no sheet of the spreadsheet has them. Correct \`sheet_name\` or \`range\`.`,
  );
}
