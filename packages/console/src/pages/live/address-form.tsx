import type { LiveCommand } from '@runwright/client';
import { Button } from '../../components/button.tsx';

/** Address of the page that a person controls, to be changed by them. */
export function AddressForm({
  url,
  onOpen,
}: {
  /** Null before the first picture. */
  readonly url: string | null;
  readonly onOpen: (message: LiveCommand) => void;
}) {
  return (
    <form
      className="row grow"
      onSubmit={(event) => {
        event.preventDefault();
        const text = String(new FormData(event.currentTarget).get('address')).trim();
        if (text === '') return;
        onOpen({ type: 'open', url: /^[a-z][a-z+.-]*:/i.test(text) ? text : `https://${text}` });
      }}
    >
      <input
        className="input grow"
        name="address"
        aria-label="Address of the page"
        placeholder="https://…"
        defaultValue={url === 'about:blank' ? '' : (url ?? '')}
        spellCheck={false}
        autoComplete="off"
      />
      <Button type="submit">Open</Button>
    </form>
  );
}
