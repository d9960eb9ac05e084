/**
 * Runs in the page's own world before its scripts. Keeps the browser from opening windows that wait for a person and take the input of
 * the page meanwhile: requests for a passkey, a digital identity or a picture of the screen fail as those that were canceled, so that
 * the page goes on with its other ways; the pickers for files and folders are absent, so that the page uses a file field or a download.
 */
export function refusePrompts(): void {
  for (const picker of ['showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker'])
    Reflect.deleteProperty(globalThis, picker);
  // Only secure contexts have these.
  if (typeof CredentialsContainer === 'undefined' || typeof MediaDevices === 'undefined') return;
  const { apply } = Reflect;
  const [NativePromise, NativeException, later] = [Promise, DOMException, setTimeout];
  /** A page that asks again at once would get no other work done. */
  const answerMs = 200;

  interface Prompt {
    readonly publicKey?: unknown;
    readonly digital?: unknown;
    readonly mediation?: unknown;
    readonly signal?: AbortSignal;
  }
  const readPrompt = (request: unknown): Prompt =>
    typeof request === 'object' && request !== null ? request : {};
  /** The other kinds of mediation open no window: the browser answers them itself, or offers an entry in a field. */
  const asksPerson = (request: unknown): boolean => {
    const { publicKey, digital, mediation = 'optional', signal } = readPrompt(request);
    const isAsked = publicKey !== undefined || digital !== undefined;
    return isAsked && (mediation === 'optional' || mediation === 'required') && signal?.aborted !== true;
  };
  const reject = (request: unknown, message: string): Promise<never> =>
    new NativePromise((_, fail) => {
      const { signal } = readPrompt(request);
      later(() => fail(new NativeException(message, 'NotAllowedError')), answerMs);
      signal?.addEventListener('abort', () => fail(signal.reason));
    });

  const refuse = (
    owner: object,
    name: string,
    { message, isRefused }: { readonly message: string; readonly isRefused: (request: unknown) => boolean },
  ): void => {
    const property = Object.getOwnPropertyDescriptor(owner, name);
    if (typeof property?.value !== 'function') return;
    // Without a prototype: the page could define traps in that of all objects.
    const handler: ProxyHandler<(...parameters: unknown[]) => unknown> = Object.create(null);
    handler.apply = (target, self, parameters) => {
      const [request] = parameters;
      return isRefused(request) ? reject(request, message) : apply(target, self, parameters);
    };
    Object.defineProperty(owner, name, { ...property, value: new Proxy(property.value, handler) });
  };
  const canceled = {
    message:
      'The operation either timed out or was not allowed. See: https://www.w3.org/TR/webauthn-2/#sctn-privacy-considerations-client.',
    isRefused: asksPerson,
  };
  refuse(CredentialsContainer.prototype, 'get', canceled);
  refuse(CredentialsContainer.prototype, 'create', canceled);
  refuse(MediaDevices.prototype, 'getDisplayMedia', { message: 'Permission denied', isRefused: () => true });
}
