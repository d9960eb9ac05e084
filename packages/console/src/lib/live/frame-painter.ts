/** Paints frames on a canvas. */
export interface FramePainter {
  /** Paints a JPEG picture. While one is decoded, only the newest of those that come meanwhile is kept. */
  paint(jpeg: ArrayBuffer): void;
  /** Stops painting. */
  close(): void;
}

/** Creates what paints frames on a canvas, which gets the size of the picture. `onPaint` is called after each one. */
export function createFramePainter(canvas: HTMLCanvasElement, onPaint: () => void): FramePainter {
  const context = canvas.getContext('2d', { alpha: false });
  let waiting: ArrayBuffer | null = null;
  let isBusy = false;
  let isClosed = false;

  return {
    paint(jpeg) {
      waiting = jpeg;
      if (!isBusy) void paintWaiting();
    },
    close() {
      isClosed = true;
      waiting = null;
    },
  };

  async function paintWaiting(): Promise<void> {
    isBusy = true;
    for (let jpeg = waiting; jpeg !== null && !isClosed; jpeg = waiting) {
      waiting = null;
      // A frame that cannot be decoded is left out; the next one follows.
      const picture = await createImageBitmap(new Blob([jpeg], { type: 'image/jpeg' })).catch(() => null);
      if (picture === null || isClosed) continue;
      if (canvas.width !== picture.width) canvas.width = picture.width;
      if (canvas.height !== picture.height) canvas.height = picture.height;
      context?.drawImage(picture, 0, 0);
      picture.close();
      onPaint();
    }
    isBusy = false;
  }
}
