import type { PageAction } from '@runwright/contract';
import type { ActionContext } from './action-context.ts';
import { downloadFile } from './files/download.ts';
import { uploadFile } from './files/upload.ts';
import { goThroughHistory, gotoUrl, reload } from './navigation/navigate.ts';
import { expandViewItem, findText } from './navigation/page-view-actions.ts';
import { closePage, newTab, switchTab } from './navigation/tabs.ts';
import { wait } from './navigation/wait.ts';
import { failed, type Outcome } from './outcome.ts';
import { checkbox, click } from './pointer/click.ts';
import { drag } from './pointer/drag.ts';
import { hover, leftMouse, move } from './pointer/mouse.ts';
import { scroll } from './pointer/scroll.ts';
import { selectOption } from './select/select-option.ts';
import { inputText } from './typing/input-text.ts';
import { keypress } from './typing/keys.ts';
import { verificationCode } from './typing/verification-code.ts';

/** Executes one action. */
export async function dispatchAction(context: ActionContext, action: PageAction): Promise<Outcome> {
  switch (action.action_type) {
    case 'click':
      return click(context, action);
    case 'checkbox':
      return checkbox(context, action);
    case 'input_text':
      return inputText(context, action);
    case 'select_option':
      return selectOption(context, action);
    case 'verification_code':
      return verificationCode(context, action);
    case 'hover':
      return hover(context, action);
    case 'move':
      return move(context, action);
    case 'drag':
      return drag(context, action);
    case 'left_mouse':
      return leftMouse(context, action);
    case 'keypress':
      return keypress(context, action);
    case 'scroll':
      return scroll(context, action);
    case 'goto_url':
      return gotoUrl(context, action);
    case 'wait':
      return wait(context, action);
    case 'go_back':
      return goThroughHistory(context, 'back');
    case 'go_forward':
      return goThroughHistory(context, 'forward');
    case 'reload_page':
      return reload(context);
    case 'new_tab':
      return newTab(context, action);
    case 'switch_tab':
      return switchTab(context, action);
    case 'close_page':
      return closePage(context, action);
    case 'upload_file':
      return uploadFile(context, action);
    case 'download_file':
      return downloadFile(context, action);
    case 'expand':
      return expandViewItem(context, action);
    case 'find':
      return findText(context, action);
    default:
      return failed('unsupported', `This browser cannot execute \`${action.action_type}\`.`);
  }
}
