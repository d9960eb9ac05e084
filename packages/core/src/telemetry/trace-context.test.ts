import { expect, it } from 'vitest';
import { readTraceContext } from './trace-context.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';
const valid = `00-${trace}-${span}-01`;

it.each([
  ['version 00', valid],
  ['spaces around it', `  ${valid} `],
])('traceparent is read: %s', (_name, traceparent) => {
  expect(readTraceContext({ traceparent })).toEqual({ traceparent: valid });
});

it('a later version is read as far as version 00 goes, and unknown flags are cleared', () => {
  expect(readTraceContext({ traceparent: `cc-${trace}-${span}-01-what-follows` })).toEqual({
    traceparent: valid,
  });
  expect(readTraceContext({ traceparent: `00-${trace}-${span}-fd` })).toEqual({ traceparent: valid });
  expect(readTraceContext({ traceparent: `00-${trace}-${span}-02` })?.traceparent).toMatch(/-02$/);
});

it.each([
  ['no header', undefined],
  ['the version ff', `ff-${trace}-${span}-01`],
  ['version 00 with more at its end', `${valid}-more`],
  ['a later version with more that is not separated', `cc-${trace}-${span}-01.more`],
  ['upper case', valid.toUpperCase()],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${span}-01`],
  ['a span id of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
  ['a short trace id', `00-${trace.slice(1)}-${span}-01`],
  ['two headers, which Node joins', `${valid}, ${valid}`],
  ['a list of headers', [valid, valid]],
])('traceparent is ignored together with tracestate: %s', (_name, traceparent) => {
  expect(readTraceContext({ traceparent, tracestate: 'vendor=1' })).toBeNull();
});

it('tracestate is kept in its order, and left out when it is invalid', () => {
  const read = (tracestate: string | string[]) => readTraceContext({ traceparent: valid, tracestate });
  expect(read('b=2,a=1')?.tracestate).toBe('b=2,a=1');
  expect(read(['b=2', 'a=1'])?.tracestate).toBe('b=2,a=1');
  expect(read('=;no pair')).toEqual({ traceparent: valid });
  expect(read(`a=${'x'.repeat(600)}`)).toEqual({ traceparent: valid });
});
