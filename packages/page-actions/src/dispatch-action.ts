import type { PageAction, PageActionType } from '@runwright/contract';
import type { ActionContext } from './action-context.ts';
import { type ActionOutcome, failed } from './action-outcome.ts';
import type { Executor, Executors } from './executor.ts';
import { downloadFile } from './files/download.ts';
import { uploadFile } from './files/upload.ts';
import { navigationActions } from './navigation/navigate.ts';
import { pageViewActions } from './navigation/page-view-actions.ts';
import { tabActions } from './navigation/tabs.ts';
import { wait } from './navigation/wait.ts';
import { clickActions } from './pointer/click.ts';
import { drag } from './pointer/drag.ts';
import { mouseActions } from './pointer/mouse.ts';
import { scroll } from './pointer/scroll.ts';
import { selectText } from './pointer/select-text.ts';
import { selectOption } from './select/select-option.ts';
import { inputText } from './typing/input-text.ts';
import { keyboardActions } from './typing/keyboard.ts';
import { verificationCode } from './typing/verification-code.ts';

/** The function for every action; the compiler reports one that is missing. */
const executors: Executors<PageActionType> = {
  ...clickActions,
  ...mouseActions,
  ...keyboardActions,
  ...navigationActions,
  ...tabActions,
  ...pageViewActions,
  drag,
  select_text: selectText,
  scroll,
  wait,
  input_text: inputText,
  select_option: selectOption,
  verification_code: verificationCode,
  upload_file: uploadFile,
  download_file: downloadFile,
  // A session calls `solveCaptcha` instead, which gives the whole page driver to the solver.
  solve_captcha: (_context, action) => unsupported(action),
};

/** Executes one action. */
export async function dispatchAction(context: ActionContext, action: PageAction): Promise<ActionOutcome> {
  const { action_type } = action;
  if (!Object.hasOwn(executors, action_type)) return unsupported(action);
  // The compiler cannot see that the function belongs to the type of this very action.
  const execute = executors[action_type] as Executor<PageActionType>;
  return execute(context, action);
}

function unsupported({ action_type }: PageAction): ActionOutcome {
  return failed('unsupported', `This browser cannot execute \`${action_type}\`.`);
}
