import { createEngine } from '@runwright/core';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { httpUrls } from './http-urls.ts';
import { httpAdapter } from './index.ts';

async function logOf(options: Parameters<typeof createEngine>[0]): Promise<string> {
  const lines: string[] = [];
  await using engine = await createEngine(options);
  const app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
  await app.register(httpAdapter, { engine, version: '0.0.0' });
  await app.close();
  return lines.join('');
}

it('an engine without URLs is a warning in the log, which says how to give it some', async () => {
  expect(await logOf({})).toContain('createEngine({ urls: httpUrls({ publicUrl }) })');
});

it('an engine with URLs is none', async () => {
  expect(await logOf({ urls: httpUrls({ publicUrl: 'http://localhost:8000' }) })).toBe('');
});
