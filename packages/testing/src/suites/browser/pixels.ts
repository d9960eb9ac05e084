import type { PageSite } from './page-site.ts';
import type { Visitor } from './visitor.ts';

/** Pixels of a picture, or of all pictures of a video, by what they look like. */
export interface Counted {
  readonly width: number;
  readonly height: number;
  /** Seconds; 0 for a picture. */
  readonly duration: number;
  readonly red: number;
  readonly green: number;
  /** The grey that covers secrets. */
  readonly grey: number;
}

/** The page that counts them: `?video` for a video. */
export const countingPage = `<canvas id="canvas" hidden></canvas><p id="out">counting</p><script>
(async () => {
  const isVideo = location.search.startsWith('?video');
  const media = document.createElement(isVideo ? 'video' : 'img');
  media.muted = true;
  const ready = new Promise((resolve, reject) => { media[isVideo ? 'onloadeddata' : 'onload'] = resolve; media.onerror = () => reject(new Error('it does not open')); });
  // A server that sends no parts would allow no seeking.
  media.src = URL.createObjectURL(await (await fetch(location.search.split('=')[1])).blob());
  await ready;
  const width = isVideo ? media.videoWidth : media.naturalWidth, height = isVideo ? media.videoHeight : media.naturalHeight;
  const counts = { width, height, duration: isVideo ? media.duration : 0, red: 0, green: 0, grey: 0 };
  const draw = canvas.getContext('2d', { willReadFrequently: true });
  canvas.width = width; canvas.height = height;
  const count = () => {
    draw.drawImage(media, 0, 0);
    const { data } = draw.getImageData(0, 0, width, height);
    for (let at = 0; at < data.length; at += 4) {
      const [r, g, b] = [data[at], data[at + 1], data[at + 2]];
      if (r > 150 && g < 110 && b < 110) counts.red += 1;
      if (g > 120 && r < 100 && b < 100) counts.green += 1;
      if (Math.abs(r - 128) < 6 && Math.abs(g - 128) < 6 && Math.abs(b - 128) < 6) counts.grey += 1;
    }
  };
  if (!isVideo) count();
  for (let at = 0; isVideo && at < media.duration; at += 0.1) {
    const sought = new Promise((resolve) => { media.onseeked = resolve; });
    media.currentTime = at;
    await sought;
    count();
  }
  out.textContent = 'counted ' + JSON.stringify(counts);
})().catch((error) => { out.textContent = 'counted ' + JSON.stringify({ problem: String(error) }); });
</script>`;

/** Counts the pixels of a picture or video, which the browser itself opens on a page of the site. */
export async function countPixels(
  guest: Visitor,
  site: PageSite,
  { bytes, mediaType }: { readonly bytes: Uint8Array; readonly mediaType: string },
): Promise<Counted> {
  site.put('/media', mediaType, bytes);
  const kind = mediaType.startsWith('video/') ? 'video' : 'image';
  await guest.open(`${site.url}/counting?${kind}=/media`);
  await guest.act({ action_type: 'wait', for: 'text', value: 'counted {' });
  const html = await guest.session.page.html({ signal: new AbortController().signal });
  const [, json = '{}'] = /counted (\{[^<]*\})/.exec(html) ?? [];
  return JSON.parse(json.replaceAll('&quot;', '"'));
}
