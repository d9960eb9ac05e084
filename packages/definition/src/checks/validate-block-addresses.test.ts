import { defineBlock, Type } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { createBlockTypes } from '../blocks/block-types.ts';
import { validateDraft } from './validate-draft.ts';

const optional = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const common = { output: Type.Unknown(), run: async () => null };
const registry = createBlockTypes([
  defineBlock({ ...common, type: 'goto_url', config: Type.Object({ url: Type.String() }) }),
  defineBlock({
    ...common,
    type: 'login',
    config: Type.Object({ url: optional, totp_verification_url: optional }),
  }),
  defineBlock({ ...common, type: 'loop', config: Type.Object({ loop_blocks: Type.Array(Type.Unknown()) }) }),
  defineBlock({ ...common, type: 'echo', config: Type.Object({}, { additionalProperties: true }) }),
]);
const check = (block: object) =>
  validateDraft({ workflow_definition: { blocks: [{ label: 'a', ...block }] } }, registry).problems.map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );
const refusal = (member: string, port: number) =>
  `workflow_definition.blocks.0.${member}: Value error, browsers and fetch send no requests to the port ${port}; serve the address at another one`;

describe('an address of a block', () => {
  it('is refused where it stands when its port is blocked', () => {
    expect(check({ block_type: 'goto_url', url: 'http://x:6000/' })).toEqual([refusal('url', 6000)]);
    expect(check({ block_type: 'goto_url', url: ' shop.test:25/cart ' })).toEqual([refusal('url', 25)]);
    const totp_verification_url = 'https://codes.test:10080';
    expect(check({ block_type: 'login', url: null, totp_verification_url })).toEqual([
      refusal('totp_verification_url', 10_080),
    ]);
    const loop_blocks = [{ block_type: 'goto_url', label: 'b', url: 'http://x:6000/' }];
    expect(check({ block_type: 'loop', loop_blocks })).toEqual([refusal('loop_blocks.0.url', 6000)]);
  });

  it('is accepted with another port, or a template that is not known yet', () => {
    for (const url of ['http://x:6001/', 'shop.test', 'start_url', '{{ url }}', 'http://x:6000/{{ id }}'])
      expect(check({ block_type: 'goto_url', url })).toEqual([]);
  });

  it('is no address in a block whose type does not name the member', () => {
    expect(check({ block_type: 'echo', url: 'http://x:6000/' })).toEqual([]);
  });
});
