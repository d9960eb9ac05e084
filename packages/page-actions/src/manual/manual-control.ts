import {
  type EgressPolicy,
  type InputTarget,
  type ManualControl,
  type ManualInput,
  RunwrightError,
} from '@runwright/contract';
import type { CallLimits } from '@runwright/page-reader';
import type { ActionTab, ActionTabs, ManualSecrets, Point } from '../port.ts';
import { keysOf, normalizeKey } from '../typing/keys.ts';
import { type FoundInputElement, findInputElement } from './find-input-element.ts';
import { followTypedSecrets } from './typed-secrets.ts';

/** What the control of a person works with. */
export interface ManualControlOptions {
  readonly tabs: Pick<ActionTabs, 'active'>;
  readonly secrets: ManualSecrets;
  readonly egress: Pick<EgressPolicy, 'check'>;
  /** Is called once, when the control has ended. */
  readonly onRelease: () => void;
}

type MouseInput = ManualInput & { readonly type: 'mouse' };
type KeyInput = ManualInput & { readonly type: 'key' };

/** Time in ms for a look at the page before an input; the input is sent all the same. */
const lookMs = 1_500;
const navigationMs = 15_000;
const commandKeys = ['Control', 'Meta', 'Alt'];

/** Creates the control of a person over the tabs of a session. */
export function createManualControl({
  tabs,
  secrets,
  egress,
  onRelease,
}: ManualControlOptions): ManualControl {
  const typing = followTypedSecrets(secrets);
  const keysDown = new Set<string>();
  const buttonsDown = new Set<'left' | 'middle' | 'right'>();
  const marked = new Set<string>();
  let last: ActionTab | null = null;
  let isReleased = false;

  return {
    async send(input, { signal }) {
      if (signal.aborted) throw canceled(signal);
      if (isReleased) throw new RunwrightError('browser_failed', 'The control of this person has ended.');
      const limits: CallLimits = { timeoutMs: lookMs, signal };
      let tab: ActionTab | null = null;
      try {
        tab = await tabs.active();
        last = tab;
        return targetOf(tab, await perform(tab, input, limits), input);
      } catch (cause) {
        if (signal.aborted) throw canceled(signal);
        if (RunwrightError.is(cause)) throw cause;
        throw new RunwrightError('browser_failed', 'The page did not take the input.', {
          cause,
          retryable: tab !== null && !tab.isClosed() && !tab.hasCrashed(),
        });
      }
    },
    async release() {
      if (isReleased) return;
      isReleased = true;
      typing.interrupted();
      for (const button of buttonsDown) await last?.input.button('up', button, 1).catch(() => undefined);
      for (const key of keysDown) await last?.input.key('up', key).catch(() => undefined);
      onRelease();
    },
  };

  /** The element that the input was for; null when it is not known, undefined when nobody asked. */
  async function perform(
    tab: ActionTab,
    input: ManualInput,
    limits: CallLimits,
  ): Promise<FoundInputElement | null | undefined> {
    if (input.type === 'mouse') return useMouse(tab, input, limits);
    if (input.type === 'text') return typeText(tab, input.text, limits, () => tab.input.type(input.text));
    if (input.type === 'key') return useKey(tab, input, limits);
    typing.interrupted();
    if (input.type === 'wheel') {
      await tab.input.move(input);
      await tab.input.wheel(input.dx, input.dy);
      return undefined;
    }
    if (input.type === 'open') return open(tab, input.url, limits.signal);
    const { to } = input;
    await (to === 'reload'
      ? tab.navigation.reload(navigationMs)
      : tab.navigation.goThroughHistory(to, navigationMs));
    return undefined;
  }

  /** Opens an address, when the policy permits it. A page that does not load shows that itself. */
  async function open(tab: ActionTab, text: string, signal: AbortSignal): Promise<undefined> {
    const address = URL.parse(text.trim());
    if (address === null || !/^https?:$/.test(address.protocol))
      throw new RunwrightError(
        'invalid_input',
        `\`${text.slice(0, 200)}\` is no address. Give one that begins with http:// or https://.`,
      );
    await egress.check(address, { signal });
    await tab.navigation.goto(address.href, navigationMs);
  }

  async function useMouse(
    tab: ActionTab,
    { action, x, y, button = 'left', clicks = 1 }: MouseInput,
    limits: CallLimits,
  ): Promise<FoundInputElement | null | undefined> {
    if (action === 'move') {
      await tab.input.move({ x, y });
      return undefined;
    }
    typing.interrupted();
    const found = action === 'down' ? await lookAt(tab, { x, y }, limits) : undefined;
    await tab.input.move({ x, y });
    await tab.input.button(action, button, clicks);
    if (action === 'down') buttonsDown.add(button);
    else buttonsDown.delete(button);
    return found;
  }

  async function useKey(
    tab: ActionTab,
    { action, key }: KeyInput,
    limits: CallLimits,
  ): Promise<FoundInputElement | null | undefined> {
    const chord = keysOf(key);
    const name = chord.at(-1) ?? '';
    const plain = normalizeKey(name);
    const types =
      isCharacter(plain) && ![...keysDown, ...chord].some((one) => commandKeys.includes(normalizeKey(one)));
    if (types && action !== 'up') {
      return typeText(tab, plain, limits, async () => {
        const isKnown = action === 'press' ? await tab.input.press(chord.join('+')) : await press(tab, name);
        // Of a keyboard that is not the driver's.
        if (!isKnown) await tab.input.insert(name);
      });
    }
    const found = action === 'up' ? undefined : await lookAt(tab, null, limits);
    if (action !== 'up' && !/^(Shift|Backspace|Delete|Arrow\w+|Home|End)$/.test(plain)) typing.interrupted();
    const isKnown =
      action === 'press'
        ? await tab.input.press(chord.join('+'))
        : action === 'down'
          ? await press(tab, name)
          : await lift(tab, name);
    if (!isKnown && !types)
      throw new RunwrightError(
        'invalid_input',
        `\`${key}\` is no key. Keys are named like \`Enter\`, \`ArrowDown\` or \`Control+a\`.`,
      );
    return found;
  }

  async function press(tab: ActionTab, key: string): Promise<boolean> {
    const isKnown = await tab.input.key('down', key);
    if (isKnown) keysDown.add(key);
    return isKnown;
  }

  async function lift(tab: ActionTab, key: string): Promise<boolean> {
    keysDown.delete(key);
    return tab.input.key('up', key);
  }

  async function typeText(
    tab: ActionTab,
    text: string,
    limits: CallLimits,
    type: () => Promise<void>,
  ): Promise<FoundInputElement | null> {
    const field = await lookAt(tab, null, limits);
    if (field && !field.isCredential) {
      await type();
      return field;
    }
    // Before the first character is there: nobody is shown it.
    secrets.noteSecret();
    if (field) await markSecret(tab, field, limits);
    await type();
    const now = await lookAt(tab, null, limits);
    const after = field !== null && now?.key === field.key ? now.value : null;
    typing.typed(text, {
      key: field?.key ?? 'unknown',
      origin: field?.origin ?? parseOrigin(tab.url()),
      before: field?.value ?? '',
      after,
    });
    return field;
  }

  /** Fields of passwords are known to readers of the page; others are not. */
  async function markSecret(tab: ActionTab, field: FoundInputElement, limits: CallLimits): Promise<void> {
    if (field.isPassword || marked.has(field.key)) return;
    marked.add(field.key);
    try {
      await tab.reader.peek(limits.signal, secrets.findMask);
      const { frame, handle } = await field.handle();
      const id = await tab.reader.idOf(frame, handle, limits);
      if (id !== null) await tab.reader.markSecret(id, limits);
    } catch {
      limits.signal.throwIfAborted();
      marked.delete(field.key);
    }
  }

  function targetOf(
    tab: ActionTab,
    found: FoundInputElement | null | undefined,
    input: ManualInput,
  ): InputTarget {
    const types = input.type === 'text' || input.type === 'key';
    return secrets.maskAll({
      field: found?.key ?? null,
      description: found ? `${found.kind} "${found.name}"` : null,
      isSecret: found ? found.isSecret : types,
      ...(found?.isCredential ? { isPaintedOver: true } : {}),
      url: tab.url(),
    });
  }
}

/** A page that is busy tells nothing. */
async function lookAt(
  tab: ActionTab,
  point: Point | null,
  limits: CallLimits,
): Promise<FoundInputElement | null> {
  try {
    return await findInputElement(tab.channel, point, limits);
  } catch (cause) {
    limits.signal.throwIfAborted();
    if (tab.isClosed() || tab.hasCrashed()) throw cause;
    return null;
  }
}

function parseOrigin(url: string): string {
  return URL.parse(url)?.origin ?? 'null';
}

function isCharacter(key: string): boolean {
  return [...key].length === 1;
}

function canceled(signal: AbortSignal): RunwrightError {
  return new RunwrightError('canceled', 'The input was canceled.', { cause: signal.reason });
}
