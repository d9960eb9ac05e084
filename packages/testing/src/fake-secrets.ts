import { RunwrightError } from '@runwright/contract';

/** A secret of a fake run: its value, or its value and the hosts that may have it. */
export type FakeSecret = string | { readonly value: string; readonly hosts: readonly string[] };

/** Where a secret was sent. */
export interface RevealedSecret {
  readonly name: string;
  /** Host with port, if it is not the usual one. */
  readonly to: string;
}

/** Secrets of a fake run: blocks see placeholders, and what leaves the run has values. */
export interface FakeSecrets {
  /** The placeholder of a secret by its reference; throws `secret_unavailable` for an unknown one. */
  placeholder(reference: string): string;
  /** Makes a value a secret, and answers its placeholder. */
  register(name: string, value: string): string;
  /** Puts values in place of placeholders; throws `secret_unavailable` for unknown ones, and for a host that may not have them. */
  reveal(text: string, to: string): string;
  /** Where secrets were sent, oldest first. */
  readonly revealed: readonly RevealedSecret[];
  /** Values that came up in the block, by name. */
  readonly registered: Readonly<Record<string, string>>;
}

/** Makes the secrets of a fake run. Without any, placeholders that are not known stay as they are. */
export function fakeSecrets(given?: Readonly<Record<string, FakeSecret>>): FakeSecrets {
  const known = new Map(Object.entries(given ?? {}));
  const registered: Record<string, string> = {};
  const revealed: RevealedSecret[] = [];
  return {
    revealed,
    registered,
    placeholder(reference) {
      if (known.has(reference)) return placeholderOf(reference);
      throw new RunwrightError(
        'secret_unavailable',
        `This context has no secret \`${reference}\`. Give it one in \`secrets\`.`,
      );
    },
    register(name, value) {
      registered[name] = value;
      known.set(name, value);
      return placeholderOf(name);
    },
    reveal: (text, to) =>
      text.replace(placeholderPattern, (found, name: string) => {
        const secret = known.get(name);
        if (secret === undefined && given === undefined) return found;
        if (secret === undefined) throw unavailable(`there is no secret \`${name}\``);
        const host = hostOf(to);
        if (typeof secret === 'object' && !secret.hosts.includes(host)) {
          throw unavailable(`the secret \`${name}\` may not be sent to \`${host}\``);
        }
        revealed.push({ name, to: host });
        return typeof secret === 'object' ? secret.value : secret;
      }),
  };
}

const placeholderPattern = /\{\{secret\.(.+?)\}\}/g;

function placeholderOf(name: string): string {
  return `{{secret.${name}}}`;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

function unavailable(reason: string): RunwrightError {
  return new RunwrightError('secret_unavailable', `Cannot fill in a secret: ${reason}.`);
}
