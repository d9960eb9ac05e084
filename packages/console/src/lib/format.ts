const none = '–';

/** Returns a duration in ms as text, such as `820 ms`, `4.2 s`, `3 min 05 s` or `2 h 10 min`; a dash for null. */
export function formatDuration(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) return none;
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
}

/** Returns how long something has been going on: as a duration, in whole seconds. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000);
}

/** Returns an amount of US dollars; small ones with the digits that tell them from nothing. A dash for null. */
export function formatMoney(dollars: number | null): string {
  if (dollars === null) return none;
  if (dollars === 0) return '$0';
  if (Math.abs(dollars) < 0.0001) return '< $0.0001';
  return `$${dollars.toFixed(Math.abs(dollars) < 0.1 ? 4 : 2)}`;
}

/** Returns a number with separators; a dash for null. */
export function formatNumber(value: number | null): string {
  return value === null ? none : value.toLocaleString('en-US');
}

/** Returns a number with what it counts, such as `1 row` and `2 rows`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a number of bytes such as `1.2 MB`; a dash for null. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return none;
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

const abbreviations = /\b(?:api|css|cua|html|http|id|json|llm|mcp|pdf|sftp|ui|url)\b/g;

/** Returns a name of the API in words: `timed_out` becomes `Timed out`, `goto_url` becomes `Goto URL`. */
export function inWords(name: string): string {
  const text = name.replaceAll('_', ' ').replace(abbreviations, (word) => word.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns how long ago an instant was, such as `5 min ago`, or how far ahead it is. */
export function formatAgo(at: number, now: number): string {
  const seconds = Math.round((now - at) / 1000);
  const ahead = seconds < 0;
  const size = Math.abs(seconds);
  if (size < 5) return 'just now';
  const text = amountOf(size);
  return ahead ? `in ${text}` : `${text} ago`;
}

function amountOf(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h`;
  const days = Math.round(seconds / 86_400);
  return days === 1 ? '1 day' : `${days} days`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
