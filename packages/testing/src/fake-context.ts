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
import { type FakeBrowser, type FakePage, type FakeSession, fakeBrowser } from './fake-browser.ts';
import { type FakeFile, fakeFiles } from './fake-files.ts';
import { type FakeSecret, type FakeSecrets, fakeSecrets } from './fake-secrets.ts';
import { toWholeRequest } from './whole-request.ts';

/** What a block that is tested alone is given. */
export interface FakeContextOptions {
  /** Default `block`. */
  readonly label?: string;
  /** Answers every purpose. Default: none; asking for it throws `model_failed`. */
  readonly model?: LanguageModel;
  /** Default: one with `pages`; without them none, and asking for it throws `browser_failed`. */
  readonly session?: BrowserSession;
  /** Pages of a fake browser that is opened when the block asks for it; the first one is shown. Default: none. */
  readonly pages?: readonly FakePage[];
  /** Secrets by their references, for `secret`, `reveal`, `fetch` and fields of pages. Default: none. */
  readonly secrets?: Readonly<Record<string, FakeSecret>>;
  /** Puts values in place of placeholders, after `secrets` has. Default: texts stay as they are. */
  readonly reveal?: (text: string, to: string) => string;
  /** Hosts that the run may visit. Default: no list. */
  readonly allowedDomains?: readonly string[];
  /** Placeholder of the one-time code of the block. Default: none. */
  readonly oneTimeCode?: string;
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
  /** Where secrets were sent, oldest first. */
  readonly revealed: FakeSecrets['revealed'];
  /** Values that the block has made secrets, by name. */
  readonly registered: FakeSecrets['registered'];
  /** The sessions of the fake browser that shows `pages`; with what was done to them. */
  readonly sessions: readonly FakeSession[];
}

/**
 * A {@link BlockContext} without an engine: enough to run one block in a test. Its model port makes one call and takes
 * the answer as it is; schemas are checked by the engine only. There are no secrets, pages and network but what is given.
 * `fetch` and pages get values in place of placeholders, as in a run.
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
  const secrets = fakeSecrets(options.secrets);
  const pages = options.pages && fakeBrowser({ pages: options.pages });
  let opened: Promise<FakeSession> | null = null;
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
    hasPage: session !== undefined || pages !== undefined,
    ...(options.oneTimeCode === undefined ? {} : { oneTimeCode: options.oneTimeCode }),
    ...(options.allowedDomains === undefined ? {} : { isAllowedDomain: isOneOf(options.allowedDomains) }),
    async browser() {
      if (session) return session;
      opened ??= pages ? openPages(pages, options.pages?.[0]?.url, { reveal: secrets.reveal, signal }) : null;
      if (opened) return opened;
      throw new RunwrightError(
        'browser_failed',
        'This context has no browser. Give it `pages` or a `session`.',
      );
    },
    model(purpose = 'text') {
      if (model) return fakePort(model, purpose);
      throw new RunwrightError('model_failed', 'This context has no model. Give it a `model`.');
    },
    async reveal(text, to) {
      const own = secrets.reveal(text, to);
      return new Secret(options.reveal?.(own, to) ?? own);
    },
    registerSecret: async (name, value) => secrets.register(name, value),
    secret: async (reference) => secrets.placeholder(reference),
    async artifact(draft) {
      const artifactId = `a_${artifacts.push(draft)}`;
      return { artifactId, type: draft.type, url: `artifact://${artifactId}` };
    },
    async fetch(url, init) {
      if (options.fetch) {
        const sent = secrets.reveal(String(url), String(url));
        const whole =
          init && revealedRequest(await toWholeRequest(init), (text) => secrets.reveal(text, sent));
        return options.fetch(typeof url === 'string' ? sent : new URL(sent), ...(whole ? [whole] : []));
      }
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
  return {
    ...{ context, files: kept, entries, artifacts, logs },
    ...{ revealed: secrets.revealed, registered: secrets.registered, sessions: pages?.sessions ?? [] },
  };
}

/** Opens a session of the fake browser at its first page. */
async function openPages(
  browser: FakeBrowser,
  url: string | undefined,
  { reveal, signal }: { readonly reveal: FakeSecrets['reveal']; readonly signal: AbortSignal },
): Promise<FakeSession> {
  const egress = { check: async (address: string | URL) => ({ url: new URL(address), addresses: [] }) };
  const session = await browser.open({ egress, reveal, signal });
  if (url !== undefined) await session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
  return session;
}

/** Returns whether an address has one of the hosts, or a subdomain of one. */
function isOneOf(domains: readonly string[]): (address: string) => boolean {
  return (address) => {
    if (!URL.canParse(address)) return false;
    const { hostname } = new URL(address);
    return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
  };
}

/** The request with values in its headers and in a body that is text. */
function revealedRequest(init: RequestInit, reveal: (text: string) => string): RequestInit {
  const headers = [...new Headers(init.headers)].map(([name, value]) => [name, reveal(value)] as const);
  return {
    ...init,
    ...(init.headers === undefined ? {} : { headers: Object.fromEntries(headers) }),
    ...(typeof init.body === 'string' ? { body: reveal(init.body) } : {}),
  };
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
