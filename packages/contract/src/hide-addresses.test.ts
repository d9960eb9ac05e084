import { describe, expect, it } from 'vitest';
import { errorMessage, hideAddresses } from './hide-addresses.ts';

describe('a message for people outside of the network of the host', () => {
  it.each([
    ['connect ECONNREFUSED 10.1.2.3:5432', 'connect ECONNREFUSED [address]'],
    ['connect ECONNREFUSED ::1:11434', 'connect ECONNREFUSED [address]'],
    ['connect ETIMEDOUT fd00:1::2:8000', 'connect ETIMEDOUT [address]'],
    ['no route to [fe80::1]:25', 'no route to [address]'],
    ['getaddrinfo ENOTFOUND vllm', 'getaddrinfo ENOTFOUND'],
    ['no answer from http://ann:sesame@llm.example.com/v1', 'no answer from [address]'],
    ['no answer from http://vllm:8000/v1, try later', 'no answer from [address] try later'],
    ['see minio.storage.svc:9000 and localhost:9', 'see [address] and [address]'],
    ['cannot reach vllm-gateway:8000', 'cannot reach [address]'],
    ['host ip-10-11-12-13.eu-west-1.compute is down', 'host [address] is down'],
  ])('%s', (message, shown) => {
    expect(hideAddresses(message)).toBe(shown);
  });

  it.each([
    'Find your key at https://platform.openai.com/account/api-keys.',
    'Rate limit reached at 12:30:45, version 1.2.3 of std::vector',
    'The model `gpt-4.1` does not exist',
    'max_tokens:4096 of gpt-4-turbo is too many: at most 2048',
  ])('keeps %s', (message) => {
    expect(hideAddresses(message)).toBe(message);
  });

  it('has the message of an error as it is, unless the system made it', () => {
    expect(errorMessage(new Error('row 3 has 10.0.0.1'))).toBe('row 3 has 10.0.0.1');
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:80'), { code: 'ECONNREFUSED' });
    expect(errorMessage(refused)).toBe('connect ECONNREFUSED [address]');
    expect(errorMessage('text')).toBe('text');
  });
});
