import type { Json } from '@runwright/contract';
import { expect, it } from 'vitest';
import { googleSheetsRead } from './google-sheets-read.ts';
import { apiError, sheetsContext, spreadsheetId, spreadsheetUrl } from './sheets.test-helpers.ts';

type Config = Parameters<typeof googleSheetsRead.run>[0];

const text = (value: string) => ({
  formattedValue: value,
  effectiveValue: { stringValue: value },
  userEnteredValue: { stringValue: value },
});
const amount = {
  formattedValue: '€ 1.50',
  effectiveValue: { numberValue: 1.5 },
  userEnteredValue: { formulaValue: '=3/2' },
  note: 'checked',
};

const sheet = (rows: readonly (readonly Json[])[], data: object = {}) => ({
  spreadsheetId,
  sheets: [
    {
      properties: { sheetId: 7, title: "Ann's orders" },
      merges: [{ sheetId: 7, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 0, endColumnIndex: 2 }],
      data: [{ ...data, rowData: rows.map((values) => (values.length === 0 ? {} : { values })) }],
    },
  ],
});

const read = (given: Partial<Config>, context: Parameters<typeof googleSheetsRead.run>[1]) =>
  googleSheetsRead.run(
    {
      spreadsheet_url: spreadsheetUrl,
      sheet_name: "Ann's orders",
      credential_id: { secret_value: '{{secret.google.x}}' },
      has_header_row: true,
      ...given,
    },
    context,
  );

it('reads a sheet with its header, cells, formulas and merges', async () => {
  const rows = [
    [text('Name'), text('Total'), text('Name'), {}, text('Name_2')],
    [text('Ann'), amount, {}, text('x')],
    [],
    [text('Bob'), {}],
    [{}, {}],
  ];
  const { context, requests } = sheetsContext(() => sheet(rows));
  expect(await read({}, context)).toEqual({
    spreadsheet_id: spreadsheetId,
    range: "'Ann''s orders'!A1:E4",
    sheet_id: 7,
    sheet_title: "Ann's orders",
    start_row: 1,
    start_column: 1,
    values: [['Name', 'Total', 'Name', '', 'Name_2'], ['Ann', '€ 1.50', '', 'x'], [], ['Bob']],
    rows: [
      { Name: 'Ann', Total: '€ 1.50', Name_3: null, column_D: 'x', Name_2: null },
      { Name: null, Total: null, Name_3: null, column_D: null, Name_2: null },
      { Name: 'Bob', Total: null, Name_3: null, column_D: null, Name_2: null },
    ],
    cells: expect.arrayContaining([
      {
        address: 'A1',
        row: 1,
        column: 1,
        text: 'Name',
        value: 'Name',
        formula: null,
        link: null,
        note: null,
      },
      {
        address: 'B2',
        row: 2,
        column: 2,
        text: '€ 1.50',
        value: 1.5,
        formula: '=3/2',
        link: null,
        note: 'checked',
      },
    ]),
    merges: ['A1:B1'],
  });
  expect(requests).toMatchObject([
    {
      method: 'GET',
      path: '',
      query: { ranges: "'Ann''s orders'" },
      authorization: 'Bearer {{secret.google.x}}',
    },
  ]);
});

it('tells where a range begins, and has no rows without a header', async () => {
  const { context, requests } = sheetsContext(() => sheet([[text('x')]], { startRow: 2, startColumn: 27 }));
  const output = await read({ range: 'AB3:AC', has_header_row: false }, context);
  expect(output).toMatchObject({
    range: "'Ann''s orders'!AB3:AB3",
    start_row: 3,
    start_column: 28,
    values: [['x']],
    rows: null,
  });
  expect(requests[0]?.query.ranges).toBe("'Ann''s orders'!AB3:AC");
});

it('an empty sheet has no values', async () => {
  const { context } = sheetsContext(() => sheet([]));
  expect(await read({}, context)).toMatchObject({ values: [], rows: [], cells: [] });
});

it('names the sheet of a range as it stands, and takes a bare id', async () => {
  const { context, requests } = sheetsContext(() => sheet([]));
  await read({ spreadsheet_url: spreadsheetId, sheet_name: null, range: 'Orders!B2' }, context);
  expect(requests[0]?.query.ranges).toBe("'Orders'!B2");
});

it.each([
  [
    'an address of another site',
    { spreadsheet_url: `https://evil.test/spreadsheets/d/${spreadsheetId}` },
    'neither',
  ],
  ['no range', { sheet_name: ' ' }, 'give one of them'],
  ['two sheets', { range: 'Other!A1' }, 'keep one of them'],
  ['no credential', { credential_id: null }, 'needs an access token'],
])('%s is refused before anything is sent', async (_what, given, reason) => {
  const { context, requests } = sheetsContext(() => ({}));
  await expect(read(given, context)).rejects.toThrow(reason);
  expect(requests).toEqual([]);
});

it('a block that names no cells is refused when it is saved', () => {
  expect(googleSheetsRead.check({ spreadsheet_url: 'x' })).toHaveLength(1);
  expect(googleSheetsRead.check({ spreadsheet_url: 'x', range: 'A1' })).toEqual([]);
});

it.each([
  [401, 'is invalid or expired', { retryable: false, details: { failure_category: 'credential' } }],
  [403, 'Give the account of the credential this permission', {}],
  [400, 'Unable to parse range: Nope', {}],
  [503, 'Try again later', { retryable: true }],
])('fails on HTTP %i with reason and remedy', async (status, reason, members) => {
  const { context } = sheetsContext(() => apiError(status, 'Unable to parse range: Nope'));
  const error: unknown = await read({}, context).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'block_failed', message: expect.stringContaining(reason), ...members });
});
