import { type Problem, RunwrightError, Type } from '@runwright/contract';
import { optional } from '../nullable.ts';
import { a1, splitA1 } from './a1.ts';

/** Fields that select the cells of a spreadsheet. */
export const sheetDestinationFields = {
  spreadsheet_url: Type.String({ minLength: 1, description: 'Address or id of the spreadsheet.' }),
  sheet_name: optional(Type.String({ description: 'This or `range` is required.' })),
  range: optional(
    Type.String({
      description: "Cells, such as `A2:D` or `'My sheet'!B3`; without a sheet those of `sheet_name`.",
    }),
  ),
};

/** Cells of a spreadsheet. */
export interface SheetDestination {
  readonly spreadsheetId: string;
  /** Null: the first one. */
  readonly sheet: string | null;
  /** Null: the whole sheet. */
  readonly cells: string | null;
  /** Both, as Google writes them. */
  readonly range: string;
}

/** Reads the members of {@link sheetDestinationFields}. Throws `invalid_input`. */
export function sheetDestination(
  given: {
    readonly spreadsheet_url: string;
    readonly sheet_name?: string | null | undefined;
    readonly range?: string | null | undefined;
  },
  label: string,
): SheetDestination {
  const spreadsheetId = idIn(given.spreadsheet_url.trim());
  if (spreadsheetId === null) {
    throw refused(
      label,
      '`spreadsheet_url` is neither the address nor the id of a Google spreadsheet; correct it',
    );
  }
  const name = given.sheet_name?.trim() || null;
  const range = given.range?.trim() || null;
  if (name === null && range === null)
    throw refused(label, '`sheet_name` and `range` are empty; give one of them');
  const split = range === null ? null : splitA1(range);
  if (name !== null && split?.sheet != null && split.sheet !== name) {
    throw refused(
      label,
      `\`sheet_name\` is \`${name}\` and \`range\` names the sheet \`${split.sheet}\`; keep one of them`,
    );
  }
  const sheet = split?.sheet ?? name;
  const cells = split?.cells ?? null;
  return { spreadsheetId, sheet, cells, range: a1(sheet, cells) };
}

/** A saved block that names neither a sheet nor a range. */
export function sheetDestinationProblems(node: { readonly [name: string]: unknown }): readonly Problem[] {
  const isGiven = (value: unknown) => typeof value === 'string' && value.trim() !== '';
  if (isGiven(node.sheet_name) || isGiven(node.range)) return [];
  return [
    { path: ['sheet_name'], message: 'Value error, give `sheet_name` or `range`', type: 'value_error' },
  ];
}

function idIn(text: string): string | null {
  const inAddress = /^https?:\/\/docs\.google\.com\/spreadsheets\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(text)?.[1];
  return inAddress ?? /^[\w-]{20,}$/.exec(text)?.[0] ?? null;
}

function refused(label: string, reason: string): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    `Block \`${label}\` has no valid spreadsheet cells: ${reason}.`,
    {
      details: { failure_category: 'definition' },
    },
  );
}
