import { expect, it } from 'vitest';
import type { VideoEncoder } from '../pictures/video-encoder.ts';
import type { Tab } from '../tabs/tabs.ts';
import { recordVideo, type VideoOptions } from './video.ts';

/** A video of a page whose browser sends no pictures by itself, and what comes into its encoder. */
function quietVideo() {
  const shown: string[] = [];
  const answers: Readonly<Record<string, object>> = {
    'Page.getLayoutMetrics': {
      cssLayoutViewport: { clientWidth: 800, clientHeight: 600, pageX: 0, pageY: 0 },
    },
    'Page.captureScreenshot': { data: Buffer.from('as it is now').toString('base64') },
  };
  let isAttached = true;
  const session = {
    on: () => undefined,
    async send(method: string) {
      if (!isAttached) throw new Error('the session is detached');
      return answers[method];
    },
    async detach() {
      isAttached = false;
    },
  };
  const encoder: VideoEncoder = {
    async add({ jpeg }) {
      shown.push(Buffer.from(jpeg).toString());
      return 1;
    },
    finish: async () => new Uint8Array([1]),
  };
  const context = { newCDPSession: async () => session } as unknown as VideoOptions['context'];
  const video = recordVideo({ context, createEncoder: () => encoder, hasSecrets: () => false, now: () => 0 });
  return { video, shown };
}

it('the last state of the page is in a video although the browser sent no frame of it', async () => {
  const { video, shown } = quietVideo();
  video.follow({ page: {} } as unknown as Tab);
  expect(await video.take()).toMatchObject({ type: 'recording', contentType: 'video/webm' });
  expect(shown).toEqual(['as it is now']);
});

it('a video without frames is null', async () => {
  const { video, shown } = quietVideo();
  expect(await video.take()).toBeNull();
  expect(shown).toEqual([]);
});
