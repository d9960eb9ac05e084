import {
  type BlockContext,
  findJsonExcess,
  type Json,
  jsonLimits,
  limitParts,
  parseExactJson,
  type RunFile,
  RunwrightError,
  readParts,
} from '@runwright/contract';
import { responseFileName } from '../../files/file-name.ts';
import { charsetOf, decodeText } from '../../files/text-charset.ts';

/**
 * Bytes of an answer that goes into the output at most. It is parsed, searched for secrets and stored on the thread that
 * everything else runs on.
 */
const maximumBytes = 10 * 1024 * 1024;
/** Bytes of an answer that is saved as a file at most. */
const maximumSavedBytes = 500_000_000;

/**
 * The answer as parsed JSON, or as text when it is none. Numbers that would change are texts, and the timeline names them. Throws `file_too_large` beyond 10 MiB, and `block_failed` for
 * JSON that has more levels, values or names than `jsonLimits`.
 */
export async function readContent(response: Response, { log }: Pick<BlockContext, 'log'>): Promise<Json> {
  const advice = 'ask for less, or set `save_response_as_file`';
  const bytes = await readParts(await bodyParts(response, maximumBytes, `10 MiB; ${advice}`));
  const text = decodeText(bytes, response.headers.get('content-type'));
  const excess = mayBeLarge(text) ? findJsonExcess(text, jsonLimits) : null;
  if (excess === null) return await parsed(text, log);
  throw new RunwrightError('block_failed', `The answer is JSON that ${excess}; ${advice}.`, {
    details: { failure_category: 'limit' },
  });
}

/** Any other text, such as a table of comma-separated values, has no limit beside its bytes. */
function mayBeLarge(text: string): boolean {
  return /^\s*[[{]/.test(text) && /[\]}]\s*$/.test(text.slice(-100));
}

async function parsed(text: string, log: BlockContext['log']): Promise<Json> {
  const numbers: string[] = [];
  const value = parseOrText(text, numbers);
  const [first] = numbers;
  if (first !== undefined && value !== text) {
    const others = numbers.length === 1 ? '' : ` and ${numbers.length - 1} more`;
    const message = `The answer has numbers with more digits than a number keeps; they are texts in the output: \`${first}\`${others}.`;
    await log.record({ type: 'progress', message, data: null });
  }
  return value;
}

function parseOrText(text: string, numbers: string[]): Json {
  try {
    return parseExactJson(text, (number) => numbers.push(number)) as Json;
  } catch {
    return text;
  }
}

/** An answer that was kept as a download of the run. */
export interface SavedContent {
  readonly file: RunFile;
  /** The member of the output that replaces the body of a response that was saved as a file. */
  readonly body: {
    readonly file_path: string;
    readonly file_name: string;
    readonly file_size: number;
  };
}

/** Keeps the answer as a file, under the given name or the server's. Throws `file_too_large` beyond 500 MB. */
export async function saveContent(
  response: Response,
  url: string,
  name: string,
  context: BlockContext,
): Promise<SavedContent> {
  const content = await bodyParts(response, maximumSavedBytes, '500 MB; ask for a smaller one');
  const contentType = storedType(response.headers.get('content-type'));
  const file = await context.files.save({
    name: name.trim() || responseFileName(response, url),
    content,
    sourceUrl: response.url || url,
    ...(contentType ? { contentType } : {}),
  });
  const { file_path, filename, file_size } = file;
  return { file, body: { file_path, file_name: filename, file_size } };
}

/** The media type, with the charset when it is not the one that everything is read in. */
function storedType(header: string | null): string | undefined {
  const type = header?.split(';')[0]?.trim();
  const charset = charsetOf(header);
  return type && charset !== null && charset !== 'utf-8' ? `${type}; charset=${charset}` : type;
}

async function bodyParts(
  response: Response,
  most: number,
  limit: string,
): Promise<AsyncIterable<Uint8Array>> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > most) {
    await response.body?.cancel();
    throw tooLarge(limit);
  }
  return limitParts(response.body ?? [], most, () => tooLarge(limit));
}

function tooLarge(limit: string): RunwrightError {
  const message = `The answer is larger than ${limit}.`;
  return new RunwrightError('block_failed', message, {
    details: {
      failure_category: 'limit',
      errors: [{ error_code: 'file_too_large', reasoning: message }],
    },
  });
}
