import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** Time in ms without a key press after which the text is searched for. */
const pauseMs = 250;

/** Field that searches while one types; the key `/` focuses it. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => focusOnSlash(() => input.current), []);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <search className="search">
      <Search size={16} aria-hidden />
      <input
        ref={input}
        type="search"
        className="input"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={`${label} (press /)`}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          window.clearTimeout(timer.current);
          timer.current = window.setTimeout(() => onSearch(target.value.trim()), pauseMs);
        }}
      />
    </search>
  );
}

function focusOnSlash(field: () => HTMLInputElement | null): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const { target } = event;
    const types =
      target instanceof HTMLElement &&
      (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || types) return;
    event.preventDefault();
    field()?.focus();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
