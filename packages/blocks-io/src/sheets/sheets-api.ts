/** Base URL of the Google Sheets API, version 4: https://developers.google.com/workspace/sheets/api/reference/rest. */
export const sheetsBaseUrl = 'https://sheets.googleapis.com/v4/spreadsheets/';
/** Service name, for messages. */
export const sheetsServiceName = 'Google Sheets';

/** An address of the API. */
export function sheetsUrl(path: string, query: Readonly<Record<string, string>> = {}): URL {
  // Not resolved against the base: what stands before the colon of `id:batchUpdate` would be a scheme.
  const url = new URL(`${sheetsBaseUrl}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
