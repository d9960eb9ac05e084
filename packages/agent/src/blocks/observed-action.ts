import { defineBlock, type PageAction, parameterFields, RunwrightError, Type } from '@runwright/contract';
import { elementActions } from '../find-elements.ts';
import { saveFinalArtifacts } from '../open-page.ts';

/**
 * Returns the block type `observed_action`, which does to an element what `observe` has proposed, without a model. Like
 * {@link observeBlock} it is not among {@link agentBlocks}.
 */
export function observedActionBlock() {
  return defineBlock({
    type: 'observed_action',
    config: Type.Object(
      {
        id: Type.String({ description: 'Id of the element, from `observe`.' }),
        action: Type.Enum([...elementActions], { type: 'string', description: 'What is done to it.' }),
        argument: Type.Optional(
          Type.Union([Type.String(), Type.Null()], {
            description: 'Text, option, file, or `checked` or `unchecked`.',
          }),
        ),
        ...parameterFields,
      },
      { description: 'Does to an element of the open page what `observe` has proposed.' },
    ),
    output: Type.Object({ task_id: Type.String(), message: Type.String() }),
    async run({ id, action, argument }, context) {
      const { signal, label } = context;
      const pageAction = toPageAction(id, action, argument ?? null);
      const { page } = await context.browser();
      const view = await page.read({ mode: 'action', signal });
      if (!view.elements().some((element) => element.id === id)) {
        throw failed(
          `The block \`${label}\` cannot do \`${action}\`: the element ${id} is not on the page any more. Observe the page again.`,
        );
      }
      const result = await page.act(pageAction, {
        epoch: view.epoch,
        origin: { stepId: null, order: 0, reasoning: null },
        signal,
      });
      await saveFinalArtifacts(page, context);
      if (result.status === 'ok') return { task_id: context.taskId, message: result.message };
      throw failed(`The block \`${label}\` cannot do \`${action}\`: ${result.message}`);
    },
  });
}

function toPageAction(
  id: string,
  action: (typeof elementActions)[number],
  argument: string | null,
): PageAction {
  switch (action) {
    case 'click':
    case 'hover':
      return { action_type: action, id };
    case 'checkbox':
      return { action_type: action, id, checked: argument !== 'unchecked' };
    case 'input_text':
      return { action_type: action, id, text: needed(action, argument) };
    case 'select_option':
      return { action_type: action, id, label: needed(action, argument) };
    case 'upload_file':
      return { action_type: action, id, file: needed(action, argument) };
  }
}

function needed(action: string, argument: string | null): string {
  if (argument !== null) return argument;
  throw new RunwrightError(
    'invalid_input',
    `The action \`${action}\` has no \`argument\`. Give the text, option or file that it needs.`,
    { details: { failure_category: 'definition' } },
  );
}

function failed(message: string): RunwrightError {
  return new RunwrightError('block_failed', message, { details: { failure_category: 'block' } });
}
