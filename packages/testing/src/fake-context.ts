import {
  type ArtifactDraft,
  type BlockContext,
  type BrowserSession,
  type Json,
  type LanguageModel,
  type ModelPort,
  type Part,
  RunwrightError,
  Secret,
  type TimelineEntry,
} from '@runwright/contract';
import { type FakeFile, fakeFiles } from './fake-files.ts';
import { toWholeRequest } from './whole-request.ts';

/** What a block that is tested alone is given. */
export interface FakeContextOptions {
  /** Default `block`. */
  readonly label?: string;
  /** Answers every purpose. Default: none; asking for it throws `model_failed`. */
  readonly model?: LanguageModel;
  /** Default: none; asking for it throws `browser_failed`. */
  readonly session?: BrowserSession;
  /** Puts values in place of placeholders. Default: texts stay as they are. */
  readonly reveal?: (text: string, to: string) => string;
  /** The network of the block; bodies are given to it whole. Default: none; asking for it throws `egress_denied`. */
  readonly fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Connections of the block. Default: none; asking for one throws `egress_denied`. */
  readonly connect?: BlockContext['connect'];
  /** What the run downloaded before, by name. Default: nothing. */
  readonly downloads?: Readonly<Record<string, string | Uint8Array>>;
  /** Default: never aborted. */
  readonly signal?: AbortSignal;
}

/** A block context that keeps what the block does with it. */
export interface FakeContext {
  readonly context: BlockContext;
  /** What was recorded, with the id that was answered. */
  readonly entries: readonly (TimelineEntry & { readonly id: string })[];
  /** What was handed over to be kept, oldest first. */
  readonly artifacts: readonly ArtifactDraft[];
  /** The run's files, oldest first, with their bytes. */
  readonly files: readonly FakeFile[];
  /** Log lines as `level: message`. */
  readonly logs: readonly string[];
}

/**
 * A {@link BlockContext} without an engine: enough to run one block in a test. Its model port makes one call and takes
 * the answer as it is; schemas are checked by the engine only. There are no secrets, and no network but what is given.
 */
export function fakeContext(options: FakeContextOptions = {}): FakeContext {
  const { label = 'block', model, session, signal = new AbortController().signal } = options;
  const entries: (TimelineEntry & { readonly id: string })[] = [];
  const artifacts: ArtifactDraft[] = [];
  const logs: string[] = [];
  let thoughts = 0;
  const log = (level: string) => (message: string) => {
    logs.push(`${level}: ${message}`);
  };
  const { files, kept } = fakeFiles({
    downloads: options.downloads ?? {},
    fetch: (url) => context.fetch(url),
  });
  const context: BlockContext = {
    runId: 'wr_test',
    taskId: 'tsk_test',
    label,
    attempt: 1,
    signal,
    log: {
      debug: log('debug'),
      info: log('info'),
      warn: log('warn'),
      error: log('error'),
      async record(entry) {
        const given = entry.type === 'thought' ? entry.thoughtId : undefined;
        const id = given ?? `${entry.type}_${entries.length + 1}`;
        entries.push({ ...entry, id });
        return id;
      },
      makeThoughtId() {
        thoughts += 1;
        return `th_${thoughts}`;
      },
    },
    hasPage: session !== undefined,
    async browser() {
      if (session) return session;
      throw new RunwrightError('browser_failed', 'This context has no browser. Give it a `session`.');
    },
    model(purpose = 'text') {
      if (model) return fakePort(model, purpose);
      throw new RunwrightError('model_failed', 'This context has no model. Give it a `model`.');
    },
    async reveal(text, to) {
      return new Secret(options.reveal?.(text, to) ?? text);
    },
    async registerSecret(name) {
      return `{{secret.${name}}}`;
    },
    async secret(reference) {
      throw new RunwrightError('secret_unavailable', `This context has no secret \`${reference}\`.`);
    },
    async artifact(draft) {
      const artifactId = `a_${artifacts.push(draft)}`;
      return { artifactId, type: draft.type, url: `artifact://${artifactId}` };
    },
    async fetch(url, init) {
      if (options.fetch) return options.fetch(url, ...(init ? [await toWholeRequest(init)] : []));
      throw new RunwrightError(
        'egress_denied',
        `This context has no network; \`${String(url)}\` was asked for.`,
      );
    },
    async connect(to) {
      if (options.connect) return options.connect(to);
      throw new RunwrightError(
        'egress_denied',
        `This context has no network; \`${to.host}:${to.port}\` was asked for.`,
      );
    },
    files,
  };
  return { context, files: kept, entries, artifacts, logs };
}

function fakePort(model: LanguageModel, purpose: Parameters<BlockContext['model']>[0] & string): ModelPort {
  return {
    id: model.id,
    images: model.can.images,
    async generate({ messages, schema, name = purpose, signal }) {
      const { parts, usage } = await model.generate({
        purpose,
        messages,
        output: { name, schema: JSON.parse(JSON.stringify(schema)), mode: 'json_schema' },
        limits: { outputTokens: 4_000, timeoutMs: 30_000 },
        signal,
      });
      return { value: parse(textOf(parts)), usage };
    },
    computer: model.can.computer ?? null,
    async converse({ messages, tools, computer, previous, signal }) {
      const limits = { outputTokens: 4_000, timeoutMs: 30_000 };
      const { parts, handle, usage } = await model.generate({
        ...{ purpose, messages, limits, signal, ...(tools && { tools }), ...(computer && { computer }) },
        ...(previous === undefined ? {} : { previous }),
      });
      return { parts, handle: handle ?? null, usage };
    },
    async generateText({ messages, signal }) {
      const limits = { outputTokens: 4_000, timeoutMs: 30_000 };
      const { parts, usage } = await model.generate({ purpose, messages, limits, signal });
      return { text: textOf(parts), usage };
    },
  };
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

// biome-ignore lint/suspicious/noExplicitAny: the test that wrote the answer knows its type
function parse(text: string): any {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new RunwrightError('model_failed', 'The model answered with no JSON.', { cause });
  }
}
