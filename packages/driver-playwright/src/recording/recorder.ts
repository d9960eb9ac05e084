import type { Recording, RecordOptions } from '@runwright/contract';
import { changeJsonText } from '@runwright/masking';
import type { BrowserContext, Page } from 'playwright-core';
import type { Secrets } from '../common/secrets.ts';
import { withTimeout } from '../common/with-timeout.ts';
import type { KeptNetwork } from '../network/network-recording.ts';
import { createVideoWorker } from '../pictures/video-worker.ts';
import { recordConsole } from './console-log.ts';
import { recordHar } from './har.ts';
import type { RecordingSource } from './recording-source.ts';
import { recordTrace } from './trace.ts';
import { recordVideo, type Video } from './video.ts';

/** Recordings of one browser. */
export interface Recorder {
  /** Begins the video of a session in the browser; null when none is wanted. */
  video(): Video | null;
  /**
   * Ends everything that is recorded; to be called before the browser is closed, or when it is gone. What has not ended
   * after 12 s is lost and named in `lost`.
   */
  finish(): Promise<void>;
  /** A sentence for each recording that could not be kept. */
  readonly lost: readonly string[];
  /** Resolves when all is ended, those of tabs before that of the session they belong to. */
  readonly recordings: Promise<readonly Recording[]>;
}

/** The browser to record, and what to record of it. */
export interface RecorderOptions {
  readonly context: BrowserContext;
  readonly wanted: RecordOptions;
  /** A folder that is removed with the browser. */
  readonly folder: string;
  readonly secrets: Secrets;
  readonly browser: { readonly name: string; readonly version: string };
  /** The network with all answers, which ends when the browser is closed; null when it is not wanted. */
  readonly network: Pick<KeptNetwork, 'archive'> | null;
  /** In a browser that others use as well: whether this page is the session's own; null is a worker's page. */
  readonly isOurs: ((page: Page | null) => boolean) | null;
  readonly now: () => number;
}

/** Time for a recording to end; what a page holds up for longer is lost, so that its browser can be closed. */
const finishMs = 12_000;

/** Begins the requested recordings. */
export function startRecorder(parts: RecorderOptions): Recorder {
  const { context, wanted, folder, secrets, browser, network, now } = parts;
  const isOurs = parts.isOurs ?? (() => true);
  // A trace cannot leave out the pages of others.
  const isTraced = wanted.trace === true && parts.isOurs === null;
  const videoWorker = createVideoWorker();
  const videos: Video[] = [];
  const { promise: whileOpen, resolve } = Promise.withResolvers<readonly Recording[]>();
  type Source = { readonly name: string; readonly recorded: Promise<RecordingSource | null> };
  const source = (name: string, recorded: RecordingSource | Promise<RecordingSource | null>): Source => ({
    name,
    recorded: Promise.resolve(recorded),
  });
  // Its parts do not say of which origin they are.
  const maskRecord = (text: string): string => secrets.mask(text, 'anywhere');
  const logs: readonly Source[] = [
    ...(wanted.console ? [source('console log', recordConsole(context, isOurs, secrets))] : []),
    ...(wanted.har ? [source('HAR file', recordHar(context, browser, isOurs, secrets))] : []),
    ...(isTraced
      ? [
          source(
            'trace',
            recordTrace(context, folder, { mask: maskRecord, isTypedApart: secrets.isTypedApart }).catch(
              () => null,
            ),
          ),
        ]
      : []),
  ];
  const lost: string[] = [];
  let finishing: Promise<void> | null = null;

  const take = async ({ name, recorded }: Source): Promise<Recording | null> => {
    const taking = recorded.then((source) => source?.take() ?? null);
    const recording = await withTimeout<Recording | null | 'lost'>(finishMs, taking, 'lost');
    if (recording === 'lost') {
      lost.push(`The ${name} is lost: the page did not respond when it was ended.`);
      return null;
    }
    if (!recording) return null;
    return recording;
  };
  const finish = async (): Promise<void> => {
    const ofTabs = videos.toReversed().map((video) => source('video', video));
    const all = await Promise.all([...logs, ...ofTabs].map(take));
    await withTimeout(finishMs, videoWorker.close(), undefined);
    resolve(all.filter((recording) => recording !== null));
  };

  const withNetwork = async (): Promise<readonly Recording[]> => {
    const recorded = await whileOpen;
    const archive = await network?.archive;
    if (!archive) return recorded;
    if (archive === 'too-large') {
      lost.push(
        'The recording of the network is lost: it is longer than 100 MB. Record a run that loads less.',
      );
      return recorded;
    }
    // A person may have typed secrets that the browser was not given.
    const content = changeJsonText(archive, maskRecord);
    return [...recorded, { type: 'cassette_network', content, contentType: 'application/json' }];
  };

  return {
    video() {
      if (!wanted.video) return null;
      const video = recordVideo({
        context,
        createEncoder: videoWorker.createEncoder,
        hasSecrets: secrets.hasAny,
        now,
      });
      videos.push(video);
      return video;
    },
    finish() {
      finishing ??= finish();
      return finishing;
    },
    recordings: withNetwork(),
    lost,
  };
}
