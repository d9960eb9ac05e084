import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openService, operationsOf, prepare } from './openapi.test-helpers.ts';

type Service = Awaited<ReturnType<typeof openService>>;
let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('the OpenAPI document', () => {
  it('has no error and no warning of the recommended rules', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // `/v1/credentials/totp` and `/v1/credentials/{credential_id}`: OpenAPI 3.1 matches the concrete path first.
        'no-ambiguous-paths': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(service.document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('names each operation once, and each schema without a number', () => {
    const names = operationsOf(service.document).map(({ operationId }) => operationId);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z]+[A-Za-z]*$/.test(name))).toEqual([]);
    expect(Object.keys(service.document.components.schemas).filter((name) => /\d$/.test(name))).toEqual([]);
  });

  it('has an example of every JSON body', () => {
    const without = operationsOf(service.document).filter(
      ({ mediaTypes, example }) => mediaTypes.includes('application/json') && example === undefined,
    );
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });
});

describe('the examples of the OpenAPI document', () => {
  it('are accepted, with one’s own ids in place of theirs', { timeout: 90_000 }, async () => {
    const service = await openService();
    onTestFinished(service.close);
    const answers: Record<string, number | string> = {};
    for (const { operationId, method, path, example } of operationsOf(service.document)) {
      if (example === undefined) continue;
      const ids = await prepare(service, operationId);
      const url = path.replace(/\{(\w+)\}/g, (_, name) => ids[name as string] ?? 'missing');
      const body = JSON.parse(
        JSON.stringify(example).replace(
          /\b(wpid|cred|fld)_123456789012345678\b/g,
          (_, kind) => ids[kind] ?? '',
        ),
      );
      const { status, text } = await service.call(method, url, body);
      if (status < 200 || status > 299) answers[operationId] = `${status} ${text}`;
    }
    expect(answers).toEqual({});
  });
});
