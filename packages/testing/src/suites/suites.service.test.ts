import {
  type Clock,
  type EgressPolicy,
  type LanguageModel,
  type Mailer,
  type ProxyProvider,
  RunwrightError,
  Secret,
  type SecretSource,
} from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { fakeMailer } from '../fake-mailer.ts';
import { manualClock } from '../manual-clock.ts';
import { scriptedModel } from '../scripted-model.ts';
import { failedChecks } from './checks.ts';
import { clockChecks, testClock } from './clock.ts';
import { egressChecks, openEgress } from './egress.ts';
import { modelChecks, openModels } from './language-model.ts';
import { mailerChecks, type TestedMailer, testMailer } from './mailer.ts';
import { proxyChecks, testProxyProvider } from './proxies.ts';
import { secretSourceChecks } from './secret-source.ts';

testClock('manualClock', async () => {
  const clock = manualClock();
  return { clock, advance: clock.advance };
});

const testedMailer = async (): Promise<TestedMailer> => {
  const mailer = fakeMailer();
  const bare = (address: string) => /<(.*)>/.exec(address)?.[1] ?? address;
  let refused = false;
  return {
    mailer,
    sender: 'fake@acme.test',
    received: async () =>
      refused
        ? []
        : mailer.mails.map(({ key, message }) => ({
            from: bare(message.from ?? 'fake@acme.test'),
            to: message.to.map(bare),
            subject: message.subject,
            text: message.text,
            id: key,
          })),
    async refuse() {
      refused = true;
      mailer.refuse('no');
    },
  };
};
testMailer('fakeMailer', testedMailer);

const proxies = (resolve: ProxyProvider['resolve']) => async () => ({
  provider: { specVersion: 'v1', resolve } as const,
  known: ['RESIDENTIAL_DE'],
  unknown: 'RESIDENTIAL_FR',
});
testProxyProvider(
  'a map of proxies',
  proxies(async (location) => (location === 'RESIDENTIAL_DE' ? 'http://proxy.test:8080' : null)),
);

describe('the suite of clocks finds', () => {
  const { signal } = new AbortController();
  /** The manual clock with one member replaced. */
  const faulty = (fault: (clock: Clock) => Partial<Clock>) =>
    failedChecks(clockChecks, async () => {
      const clock = manualClock();
      return { clock: { ...clock, ...fault(clock) }, advance: clock.advance };
    });

  it.each<[string, (clock: Clock) => Partial<Clock>, string]>([
    [
      'seconds',
      (clock) => ({ now: () => clock.now() / 1000 }),
      'time is in epoch milliseconds and does not go back',
    ],
    [
      'a clock that does not sleep',
      () => ({ sleep: async () => undefined }),
      'a sleep longer than timers of the platform take does not end early',
    ],
    [
      'a clock that drops the reason',
      (clock) => ({
        sleep: (ms, options) => clock.sleep(ms, options).catch(() => Promise.reject(new Error('x'))),
      }),
      'a sleep ends at once with the reason of its signal, and others go on',
    ],
    [
      'a clock that begins under an aborted signal',
      (clock) => ({
        sleep: (ms, { signal: given }) =>
          clock.sleep(given.aborted ? 0 : ms, given.aborted ? { signal } : { signal: given }),
      }),
      'a sleep whose signal is aborted already never begins',
    ],
  ])(
    '%s',
    async (_fault, fault, name) => {
      expect(await faulty(fault)).toContain(name);
    },
    60_000,
  );
});

describe('the suite of sources of secrets finds', () => {
  const honest: SecretSource = {
    specVersion: 'v1',
    resolve: async (reference) => (reference === 'shop' ? new Secret('brass') : null),
  };
  const failed = (source: SecretSource, more: object = {}) =>
    failedChecks(secretSourceChecks, async () => ({
      source,
      secret: { reference: 'shop', value: 'brass' },
      ...more,
    }));

  it('nothing in an honest one', async () => {
    expect(await failed(honest)).toEqual([]);
  });

  class Open extends Secret {
    override toString(): string {
      return this.reveal();
    }
  }
  it.each<[string, Partial<SecretSource>, string]>([
    [
      'a wrong value',
      { resolve: async () => new Secret('iron') },
      'a reference that it knows is a secret with the value, every time',
    ],
    [
      'an error for what it does not know',
      {
        resolve: async (reference) =>
          reference === 'shop' ? new Secret('brass') : Promise.reject(new Error('no')),
      },
      'a reference that it does not know is null',
    ],
    [
      'members of every object',
      { resolve: async (reference) => (reference in { shop: 1 } ? new Secret('brass') : null) },
      'a reference that it does not know is null',
    ],
    [
      'a secret that prints its value',
      { resolve: async (reference) => (reference === 'shop' ? new Open('brass') : null) },
      'what it answers prints as a mask',
    ],
  ])('%s', async (_fault, fault, name) => {
    expect(await failed({ ...honest, ...fault })).toContain(name);
  });

  it('a broken service that is taken for one without the secret', async () => {
    let broken = false;
    const source: SecretSource = {
      ...honest,
      resolve: async (r, o) => (broken ? null : honest.resolve(r, o)),
    };
    const breakService = async () => {
      broken = true;
    };
    expect(await failed(source, { breakService })).toEqual([
      'a service that is away is said to be, and is not taken for one without the secret',
    ]);
  });
});

