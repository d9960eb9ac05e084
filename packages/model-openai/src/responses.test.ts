import { computerTool, type ModelRequest } from '@runwright/contract';
import type { Response } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import { responsesReply } from './responses-reply.ts';
import { responsesRequest } from './responses-request.ts';

const image = { type: 'image', mediaType: 'image/png', data: 'aaaa' } as const;
const request: ModelRequest = {
  purpose: 'cua',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }, image] }],
  computer: { width: 1_280, height: 800 },
  limits: { outputTokens: 4_096, timeoutMs: 60_000 },
  signal: new AbortController().signal,
};

describe('a request with the computer tool', () => {
  it('names the tool, and the size of the screen only for the older models', () => {
    expect(responsesRequest('gpt-x', request).tools).toEqual([{ type: 'computer' }]);
    expect(responsesRequest('computer-use-preview-2025-03-11', request)).toMatchObject({
      truncation: 'auto',
      tools: [
        {
          ...{ type: 'computer_use_preview', environment: 'browser' },
          ...{ display_width: 1_280, display_height: 800 },
        },
      ],
    });
  });

  it('sends text and screenshot, and afterwards only the result with what was acknowledged', () => {
    expect(responsesRequest('m', request)).toMatchObject({
      input: [
        { role: 'user', content: [{ type: 'input_text' }, { image_url: 'data:image/png;base64,aaaa' }] },
      ],
    });
    const check = { id: 'sc_1', code: 'irrelevant_domain', message: null };
    const result = { type: 'tool-result', id: 'call_1', parts: [image] } as const;
    const next = responsesRequest('m', {
      ...request,
      previous: 'resp_1',
      messages: [
        {
          role: 'tool',
          content: [
            { ...result, name: computerTool, acknowledged: [check] },
            {
              type: 'tool-result',
              id: 'call_2',
              name: 'extract',
              parts: [{ type: 'text', text: '3 items' }],
            },
          ],
        },
      ],
    });
    expect(next).toMatchObject({
      previous_response_id: 'resp_1',
      input: [
        { type: 'computer_call_output', call_id: 'call_1', acknowledged_safety_checks: [check] },
        { type: 'function_call_output', call_id: 'call_2', output: '3 items' },
      ],
    });
  });
});

const response = (members: object) =>
  ({ id: 'resp_1', status: 'completed', model: 'm', ...members }) as Response;
const call = (members: object) =>
  response({
    output: [{ type: 'computer_call', id: 'cu_1', call_id: 'call_1', pending_safety_checks: [], ...members }],
  });

describe('a response', () => {
  it('has one action or a list of them, in the form that providers share', () => {
    const click = { type: 'click', button: 'wheel', x: 1, y: 2 };
    const shared = { type: 'click', x: 1, y: 2, button: 'middle', count: 1 };
    expect(responsesReply(call({ action: click })).parts).toMatchObject([{ input: { actions: [shared] } }]);
    const actions = [
      { type: 'double_click', x: 1, y: 2 },
      { type: 'scroll', x: 1, y: 2, scroll_x: 0, scroll_y: -5 },
      { type: 'click', button: 'back', x: 0, y: 0 },
      { type: 'fly' },
    ];
    expect(responsesReply(call({ actions })).parts).toMatchObject([
      {
        id: 'call_1',
        name: computerTool,
        input: {
          actions: [
            { type: 'click', count: 2 },
            { type: 'scroll', right: 0, down: -5 },
            { type: 'back' },
            { type: 'unknown', name: 'fly' },
          ],
        },
      },
    ]);
  });

  it('has the safety checks of a call, its handle and its tokens', () => {
    const reply = responsesReply({
      ...call({ action: { type: 'wait' }, pending_safety_checks: [{ id: 'sc_1', code: 'x' }] }),
      usage: {
        ...{ input_tokens: 9, output_tokens: 2, total_tokens: 11 },
        ...{ input_tokens_details: { cached_tokens: 4 }, output_tokens_details: { reasoning_tokens: 1 } },
      },
    } as Response);
    expect(reply).toMatchObject({
      handle: 'resp_1',
      stop: 'tool',
      parts: [{ input: { safetyChecks: [{ id: 'sc_1', code: 'x', message: null }] } }],
      usage: { input: 9, cached: 4, output: 2, reasoning: 1, cost: null },
    });
  });

  it('says that it was refused or cut off', () => {
    const message = (content: object) => [{ type: 'message', content: [content] }];
    expect(responsesReply(response({ output: message({ type: 'refusal', refusal: 'No.' }) })).stop).toBe(
      'refusal',
    );
    const cut = { incomplete_details: { reason: 'max_output_tokens' }, output: [] };
    expect(responsesReply(response(cut)).stop).toBe('length');
  });

  it.each([{}, { status: 'failed', output: [], error: { message: 'broken' } }])(
    'without output is a failure that may pass: %o',
    (body) => {
      expect(() => responsesReply(response(body))).toThrow(
        expect.objectContaining({ code: 'model_failed', retryable: true }),
      );
    },
  );
});
