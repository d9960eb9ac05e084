import { describe, expect, it } from 'vitest';
import { runBlock } from '../agent-blocks.test-helpers.ts';

describe('goto_url', () => {
  it('loads a page without a model, adding the scheme', async () => {
    const { output, session, artifacts } = await runBlock('goto_url', { url: 'shop.example/found' }, []);
    expect(output).toMatchObject({ status: 'completed', extracted_information: null, errors: [] });
    expect(session.url).toBe('https://shop.example/found');
    expect(artifacts.map(({ type }) => type)).toEqual(['screenshot_action', 'html', 'screenshot_final']);
  });

  it('fails when no page loads and when the egress policy refuses the URL', async () => {
    const missing = await runBlock('goto_url', { url: 'https://shop.example/none' }, []);
    expect(missing.error).toMatchObject({
      code: 'block_failed',
      retryable: true,
      details: {
        failure_category: 'page_load',
        errors: [{ error_code: 'page_load_failed' }],
        output: { status: 'failed', errors: [{ error_code: 'page_load_failed' }] },
      },
    });
    const refused = await runBlock('goto_url', { url: 'http://10.0.0.1/' }, []);
    expect(refused.error).toMatchObject({ code: 'egress_denied', details: { failure_category: 'policy' } });
  });
});
