import { scriptedModel } from '@runwright/testing';
import { expect, it } from 'vitest';
import { agentTask, openService } from '../two-organizations.test-helpers.ts';

it('the models that the host has configured are listed with their labels, at both paths', async () => {
  const models = new Map(['small', 'large'].map((id) => [id, scriptedModel({ id, answers: [] })]));
  const service = await openService({
    blocks: [agentTask],
    drivers: { model: (_purpose, name) => models.get(name ?? 'large') ?? null },
    modelLabels: { small: 'Small and fast', large: 'Large' },
  });
  const expected = { models: { small: 'Small and fast', large: 'Large' }, default: 'large' };
  for (const path of ['/v1/models', '/api/v1/models']) {
    expect(await service.call('GET', path)).toMatchObject({ status: 200, body: expected });
    expect((await service.app.inject(path)).statusCode).toBe(403);
  }
  const ask = (model: unknown) => service.call('POST', '/v1/run/tasks', { prompt: 'Look', model });
  expect((await ask({ model_name: 'small' })).status).toBe(200);
  expect((await ask({})).status).toBe(200);
  expect(await ask({ model_name: 'huge' })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'model', 'model_name'], type: 'value_error' }] },
  });
  await service.close();
});

it('one model is listed under its id, and a service without a model lists none', async () => {
  const one = await openService({ drivers: { model: scriptedModel({ id: 'only', answers: [] }) } });
  expect((await one.call('GET', '/v1/models')).body).toEqual({ models: { only: 'only' }, default: 'only' });
  const none = await openService();
  expect((await none.call('GET', '/v1/models')).body).toEqual({ models: {}, default: null });
  await Promise.all([one.close(), none.close()]);
});

it('a label of a model that the driver does not know is refused', async () => {
  await expect(openService({ modelLabels: { huge: 'Huge' } })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('`huge`'),
  });
});
