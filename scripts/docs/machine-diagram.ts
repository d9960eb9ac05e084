/** The members of an xstate machine that a diagram shows: its tree of states. */
export interface DiagramMachine {
  readonly root: DiagramState;
}

/** A state with its inner states. */
export interface DiagramState {
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly states: Readonly<Record<string, DiagramState>>;
  readonly initial: { readonly target: readonly DiagramState[] };
  readonly transitions: ReadonlyMap<string, readonly DiagramTransition[]>;
  readonly always?: readonly DiagramTransition[] | undefined;
}

/** A transition. Guards and actions of our machines are names; a function has no name to show. */
export interface DiagramTransition {
  readonly target: readonly DiagramState[] | undefined;
  readonly guard?: unknown;
  readonly actions: readonly unknown[];
}

/**
 * Returns a machine as a Mermaid state diagram. Transitions between the same two states are one arrow;
 * `end [isCompleted] / retry` is the event, its guard and its action. Of several transitions with the same event the first
 * whose guard is true is taken, so one without a guard is the default.
 */
export function machineDiagram(machine: DiagramMachine): string {
  return ['stateDiagram-v2', ...stateLines(machine.root, '  '), ''].join('\n');
}

function stateLines(state: DiagramState, indent: string): readonly string[] {
  const inner = Object.values(state.states);
  return [
    ...state.initial.target.map((target) => `${indent}[*] --> ${target.key}`),
    ...inner.flatMap((child) =>
      Object.keys(child.states).length === 0
        ? []
        : [`${indent}state ${child.key} {`, ...stateLines(child, `${indent}  `), `${indent}}`],
    ),
    ...inner.flatMap((child) => [...arrows(child, indent), ...end(child, indent)]),
  ];
}

function arrows(state: DiagramState, indent: string): readonly string[] {
  const steps = [
    ...[...state.transitions].flatMap(([event, list]) => list.map((step) => ({ step, event }))),
    ...(state.always ?? []).map((step) => ({ step, event: '' })),
  ];
  const texts = new Map<string, string[]>();
  for (const { step, event } of steps) {
    const target = step.target?.[0]?.key ?? state.key;
    texts.set(target, [...(texts.get(target) ?? []), stepText(step, event)]);
  }
  return [...texts].map(([target, list]) => {
    const text = [...new Set(list)].filter((part) => part !== '').join(', ');
    return `${indent}${state.key} --> ${target}${text === '' ? '' : ` : ${text}`}`;
  });
}

function stepText({ guard, actions }: DiagramTransition, event: string): string {
  const name = nameOf(guard);
  const done = actions.map(nameOf).filter((text) => text !== '');
  return [event, name === '' ? '' : `[${name}]`, done.length === 0 ? '' : `/ ${done.join(', ')}`]
    .filter((part) => part !== '')
    .join(' ');
}

function nameOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const type: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, 'type') : null;
  return typeof type === 'string' ? type : '';
}

function end(state: DiagramState, indent: string): readonly string[] {
  const isOver = state.type === 'final' || (state.transitions.size === 0 && !state.always?.length);
  return isOver ? [`${indent}${state.key} --> [*]`] : [];
}
