import { describe, expect, it } from 'vitest';
import { consoleLines, harRequests } from './har.ts';

describe('recordings of a browser', () => {
  it('list requests, also those without an answer', () => {
    const entry = (fields: object) => ({
      startedDateTime: '2026-01-01T00:00:00.000Z',
      time: 12.5,
      ...fields,
    });
    const har = {
      log: {
        entries: [
          entry({
            request: { method: 'GET', url: 'https://a.test/' },
            response: { status: 200, bodySize: 10, content: { mimeType: 'text/html; charset=utf-8' } },
          }),
          entry({
            request: { method: 'POST', url: 'https://a.test/x' },
            response: { status: 0, bodySize: -1 },
          }),
          entry({
            request: { method: 'GET', url: 'https://a.test/y' },
            response: { status: 302, bodySize: 0, content: { mimeType: 'x-unknown' } },
          }),
          null,
        ],
      },
    };
    expect(
      harRequests(JSON.stringify(har)).map(({ method, status, type, bytes }) => [
        method,
        status,
        type,
        bytes,
      ]),
    ).toEqual([
      ['GET', 200, 'text/html', 10],
      ['POST', null, '', null],
      ['GET', 302, 'redirect', 0],
      ['', null, '', null],
    ]);
    expect(harRequests('{}')).toEqual([]);
  });

  it('list lines of the console with time and level, and keep others as they are', () => {
    const log = '2026-01-01T00:00:00.000Z warning is old (https://a.test/:1)\n3 more lines are left out.\n';
    expect(consoleLines(log)).toEqual([
      { id: '0', at: '2026-01-01T00:00:00.000Z', level: 'warning', text: 'is old (https://a.test/:1)' },
      { id: '1', at: '', level: '', text: '3 more lines are left out.' },
    ]);
  });
});
