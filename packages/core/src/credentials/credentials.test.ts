import type { Problem } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import { createIds } from '../runtime/ids.ts';
import { type Credentials, createCredentials } from './credentials.ts';

const acme = 'o_1';
const login = {
  name: 'Shop',
  credential_type: 'password',
  credential: {
    username: 'ann@shop.test',
    password: 'correct horse',
    totp: 'GEZD GNBV GY3T QOJQ',
    nickname: 'dropped',
  },
};
const card = {
  name: 'Card',
  credential_type: 'credit_card',
  credential: {
    card_number: '4111 1110 0009 1234',
    card_cvv: '987',
    card_exp_month: '12',
    card_exp_year: '2031',
    card_brand: 'visa',
    card_holder_name: 'Ann Example',
  },
};

let store = storeUnderTest();
let credentials: Credentials;
beforeEach(() => {
  store = storeUnderTest();
  const clock = manualClock();
  credentials = createCredentials({
    store,
    masterKey: new Uint8Array(32).fill(7),
    makeId: createIds(clock, () => 0.5),
    now: clock.now,
  });
});

const problemsOf = async (input: unknown) => {
  const error = await credentials.calls.create(acme, input).catch((reason: unknown) => reason);
  const { problems } = (error as { details: { problems: readonly Problem[] } }).details;
  return problems.map(({ path, type }) => [path.join('.'), type]);
};

describe('a credential', () => {
  it('is shown without what is secret about it', async () => {
    expect(await credentials.calls.create(acme, login)).toEqual({
      credential_id: expect.stringMatching(/^cred_\d{19,}$/),
      credential_type: 'password',
      name: 'Shop',
      credential: { username: 'ann@shop.test', totp_type: 'authenticator', totp_identifier: null },
    });
    expect(await credentials.calls.create(acme, card)).toMatchObject({
      credential: { last_four: '1234', brand: 'visa' },
    });
    const secret = { name: 'Key', credential_type: 'secret', credential: { secret_value: 'abc' } };
    expect(await credentials.calls.create(acme, secret)).toMatchObject({
      credential: { secret_label: null },
    });
  });

  it('is stored under the master key, and under no other id', async () => {
    const { credential_id: one } = await credentials.calls.create(acme, login);
    const { credential_id: two } = await credentials.calls.create(acme, login);
    const row = await store.credentials.get(acme, one);
    expect(JSON.stringify(row)).not.toMatch(/correct|horse|ann@|GEZD/);
    expect(Buffer.from(row?.ciphertext ?? '', 'base64').toString('latin1')).not.toMatch(/correct|horse/);
    await store.credentials.change(acme, two, { modifiedAt: 1, ciphertext: row?.ciphertext ?? '' });
    await expect(credentials.open(acme, two)).rejects.toMatchObject({ code: 'internal' });
    expect(await credentials.open(acme, one)).toMatchObject({ credential: { password: 'correct horse' } });
  });

  it('is replaced whole under its id, but stays of its type', async () => {
    const { credential_id: id } = await credentials.calls.create(acme, login);
    const next = {
      ...login,
      name: 'New',
      credential: { username: 'bob', password: 'other', totp_type: 'email' },
    };
    expect(await credentials.calls.update(acme, id, next)).toEqual({
      credential_id: id,
      credential_type: 'password',
      name: 'New',
      credential: { username: 'bob', totp_type: 'email', totp_identifier: null },
    });
    await expect(credentials.calls.update(acme, id, card)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('that is deleted leaves nothing but its id', async () => {
    const { credential_id: id } = await credentials.calls.create(acme, login);
    await credentials.calls.delete(acme, id);
    for (const late of [
      () => credentials.calls.get(acme, id),
      () => credentials.calls.update(acme, id, login),
      () => credentials.calls.delete(acme, id),
    ]) {
      await expect(late()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await credentials.open(acme, id)).toBeNull();
  });

  it('belongs to one organization', async () => {
    const { credential_id: id } = await credentials.calls.create(acme, login);
    await expect(credentials.calls.get('o_2', id)).rejects.toMatchObject({ code: 'not_found' });
    expect([...(await credentials.known('o_2', [id]))]).toEqual([]);
  });
});

describe('a credential is refused', () => {
  it('with every mistake at its place, checked by its own type', async () => {
    expect(await problemsOf({})).toEqual([
      ['name', 'missing'],
      ['credential_type', 'missing'],
      ['credential', 'missing'],
    ]);
    expect(await problemsOf({ ...card, credential_type: 'password' })).toEqual([
      ['credential.username', 'missing'],
      ['credential.password', 'missing'],
    ]);
    expect(await problemsOf({ ...login, credential_type: 'token' })).toEqual([['credential_type', 'enum']]);
    expect(
      await problemsOf({
        ...login,
        name: '',
        credential: { username: '', password: 5, totp: 'not base 32!' },
      }),
    ).toEqual([
      ['name', 'string_too_short'],
      ['credential.username', 'string_too_short'],
      ['credential.password', 'string_type'],
      ['credential.totp', 'value_error'],
    ]);
  });

  it('with words instead of a pattern for what is no host', async () => {
    const wrong = { ...login, allowed_hosts: ['shop.test', 'http://shop.test/login'] };
    await expect(credentials.calls.create(acme, wrong)).rejects.toMatchObject({
      details: {
        problems: [
          { path: ['allowed_hosts', 1], message: expect.stringMatching(/it is no host; .*without a path$/) },
        ],
      },
    });
  });

  it('without repeating any of its values', async () => {
    const wrong = { ...login, credential: { username: 'ann', password: ['hunter2!'], totp: 'hunter2!' } };
    const error = await credentials.calls.create(acme, wrong).catch((reason: unknown) => reason);
    expect(JSON.stringify([error, String(error)])).not.toContain('hunter2');
  });

  it('members that are null count as not given', async () => {
    const sparse = { ...login, credential: { username: 'ann', password: 'x', totp: null, totp_type: null } };
    expect(await credentials.calls.create(acme, sparse)).toMatchObject({ credential: { totp_type: 'none' } });
  });
});
