/** A definition of so many blocks, in which every kind of check has something to do. */
export interface LargeDefinition {
  readonly title: string;
  readonly workflow_definition: {
    readonly parameters: readonly object[];
    readonly blocks: readonly object[];
  };
}

const parameters = Array.from({ length: 20 }, (_, n) => ({
  parameter_type: 'workflow',
  key: `p${n}`,
  workflow_parameter_type: 'string',
  default_value: `value ${n}`,
}));

/** An HTTP request whose templates read a parameter and the output of the request before it. */
function request(label: string, n: number, before: string | null) {
  return {
    block_type: 'http_request',
    label,
    method: 'POST',
    url: `https://shop.example/orders/{{ p${n % 20} }}`,
    headers: { 'x-trace': '{{ workflow_run_id }}' },
    body: { n, text: before === null ? 'the first' : `after {{ ${before}_output.status_code }}` },
    parameter_keys: [`p${n % 20}`],
  };
}

/** Requests in list order; every tenth block is a loop around the nine that follow it. */
export function listDefinition(blockCount: number): LargeDefinition {
  const blocks: object[] = [];
  for (let n = 0; n < blockCount; n += 10) {
    const body = Array.from({ length: Math.min(9, blockCount - n - 1) }, (_, i) =>
      request(`r${n + 1 + i}`, n + 1 + i, i === 0 ? null : `r${n + i}`),
    );
    blocks.push({
      block_type: 'for_loop',
      label: `each${n}`,
      loop_variable_reference: 'range(3)',
      loop_blocks: body,
    });
  }
  return { title: 'A list', workflow_definition: { parameters, blocks } };
}

/** Groups of four that follow each other: a conditional, one request for each of its branches, and one where they meet. */
export function graphDefinition(blockCount: number): LargeDefinition {
  const blocks: object[] = [];
  for (let n = 0; n < blockCount; n += 4) {
    const last = n + 4 >= blockCount;
    const before = n === 0 ? null : `meet${n - 4}`;
    blocks.push(
      {
        block_type: 'conditional',
        label: `if${n}`,
        next_block_label: `meet${n}`,
        branch_conditions: [
          {
            criteria: { expression: before === null ? '{{ p0 == "a" }}' : `{{ ${before}_output.body.ok }}` },
            next_block_label: `yes${n}`,
          },
          { is_default: true, next_block_label: `no${n}` },
        ],
      },
      request(`yes${n}`, n + 1, before),
      request(`no${n}`, n + 2, before),
      {
        ...request(`meet${n}`, n + 3, before),
        ...(last ? {} : { next_block_label: `if${n + 4}` }),
      },
    );
  }
  return { title: 'A graph', workflow_definition: { parameters, blocks } };
}
