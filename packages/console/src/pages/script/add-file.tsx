import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { textOf } from '../../lib/form-values.ts';

/** Asks for the path of a new file. */
export function AddFile({
  taken,
  onAdd,
  onClose,
}: {
  /** Paths that other files have. */
  readonly taken: readonly string[];
  readonly onAdd: (path: string) => void;
  readonly onClose: () => void;
}) {
  const [problem, setProblem] = useState<string>();
  const add = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const path = textOf(new FormData(event.currentTarget), 'path').trim();
    if (taken.includes(path)) {
      setProblem('Another file has this path. Enter another one.');
      return;
    }
    onAdd(path);
    onClose();
  };
  return (
    <Dialog title="Add a file" onClose={onClose}>
      <form className="stack" onSubmit={add}>
        <TextField
          label="Path"
          name="path"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="blocks/label_of_the_block.js"
          hint="blocks/<label>.js or .ts is the program of a block, main.js or main.ts the entry."
          problem={problem}
        />
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary">
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
