import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { shownColor } from '../../lib/theme.ts';

/** Value of a day. */
export interface DayValue {
  /** In UTC, such as `2026-03-31`. */
  readonly day: string;
  readonly value: number;
}

/** Bars for the values of days. The figures have to stand in a table beside it, too. */
export function DayChart({
  title,
  values,
  format,
}: {
  readonly title: string;
  readonly values: readonly DayValue[];
  readonly format: (value: number) => string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<DayValue | null>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = place.current;
    if (element === null || theme === '') return;
    const size = () => ({ width: Math.max(200, element.clientWidth), height: 200 });
    const chart = new uPlot(
      {
        ...size(),
        ...optionsOf(element, format),
        hooks: {
          setCursor: [({ cursor }) => setHovered(cursor.idx == null ? null : (values[cursor.idx] ?? null))],
        },
      },
      [values.map(({ day }) => Date.parse(day) / 1000), values.map(({ value }) => value)],
      element,
    );
    const resized = new ResizeObserver(() => chart.setSize(size()));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [values, format, theme]);
  return (
    <figure className="card day-chart">
      <figcaption className="row">
        <strong>{title}</strong>
        <span className="muted">{hovered ? `${hovered.day}: ${format(hovered.value)}` : ''}</span>
      </figcaption>
      <div
        ref={place}
        role="img"
        aria-label={`${title}. The table “Spending by day” has the same figures.`}
      />
    </figure>
  );
}

function optionsOf(
  element: Element,
  format: (value: number) => string,
): Omit<uPlot.Options, 'width' | 'height'> {
  const style = getComputedStyle(element);
  const color = (token: string) => shownColor(element, token);
  const axis = {
    stroke: color('--text-2'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: color('--border'), width: 1 },
    ticks: { show: false },
  };
  return {
    // Days are those of UTC.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: true, range: (_chart, min, max) => [min - 43_200, max + 43_200] },
      y: { range: (_chart, _min, max) => [0, max > 0 ? max * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        size: 32,
        grid: { show: false },
        values: '{MMM} {D}',
        incrs: [86_400, 2 * 86_400, 7 * 86_400, 30 * 86_400],
      },
      { ...axis, size: 64, values: (_chart, splits) => splits.map((value) => format(value)) },
    ],
    series: [
      {},
      {
        width: 0,
        fill: color('--accent'),
        points: { show: false },
        ...(uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.7, 40], radius: 0.1 }) } : {}),
      },
    ],
  };
}

/** Name of the colours that are shown now; a chart is painted again when they change. */
function useTheme(): string {
  const [theme, setTheme] = useState('');
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const read = () => setTheme(`${document.documentElement.dataset.theme ?? 'system'} ${dark.matches}`);
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    dark.addEventListener('change', read);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', read);
    };
  }, []);
  return theme;
}
