/** The track of a slider. */
export interface SliderTrack {
  /** CSS pixels from one end to the other. */
  readonly length: number;
  readonly isUpright: boolean;
  /** The element is the track itself, so that a place on it is a value. */
  readonly isOwn: boolean;
}

/** Finds the track around a thumb. */
export function findSliderTrack(thumb: Element): SliderTrack {
  const own = thumb.getBoundingClientRect();
  const isUpright = thumb.getAttribute('aria-orientation') === 'vertical';
  const size = isUpright ? own.height : own.width;
  if (size > 3 * (isUpright ? own.width : own.height)) return { length: size, isUpright, isOwn: true };
  for (let node = thumb.parentElement; node; node = node.parentElement) {
    const { width, height } = node.getBoundingClientRect();
    const length = isUpright ? height : width;
    if (length > size * 2) return { length, isUpright, isOwn: false };
  }
  return { length: size, isUpright, isOwn: true };
}
