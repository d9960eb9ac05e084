/** How a form shows a member: as text of one or several lines, natural or for machines, as JSON, or as a choice. */
export type FieldKind = 'plain' | 'code' | 'long' | 'long-code' | 'program' | 'json' | 'choice';

const labelMembers = new Set(['next_block_label', 'on_failure_next_label']);
const keyMembers = new Set(['parameter_keys', 'loop_over_parameter_key']);
const longText = /(?:^|_)(?:goal|prompt|instructions|body|criterion|expression|text|values|description)$/;
/** Texts in which each character counts. */
const machineText = /(?:^|_)(?:expression|values|selector)$/;

/** Returns whether the value of a member is the label of a block. */
export function namesBlock(name: string): boolean {
  return labelMembers.has(name);
}

/** Returns whether the value of a member is the label of a block or the key of a parameter. */
export function isReference(name: string): boolean {
  return namesBlock(name) || keyMembers.has(name);
}

/** Returns how a text of a member is shown. */
export function textKindOf(name: string): FieldKind {
  if (name === 'code') return 'program';
  const isCode = machineText.test(name);
  if (longText.test(name)) return isCode ? 'long-code' : 'long';
  return isCode ? 'code' : 'plain';
}
