import type { Json } from '@runwright/contract';
import { act, terminate } from './actions.ts';
import type { ScriptRequest } from './script-request.ts';

/** One rule: the first whose purpose and condition fit gives the answer. */
export interface ScriptRule {
  /** Name of the answer that is asked for: `act`, `verify`, `extract`, … */
  readonly purpose: string;
  /** Default: always. */
  readonly when?: (scene: ScriptRequest) => boolean;
  readonly answer: (scene: ScriptRequest) => Json;
}

/** Rules, asked in order. */
export type Script = readonly ScriptRule[];

/**
 * Returns the answer of the first rule that matches. Without a match, `act` gets `terminate` with the missing rule,
 * `verify` gets `cannot`, and any other purpose null.
 */
export function answerFromScript(script: Script, scene: ScriptRequest): Json {
  const rule = script.find(
    ({ purpose, when }) => purpose === scene.purpose && (when === undefined || when(scene)),
  );
  if (rule) return rule.answer(scene);
  const what = `The script has no rule for \`${scene.purpose}\` with the goal \`${scene.goal.slice(0, 100)}\` on the page \`${scene.view.address}\`.`;
  if (scene.purpose === 'act') return act('giving up', [terminate(what)]);
  if (scene.purpose === 'verify') return { verdict: 'cannot', evidence: '', missing: what };
  if (scene.purpose === 'criteria') return { complete: false, terminate: false, evidence: what };
  return null;
}
