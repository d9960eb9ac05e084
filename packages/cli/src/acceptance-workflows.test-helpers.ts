/** Stand-ins for blocks with an agent: programs that end as they are told. */
export const code = (label: string, program: string, members: object = {}) => ({
  block_type: 'code',
  label,
  code: program,
  ...members,
});
export const ok = (label: string, information: unknown = null, members: object = {}) =>
  code(label, `return { extracted_information: ${JSON.stringify(information)} }`, members);
export const fails = (label: string, members: object = {}) =>
  code(label, `throw new Error('${label} broke')`, members);
export const gives = (label: string, members: object = {}) =>
  code(label, `terminate('${label} gave up')`, members);
export const sleeps = (label: string, members: object = {}) => code(label, 'await sleep(60_000)', members);
export const each = (label: string, reference: string, body: readonly object[], members: object = {}) => ({
  block_type: 'for_loop',
  label,
  loop_variable_reference: reference,
  loop_blocks: body,
  ...members,
});
export const choice = (
  label: string,
  branches: readonly (readonly [string | null, string | null])[],
  members: object = {},
) => ({
  block_type: 'conditional',
  label,
  branch_conditions: branches.map(([expression, next_block_label]) =>
    expression === null
      ? { is_default: true, next_block_label }
      : { criteria: { expression }, next_block_label },
  ),
  ...members,
});
export const wanted = (name: string, type = 'string', members: object = {}) => ({
  parameter_type: 'workflow',
  key: name,
  workflow_parameter_type: type,
  ...members,
});
export const may = { continue_on_failure: true };
