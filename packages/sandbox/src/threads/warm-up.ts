import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { copyText, createGuestContext } from '../guest/guest-context.ts';
import { measureJson } from '../guest/json-size.ts';
import { defaultProgramLimits } from '../program/program.ts';
import { programHead } from '../program/stack-position.ts';
import type { GuestSetup } from './thread-messages.ts';

/**
 * Runs a constant program in a runtime of its own, which is disposed of, and receives a message. V8 compiles functions when
 * they are first called, and memory is mapped when it is first written to: both are done then when a program comes.
 * Nothing of a user is involved, and no object of the runtime is left.
 */
export async function warmUp(interpreter: QuickJSWASMModule): Promise<void> {
  const setup: GuestSetup = {
    hostFunctions: ['group.verb'],
    exitFunctions: ['ending'],
    globals: { name: [1] },
  };
  const received: string[] = [];
  const guest = createGuestContext(interpreter, {
    receive(context, kind, texts) {
      received.push(kind, ...texts.map((text) => copyText(context, text, 1000) ?? ''));
      return null;
    },
    thrown(context, error) {
      throw new Error(`The warm-up of a sandbox failed: ${context.getString(error)}`);
    },
  });
  const { context, runtime } = guest;
  runtime.setMemoryLimit(defaultProgramLimits.memoryBytes);
  runtime.setMaxStackSize(defaultProgramLimits.stackBytes);
  guest.call('installGlobals', context.newString(JSON.stringify(setup)));
  guest.call('freezeGlobals');
  guest.call('start', guest.evaluate(`${programHead}await group.verb(name); return 1\n})`, 'program.js'));
  runtime.executePendingJobs();
  guest.call('settleCall', context.newNumber(1), context.true, context.newString('null'));
  runtime.executePendingJobs();
  guest.dispose();

  measureJson(JSON.stringify(received));
  const { port1, port2 } = new MessageChannel();
  port1.postMessage({ received, setup });
  await once(port2, 'message');
  port1.close();
}
