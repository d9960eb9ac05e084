import type { DialogAnswer, DialogHandler, PageAction, PageEvent } from '@runwright/contract';
import type { FakeOutcome } from './fake-page.ts';

/** Answers the dialog that an action opens: by the action's `on_dialog`, else by the caller's decision, else by dismissing it. */
export async function answerDialog(
  action: PageAction,
  intended: FakeOutcome,
  decide: DialogHandler | undefined,
  signal: AbortSignal,
): Promise<{ readonly outcome: FakeOutcome; readonly asked: readonly PageEvent[] }> {
  const { asks } = intended;
  if (!asks) return { outcome: intended, asked: [] };
  const own = action.action_type === 'click' ? action.on_dialog : undefined;
  const no: DialogAnswer = { accept: false };
  const decided = own === undefined ? await decide?.(asks.dialog, signal).catch(() => no) : undefined;
  const answer = own === undefined ? (decided ?? no) : { accept: own === 'accept' };
  const { kind, text, suggestion } = asks.dialog;
  const event: PageEvent = {
    type: 'dialog',
    kind,
    text,
    decision: answer.accept ? 'accepted' : 'dismissed',
    ...(kind === 'prompt' && answer.accept ? { answer: answer.text ?? suggestion } : {}),
  };
  return { outcome: asks.answered(answer), asked: [event] };
}