describe('the suite of egress policies finds', () => {
  const denied = (host: string) => new RunwrightError('egress_denied', `\`${host}\` is not allowed.`);
  const failed = (
    check: (
      lookup: (host: string) => Promise<readonly { address: string; family: number }[]>,
    ) => EgressPolicy['check'],
  ) =>
    failedChecks(egressChecks, () =>
      openEgress(async ({ lookup }) => ({ policy: { check: check(lookup) } })),
    );

  it('a policy that lets everything through', async () => {
    const open = await failed((lookup) => async (url) => {
      const address = new URL(url);
      const addresses = await lookup(address.hostname).catch(() => []);
      return {
        url: address,
        addresses: addresses.map(({ address: a }) => ({ address: a, family: 4 as const })),
      };
    });
    expect(open).toEqual(
      expect.arrayContaining([
        'only http and https are let through',
        'user names in addresses are refused',
        'private, loopback, link-local and reserved addresses are refused',
        'other spellings of such addresses are refused',
        'local names are refused',
        'a name with a private address is refused',
        'a name of which one address is private is refused',
        'a name without an address is refused',
      ]),
    );
  });

  it('a policy that looks at the first address alone, and twice', async () => {
    const first = await failed((lookup) => async (url) => {
      const { hostname } = new URL(url);
      await lookup(hostname).catch(() => []);
      const [found] = await lookup(hostname).catch(() => []);
      if (!found || /^(10|192|fd)/.test(found.address)) throw denied(hostname);
      return { url: new URL(url), addresses: [{ address: found.address, family: 4 }] };
    });
    expect(first).toEqual(
      expect.arrayContaining([
        'a name is resolved once, so that the connection goes where the check was',
        'a name of which one address is private is refused',
      ]),
    );
  });
});

describe('the suite of mailers finds', () => {
  const failed = (fault: (tested: TestedMailer) => Partial<Mailer>) =>
    failedChecks(mailerChecks, async () => {
      const tested = await testedMailer();
      return { ...tested, mailer: { ...tested.mailer, ...fault(tested) } };
    });

  it.each<[string, (tested: TestedMailer) => Partial<Mailer>, string]>([
    [
      'a mail to the first recipient alone',
      ({ mailer }) => ({ send: (mail, o) => mailer.send({ ...mail, to: mail.to.slice(0, 1) }, o) }),
      'a mail has arrived when the call ends, at all its recipients and with its whole text',
    ],
    [
      'a key that changes',
      ({ mailer }) => {
        let count = 0;
        return { send: (mail, o) => mailer.send(mail, { ...o, key: `${o.key}${count++}` }) };
      },
      'the same key is the same mail for its receiver, another key is another one',
    ],
    [
      'a refusal that nobody hears of',
      ({ mailer }) => ({ send: (mail, o) => mailer.send(mail, o).catch(() => undefined) }),
      'a mail that is refused fails with `block_failed`',
    ],
    [
      'a mail that is sent although it was aborted',
      ({ mailer }) => ({
        send: (mail, o) => mailer.send(mail, { ...o, signal: new AbortController().signal }),
      }),
      'under an aborted signal nothing is sent',
    ],
    [
      'a sender that is always its own',
      ({ mailer }) => ({ send: (mail, o) => mailer.send({ ...mail, from: null }, o) }),
      'a mail that names a sender is from it',
    ],
  ])('%s', async (_fault, fault, name) => {
    expect(await failed(fault)).toContain(name);
  });
});

describe('the suite of providers of proxies finds', () => {
  const failed = (resolve: ProxyProvider['resolve']) => failedChecks(proxyChecks, proxies(resolve));

  it.each<[string, ProxyProvider['resolve'], string]>([
    [
      'a proxy for everything',
      async () => 'http://p.test',
      'a location that has none is null, and so is what is no location',
    ],
    ['no proxy at all', async () => null, 'a location that has a proxy is the address of a proxy server'],
    [
      'a host without a protocol',
      async (location) => (location === 'RESIDENTIAL_DE' ? 'proxy.test:8080' : null),
      'a location that has a proxy is the address of a proxy server',
    ],
  ])('%s', async (_fault, resolve, name) => {
    expect(await failed(resolve)).toContain(name);
  });
});

describe('the suite of language models finds', () => {
  const failed = (generate?: LanguageModel['generate']) =>
    failedChecks(modelChecks, () =>
      openModels(async () => {
        const requests: string[] = [];
        const model = scriptedModel({ answers: [] });
        return {
          apiKey: 'sk-1',
          requests: () => requests,
          model: { ...model, ...(generate ? { generate } : {}) },
        };
      }),
    );

  it('a model that asks nobody and tells its key', async () => {
    const usage = { input: 1, cached: 2, cacheWrite: 0, output: 0, reasoning: 0, cost: null };
    const found = await failed(async ({ signal }) => {
      signal.throwIfAborted();
      return {
        parts: [{ type: 'text', text: 'hello' }],
        stop: 'end',
        usage,
        durationMs: 1,
        model: 'm',
        wire: { request: { key: 'sk-1' }, response: {} },
      };
    });
    expect(found).toEqual(
      expect.arrayContaining([
        'one call is one request with every message, and the answer is its text',
        'an answer has its tokens: the cached ones among the input, the thoughts among the output',
        'the bodies of request and answer are told, without the key',
        'status 429 is `model_failed` with the status, to be repeated, after one request',
        'an answer that is none fails',
      ]),
    );
  }, 60_000);
});
