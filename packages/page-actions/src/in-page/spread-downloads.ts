/**
 * Runs in an isolated world of each document. Starts the downloads of a document that the browser would drop in frames of their own:
 * of the links with `download` that a frame follows within a second, Chromium drops all after the tenth, and tells neither the page
 * nor the protocol.
 *
 * @see https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/renderer/core/frame/local_frame.cc `ShouldThrottleDownload`
 */
export function spreadDownloads(): void {
  const maxInBurst = 10;
  // A little longer than the second of the browser, which begins after ours.
  const burstMs = 1_200;
  /** More than a run may have files. A document that starts downloads without end is left to the browser. */
  const maxSpread = 100;
  /** The frame may go when the browser has taken its downloads. */
  const frameMs = 10_000;
  /** Times of the last downloads that this frame has started. */
  const started: number[] = [];
  let inner: Document | null = null;
  let spread = 0;

  const openFrame = (): Document | null => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    document.documentElement.append(frame);
    setTimeout(() => frame.remove(), frameMs);
    return frame.contentDocument;
  };

  const startInside = (url: string, filename: string): void => {
    if (!inner?.defaultView || spread % maxInBurst === 0) inner = openFrame();
    if (!inner) return;
    spread += 1;
    const link = inner.createElement('a');
    link.href = url;
    link.download = filename;
    link.click();
  };

  // A document without an origin of its own has none.
  globalThis.navigation?.addEventListener('navigate', (event) => {
    const { downloadRequest, defaultPrevented, destination } = event;
    if (downloadRequest === null || defaultPrevented) return;
    const now = performance.now();
    const [oldest = 0] = started;
    if (started.length < maxInBurst || now - oldest > burstMs || spread === maxSpread) {
      started.push(now);
      if (started.length > maxInBurst) started.shift();
      return;
    }
    event.preventDefault();
    startInside(destination.url, downloadRequest);
  });
}
