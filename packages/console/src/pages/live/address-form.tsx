import type { LiveCommand } from '@runwright/client';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { pageAddress } from '../../lib/page-address.ts';

/** What is said in the place of an address of the browser's own error page. */
export const unopened =
  'The page could not be opened. Check its address, and whether the service may reach it.';

/** Tests for the page that Chromium shows when it cannot open one. */
export function isErrorPage(url: string | null | undefined): boolean {
  return url?.startsWith('chrome-error:') ?? false;
}

/** Address of the page that a person controls, to be changed by them. What they typed stays when it cannot be opened. */
export function AddressForm({
  url,
  onOpen,
}: {
  /** Null before the first picture. */
  readonly url: string | null;
  readonly onOpen: (message: LiveCommand) => void;
}) {
  const [{ text, of }, setText] = useState({ text: shownAddress(url), of: url });
  const isUnopened = isErrorPage(url);
  if (url !== of) setText({ text: isUnopened ? text : shownAddress(url), of: url });
  return (
    <form
      className="row grow"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        onOpen({ type: 'open', url: pageAddress(text) });
      }}
    >
      <input
        className="input grow"
        name="address"
        aria-label="Address of the page"
        placeholder="https://…"
        value={text}
        onChange={({ target }) => setText({ text: target.value, of: url })}
        aria-invalid={isUnopened || undefined}
        title={isUnopened ? unopened : undefined}
        spellCheck={false}
        autoComplete="off"
      />
      <Button type="submit">Open</Button>
      {isUnopened ? (
        <span className="visually-hidden" role="status">
          {unopened}
        </span>
      ) : null}
    </form>
  );
}

function shownAddress(url: string | null): string {
  return url === null || url === 'about:blank' || isErrorPage(url) ? '' : url;
}
