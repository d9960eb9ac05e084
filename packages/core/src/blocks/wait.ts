import { Type, template } from '@runwright/contract';
import type { TimerBlock } from '../registry/block-kinds.ts';

const config = Type.Object(
  {
    wait_sec: Type.Integer({
      minimum: 1,
      maximum: 1800,
      description: 'Seconds to wait.',
      ...template('none'),
    }),
  },
  {
    description:
      'Waits. The time is stored, so that the wait continues after a restart; a cancel ends it at once.',
  },
);

/** `wait`: sleeps for whole seconds, 1 to 1,800. */
export const wait: TimerBlock = {
  type: 'wait',
  onWorkerLost: 'repeat',
  config,
  output: Type.Object({ success: Type.Literal(true) }),
  timer: ({ wait_sec }: { readonly wait_sec: number }) => ({
    delayMs: wait_sec * 1000,
    output: { success: true },
  }),
};
