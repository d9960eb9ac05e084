import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { RunwrightError } from '@runwright/contract';
import { createMask, isSecretHeader } from '@runwright/masking';
import type { BrowserContext } from 'playwright-core';

/** A request that a recording has no answer for. */
export interface MissingRequest {
  readonly method: string;
  readonly url: string;
}

/** Recording of what the pages of browsers request, and of the answers. */
export interface NetworkRecording {
  /** `record`: writes the answers of every browser. `replay`: answers from the recording; nothing reaches a network. */
  readonly mode: 'record' | 'replay';
  /** Folder of the recording: `browser-1.har`, `browser-2.har`, … in the order in which browsers are opened. */
  readonly folder: string;
  /** For `record`: what stands for the value of a secret. Default: `*****` for all. */
  readonly substitute?: (value: string) => string;
  /** Is told about each request that the recording has no answer for; the browser gets a network error. Default: nobody is. */
  readonly onMissing?: (request: MissingRequest) => void;
}

/** The share of one browser in a recording. */
export interface BrowserRecording {
  /** Begins to record or to replay; to be called before the first page is loaded. */
  attach(context: BrowserContext): Promise<void>;
  /** Wraps the function that reveals secrets, so that their values are masked in the recording. */
  reveal(reveal: Reveal): Reveal;
  /** Masks what was recorded. To be called when the browser is closed. */
  finish(): Promise<void>;
}

/** The network of one browser as a recording of its session. */
export interface KeptNetwork extends BrowserRecording {
  /**
   * Resolves after {@link BrowserRecording.finish}: to the HTTP Archive as text, `too-large` when it was longer than 100 MB, or null
   * when the browser has written none.
   */
  readonly archive: Promise<string | 'too-large' | null>;
}

type Reveal = (text: string, origin: string) => string;

/**
 * Stands for a secret in a recording. A form sends it unchanged, so that a replay whose secrets have this value sends the
 * requests that were recorded.
 */
export const recordedSecret = '*****';

/** Creates a function that returns the share of the next browser. */
export function networkRecordings({
  mode,
  folder,
  substitute,
  onMissing,
}: NetworkRecording): () => BrowserRecording {
  let count = 0;
  return () => {
    count += 1;
    const file = resolve(join(folder, `browser-${count}.har`));
    return mode === 'record' ? recorder(file, substitute) : player(file, onMissing ?? (() => undefined));
  };
}

/** Largest archive that is read for a session, in bytes: masking it takes several times as much memory. */
const maximumArchive = 100_000_000;

/** Records the network of one browser into a folder that is removed with it. */
export function keepNetwork(folder: string, substitute: (value: string) => string): KeptNetwork {
  const file = join(folder, 'network.har');
  const recording = recorder(file, substitute);
  const { promise: archive, resolve: take } = Promise.withResolvers<string | 'too-large' | null>();
  return {
    ...recording,
    archive,
    async finish() {
      try {
        // A browser that has crashed leaves no recording.
        const found = await stat(file).catch(() => null);
        if (found === null || found.size > maximumArchive) return take(found && 'too-large');
        await recording.finish();
        take(await readFile(file, 'utf8'));
      } catch (error) {
        take(null);
        throw error;
      }
    },
  };
}

const onePlaceholder = /^\{\{[^{}]*\}\}$/;

function recorder(
  file: string,
  substitute: (value: string) => string = () => recordedSecret,
): BrowserRecording {
  const values = new Set<string>();
  return {
    async attach(context) {
      await mkdir(join(file, '..'), { recursive: true });
      await context.routeFromHAR(file, { update: true, updateContent: 'embed', updateMode: 'minimal' });
    },
    reveal: (reveal) => (text, origin) => {
      const revealed = reveal(text, origin);
      // The others reveal each of their placeholders alone, too; a replay types what stands around them as it is.
      if (revealed !== text && onePlaceholder.test(text)) values.add(revealed);
      return revealed;
    },
    async finish() {
      // A browser that has crashed leaves no recording.
      if (!existsSync(file)) return;
      const har: unknown = JSON.parse(await readFile(file, 'utf8'));
      await writeFile(file, `${JSON.stringify(maskHar(har, substituteMask(values, substitute)), null, 2)}\n`);
    },
  };
}

function player(file: string, onMissing: (request: MissingRequest) => void): BrowserRecording {
  return {
    async attach(context) {
      if (!existsSync(file)) throw noRecording(file);
      await context.routeFromHAR(file, { notFound: 'abort' });
      context.on('requestfailed', (request) => {
        if (request.failure()?.errorText !== 'net::ERR_FAILED') return;
        onMissing({ method: request.method(), url: request.url() });
      });
    },
    reveal: (reveal) => reveal,
    finish: () => Promise.resolve(),
  };
}

/** Creates the function that puts substitutes in place of secrets, longer ones first, because they may contain others. */
function substituteMask(
  secrets: ReadonlySet<string>,
  substitute: (value: string) => string,
): (text: string) => string {
  const masks = [...secrets]
    .sort((one, other) => other.length - one.length)
    .map((secret) => createMask({ secrets: [secret], maskText: substitute(secret) }));
  return (given) => masks.reduce((text, mask) => mask(text), given);
}

/** Masks secrets in every text, and the values of cookies and of headers with credentials. */
function maskHar(har: unknown, mask: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(har), (name, member: unknown) => {
    if (name === 'headers' && Array.isArray(member)) return member.map(maskHeader);
    if (name === 'cookies') return [];
    // The text of pictures and fonts is base64.
    return typeof member === 'string' && name !== 'encoding' ? mask(member) : member;
  });
}

function maskHeader(header: unknown): unknown {
  if (typeof header !== 'object' || header === null || !('name' in header) || !('value' in header))
    return header;
  const [name, value] = [String(header.name), String(header.value)];
  if (/^set-cookie$/i.test(name)) {
    return { name, value: value.replace(/^([^=;\n]*=)[^;\n]*/gm, `$1${recordedSecret}`) };
  }
  return { name, value: isSecretHeader(name) ? recordedSecret : value };
}

function noRecording(file: string): RunwrightError {
  return new RunwrightError(
    'browser_failed',
    `Cannot replay the network of this browser: there is no recording \`${file}\`. Record the run again.`,
  );
}
