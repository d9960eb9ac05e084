import type { Json } from '@runwright/contract';
import { type FakeContextOptions, fakeContext } from '@runwright/testing';

/** A request as the API got it. */
export interface SheetsRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | null;
  readonly body: any;
}

export const spreadsheetId = '1AbC_dEfGhIjKlMnOpQrStUvWxYz0123456789';
export const spreadsheetUrl = `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit#gid=0`;

/** A context whose network is the Google Sheets API: each request is kept and answered by `answer`, null with a 404. */
export function sheetsContext(
  answer: (request: SheetsRequest) => Json | Response,
  options: FakeContextOptions = {},
) {
  const requests: SheetsRequest[] = [];
  const fake = fakeContext({
    async fetch(url, init) {
      const { pathname, searchParams, origin } = new URL(url);
      const request: SheetsRequest = {
        method: init?.method ?? 'GET',
        path: decodeURIComponent(pathname).replace(`/v4/spreadsheets/${spreadsheetId}`, ''),
        query: Object.fromEntries(searchParams),
        authorization: new Headers(init?.headers).get('authorization'),
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      };
      if (origin !== 'https://sheets.googleapis.com') throw new Error(`an unexpected host: ${origin}`);
      requests.push(request);
      const found = answer(request);
      return found instanceof Response ? found : Response.json(found);
    },
    ...options,
  });
  return { ...fake, requests };
}

/** The API's own form of an error. */
export function apiError(status: number, message: string): Response {
  return Response.json({ error: { code: status, message, status: 'ERROR' } }, { status });
}
