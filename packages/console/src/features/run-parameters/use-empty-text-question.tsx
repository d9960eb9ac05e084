import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';

/**
 * Returns what asks whether required texts are to be empty, and its dialog. The answer is true without a question when there is none.
 *
 * @param confirm text of the button that goes on, such as `Start anyway`
 */
export function useEmptyTextQuestion(
  confirm: string,
): readonly [ask: (keys: readonly string[]) => Promise<boolean>, question: ReactNode] {
  const [asked, setAsked] = useState<{
    readonly keys: readonly string[];
    readonly answer: (isWanted: boolean) => void;
  } | null>(null);
  const ask = (keys: readonly string[]): Promise<boolean> =>
    keys.length === 0
      ? Promise.resolve(true)
      : new Promise((resolve) => {
          setAsked({
            keys,
            answer: (isWanted) => {
              setAsked(null);
              resolve(isWanted);
            },
          });
        });
  if (asked === null) return [ask, null];
  const { keys, answer } = asked;
  return [
    ask,
    <ConfirmDialog
      key="question"
      title={`Leave ${keys.join(', ')} empty?`}
      confirm={confirm}
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
    >
      {keys.length === 1 ? 'It has no default value' : 'They have no default values'}: the run gets an empty
      text, and a block that needs a value, such as the address of a site, fails.
    </ConfirmDialog>,
  ];
}
