import { scriptedModel } from '@runwright/testing';
import { expect, it } from 'vitest';
import { createModelHealth } from './model-health.ts';

const model = scriptedModel({ answers: [] });

it('pauses a model after three failures in a row, for 60 seconds', () => {
  const health = createModelHealth();
  health.failed(model, 0);
  health.failed(model, 1);
  expect(health.isPaused(model, 2)).toBe(false);
  health.failed(model, 3);
  expect(health.isPaused(model, 60_002)).toBe(true);
  expect(health.isPaused(model, 60_003)).toBe(false);
});

it('forgets the failures of a model that answers', () => {
  const health = createModelHealth();
  for (const at of [0, 1, 2]) health.failed(model, at);
  health.succeeded(model);
  expect(health.isPaused(model, 3)).toBe(false);
});
