/** Request of a page, from an HTTP archive. */
export interface HarRequest {
  readonly id: string;
  /** ISO time. */
  readonly at: string;
  readonly method: string;
  readonly url: string;
  /** Null without an answer. */
  readonly status: number | null;
  readonly type: string;
  readonly bytes: number | null;
  readonly durationMs: number;
}

/** Reads the requests of an HTTP archive. Members that are missing or of another type are left out. */
export function harRequests(text: string): readonly HarRequest[] {
  const { log } = Object(JSON.parse(text)) as { readonly log?: { readonly entries?: unknown } };
  const entries = Array.isArray(log?.entries) ? log.entries : [];
  return entries.map((entry: unknown, index) => {
    const {
      startedDateTime: at,
      time,
      request,
      response,
    } = Object(entry) as Readonly<Record<string, unknown>>;
    const { method, url } = Object(request);
    const { status, content, bodySize } = Object(response);
    const { mimeType, size } = Object(content);
    return {
      id: String(index),
      at: String(at ?? ''),
      method: String(method ?? ''),
      url: String(url ?? ''),
      status: typeof status === 'number' && status > 0 ? status : null,
      type: typeOf(String(mimeType ?? ''), status),
      bytes: positive(bodySize) ?? positive(size),
      durationMs: typeof time === 'number' ? time : 0,
    };
  });
}

/** Line of the console of a page. */
export interface ConsoleLine {
  readonly id: string;
  readonly at: string;
  readonly level: string;
  readonly text: string;
}

/** Reads the lines of a console log: time, level, text. */
export function consoleLines(log: string): readonly ConsoleLine[] {
  return log.split('\n').flatMap((line, index) => {
    if (line === '') return [];
    const [, at = '', level = '', text = line] = /^(\d{4}-\S+Z) (\w+) +(.*)$/s.exec(line) ?? [];
    return [{ id: String(index), at, level, text }];
  });
}

/** Redirects and answers without content have the type `x-unknown`. */
function typeOf(mimeType: string, status: unknown): string {
  const type = mimeType.split(';', 1)[0] ?? '';
  if (type !== 'x-unknown') return type;
  return typeof status === 'number' && status >= 300 && status < 400 && status !== 304 ? 'redirect' : '';
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 ? value : null;
}
