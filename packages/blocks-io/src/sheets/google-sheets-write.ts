import { defineBlock, type Json, type JsonObject, Type, template } from '@runwright/contract';
import { credentialField, readAccessToken } from '../access-token.ts';
import { type ApiConnection, callApi, entriesOf, memberOf } from '../call-api.ts';
import { optional } from '../nullable.ts';
import { a1, columnLetters, startOf } from './a1.ts';
import {
  type SheetDestination,
  sheetDestination,
  sheetDestinationFields,
  sheetDestinationProblems,
} from './destination.ts';
import { type ParsedRows, parseRows } from './parse-rows.ts';
import { sheetsServiceName, sheetsUrl } from './sheets-api.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

const work = defineBlock({
  type: 'google_sheets_write',
  usesBrowser: false,
  services: ['sheets.googleapis.com'],
  // The same cells written again are the same; rows appended again are there twice.
  onWorkerLost: ({ write_mode }) => (write_mode === 'update' ? 'repeat' : 'guard'),
  config: Type.Object(
    {
      ...sheetDestinationFields,
      credential_id: credentialField('Google Sheets'),
      write_mode: Type.Enum(['append', 'update'], {
        default: 'append',
        description: '`append`: below the existing table. `update`: from the first cell of the range on.',
      }),
      values: Type.String({
        default: '',
        description:
          'JSON: a list of rows, each a list of cells or an object. What a template prints in it becomes JSON, texts apart; a name that does not exist fails.',
        ...template('json'),
      }),
      column_mapping: optional(
        Type.Record(Type.String(), Type.String(), {
          description: 'For rows that are objects: the letters of the column of each member.',
        }),
      ),
      create_sheet_if_missing: Type.Boolean({
        default: false,
        description: 'Adds the sheet when it does not exist.',
      }),
    },
    {
      description: 'Writes rows to a Google spreadsheet. Cells are not parsed: no text becomes a formula.',
    },
  ),
  output: Type.Object({
    spreadsheet_id: Type.String(),
    write_mode: Type.String(),
    requested_destination: Type.String({ description: 'As the block names it.' }),
    range_sent: nullableText,
    updated_range: nullableText,
    rows_written: Type.Integer(),
    response: Type.Unknown({
      description: 'The answer of Google Sheets; null when there was nothing to write.',
    }),
  }),
  async run(given, context) {
    const destination = sheetDestination(given, context.label);
    const { write_mode } = given;
    const found = parseRows(given.values, given.column_mapping ?? {}, context.label);
    const shared = {
      spreadsheet_id: destination.spreadsheetId,
      write_mode,
      requested_destination: destination.range,
    };
    if (found.rows.length === 0) {
      return { ...shared, range_sent: null, updated_range: null, rows_written: 0, response: null };
    }
    const token = await readAccessToken(given.credential_id, sheetsServiceName, context);
    const api: ApiConnection = { serviceName: sheetsServiceName, token, context };
    if (given.create_sheet_if_missing && destination.sheet !== null) {
      await ensureSheet(api, destination.spreadsheetId, destination.sheet);
    }
    const { range, rows } =
      write_mode === 'append' ? appended(destination, found) : updated(destination, found);
    const path = `${destination.spreadsheetId}/values/${encodeURIComponent(range)}`;
    const body: JsonObject = { range, majorDimension: 'ROWS', values: rows.map((row) => [...row]) };
    // RAW: what a page or a model said never becomes a formula.
    const query = { valueInputOption: 'RAW' };
    const response = await callApi(
      api,
      write_mode === 'append'
        ? {
            resource: wanted,
            method: 'POST',
            url: sheetsUrl(`${path}:append`, { ...query, insertDataOption: 'INSERT_ROWS' }),
            body,
          }
        : { resource: wanted, method: 'PUT', url: sheetsUrl(path, query), body },
    );
    const updates = write_mode === 'append' ? memberOf(response, 'updates') : response;
    const updatedRange = memberOf(updates, 'updatedRange');
    const updatedRows = memberOf(updates, 'updatedRows');
    return {
      ...shared,
      range_sent: range,
      updated_range: typeof updatedRange === 'string' ? updatedRange : null,
      rows_written: typeof updatedRows === 'number' ? updatedRows : 0,
      response,
    };
  },
});

/** `google_sheets_write`: rows below a table, or from a cell on. */
export const googleSheetsWrite = { ...work, check: sheetDestinationProblems };

const wanted = 'a change of a spreadsheet';

interface Written {
  readonly range: string;
  readonly rows: readonly (readonly Json[])[];
}

/** Google puts appended rows below the table that it finds, from its first column on; mapped columns count from `A`. */
function appended({ sheet, cells, range }: SheetDestination, { rows, firstColumn }: ParsedRows): Written {
  if (firstColumn === null) return { range, rows };
  const { row } = startOf(cells ?? 'A1');
  const gap: readonly Json[] = Array.from({ length: firstColumn - 1 }, () => null);
  return { range: a1(sheet, `A${row}`), rows: rows.map((cellsOfRow) => [...gap, ...cellsOfRow]) };
}

/** Cells that no member is mapped to stay as they are: Google leaves out what is null. */
function updated({ sheet, cells, range }: SheetDestination, { rows, firstColumn }: ParsedRows): Written {
  if (firstColumn === null && cells !== null) return { range, rows };
  const { column, row } = startOf(cells ?? 'A1');
  return { range: a1(sheet, `${columnLetters(firstColumn ?? column)}${row}`), rows };
}

async function ensureSheet(api: ApiConnection, spreadsheetId: string, title: string): Promise<void> {
  const answer = await callApi(api, {
    resource: 'the list of the sheets of a spreadsheet',
    url: sheetsUrl(spreadsheetId, { fields: 'sheets(properties(title))' }),
  });
  const titles = entriesOf(answer, 'sheets').map((sheet) => memberOf(memberOf(sheet, 'properties'), 'title'));
  // Google takes titles for the same that differ in case alone.
  if (titles.some((one) => String(one).toLowerCase() === title.toLowerCase())) return;
  await callApi(api, {
    resource: `a new sheet \`${title}\``,
    method: 'POST',
    url: sheetsUrl(`${spreadsheetId}:batchUpdate`),
    body: { requests: [{ addSheet: { properties: { title } } }] },
  });
}
