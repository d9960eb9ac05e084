import type { NewApiKey } from '@runwright/client';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Dialog } from '../../components/dialog.tsx';

/** Shows the text of a new key, this once. Escape does not close it: the key would be lost. */
export function NewKeyDialog({
  apiKey,
  onClose,
}: {
  readonly apiKey: NewApiKey;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={`The key “${apiKey.name}”`} onClose={onClose} required>
      <p className="notice" data-tone="warn">
        <strong>Copy the key now.</strong>
        <span>It is shown this once. The service keeps only a hash of it.</span>
      </p>
      <div className="new-key">
        <CodeBlock label="API key" text={apiKey.api_key} />
      </div>
      <div className="actions">
        <Button tone="primary" onClick={onClose}>
          I have stored the key
        </Button>
      </div>
    </Dialog>
  );
}
