import type { PageSite } from './page-site.ts';
import type { SessionClient } from './session-client.ts';

/** Pixels of a picture, or of all pictures of a video, by what they look like. */
export interface PixelCount {
  readonly width: number;
  readonly height: number;
  /** Seconds; 0 for a picture. */
  readonly duration: number;
  readonly red: number;
  readonly green: number;
  /** The grey that covers secrets. */
  readonly grey: number;
}

/** A picture or a video. */
interface Medium {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** The page that counts them: of every `image` and `video` in its query. */
export const countingPage = `<canvas id="canvas" hidden></canvas><p id="out">counting</p><script>
/** How often a video is looked at. */
const looks = 40;
const count = async (kind, path) => {
  const isVideo = kind === 'video';
  const media = document.createElement(isVideo ? 'video' : 'img');
  media.muted = true;
  const ready = new Promise((resolve, reject) => { media[isVideo ? 'onloadeddata' : 'onload'] = resolve; media.onerror = () => reject(new Error('it does not open')); });
  // A server that sends no parts would allow no seeking.
  media.src = URL.createObjectURL(await (await fetch(path)).blob());
  await ready;
  const width = isVideo ? media.videoWidth : media.naturalWidth, height = isVideo ? media.videoHeight : media.naturalHeight;
  const counts = { width, height, duration: isVideo ? media.duration : 0, red: 0, green: 0, grey: 0 };
  const draw = canvas.getContext('2d', { willReadFrequently: true });
  canvas.width = width; canvas.height = height;
  const look = () => {
    draw.drawImage(media, 0, 0);
    const { data } = draw.getImageData(0, 0, width, height);
    for (let at = 0; at < data.length; at += 4) {
      const [r, g, b] = [data[at], data[at + 1], data[at + 2]];
      if (r > 150 && g < 110 && b < 110) counts.red += 1;
      if (g > 120 && r < 100 && b < 100) counts.green += 1;
      if (Math.abs(r - 128) < 6 && Math.abs(g - 128) < 6 && Math.abs(b - 128) < 6) counts.grey += 1;
    }
  };
  if (!isVideo) look();
  for (let step = 0; isVideo && step <= looks; step += 1) {
    const sought = new Promise((resolve) => { media.onseeked = resolve; });
    media.currentTime = (media.duration * step) / looks;
    await sought;
    look();
  }
  return counts;
};
const countAll = async () => {
  const counted = [];
  for (const [kind, path] of new URLSearchParams(location.search)) counted.push(await count(kind, path));
  return counted;
};
countAll().catch((error) => [{ problem: String(error) }]).then((all) => { out.textContent = 'counted ' + JSON.stringify(all); });
</script>`;

/** Pixels of pictures and videos, which the browser itself opens on a page of the site. */
export async function countPixels<const Media extends readonly Medium[]>(
  client: SessionClient,
  site: PageSite,
  ...media: Media
): Promise<{ readonly [Index in keyof Media]: PixelCount }> {
  const query = media.map(({ bytes, mediaType }, index) => {
    site.put(`/media/${index}`, mediaType, bytes);
    return `${mediaType.startsWith('video/') ? 'video' : 'image'}=/media/${index}`;
  });
  await client.open(`${site.url}/counting?${query.join('&')}`);
  // One wait is ten seconds at most.
  for (let waits = 0; waits < 3; waits += 1) {
    const { status } = await client.act({ action_type: 'wait', for: 'text', value: 'counted [' });
    if (status === 'ok') break;
  }
  const html = await client.session.page.html({ signal: new AbortController().signal });
  const [, json = '[]'] = /counted (\[[^<]*\])/.exec(html) ?? [];
  return JSON.parse(json.replaceAll('&quot;', '"'));
}
