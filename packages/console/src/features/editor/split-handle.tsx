import { useState } from 'react';

/** Smallest and largest share of the panel, in percent, and how far a key moves the handle. */
const [least, most, step] = [20, 45, 2];
const usual = 34;
const storageKey = 'runwright-editor-yaml';

/** Returns the share of the width, in percent, that the panel has, and what changes it. The browser keeps it. */
export function useSplit(): readonly [share: number, setShare: (share: number) => void] {
  const [share, setShare] = useState(storedShare);
  return [
    share,
    (next) => {
      const within = Math.min(most, Math.max(least, Math.round(next)));
      setShare(within);
      try {
        localStorage.setItem(storageKey, String(within));
      } catch {
        // Storage that the browser refuses only loses the width at the next load.
      }
    },
  ];
}

/** Handle between two panels, moved with the pointer or the arrow keys. It gives the share of what is to its right. */
export function SplitHandle({
  label,
  share,
  onChange,
}: {
  readonly label: string;
  readonly share: number;
  readonly onChange: (share: number) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an `hr` takes no value.
    <div
      role="separator"
      className="split-handle"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={share}
      aria-valuemin={least}
      aria-valuemax={most}
      title="Drag to change the width; a double click sets the usual one"
      tabIndex={0}
      onPointerDown={({ currentTarget, pointerId, button }) => {
        if (button === 0) currentTarget.setPointerCapture(pointerId);
      }}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return;
        const frame = currentTarget.closest('.workspace')?.getBoundingClientRect();
        if (frame) onChange((100 * (frame.right - clientX)) / frame.width);
      }}
      onDoubleClick={() => onChange(usual)}
      onKeyDown={(event) => {
        const next = { ArrowLeft: share + step, ArrowRight: share - step, Home: least, End: most }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        onChange(next);
      }}
    />
  );
}

function storedShare(): number {
  try {
    const stored = Number(localStorage.getItem(storageKey) ?? usual);
    return stored >= least && stored <= most ? stored : usual;
  } catch {
    return usual;
  }
}
