import type { AnyBlock } from '@runwright/contract';
import {
  type BlockTypes,
  type DefinitionBlock,
  definitionBlock,
  type UncheckedNode,
} from '@runwright/definition';
import type {
  ChildBlock,
  ChoiceBlock,
  CoreBlock,
  LoopSource,
  PauseBlock,
  ProgramBlock,
  TimerBlock,
} from './block-kinds.ts';
/** The way in which the engine executes a block, by its kind. */
export type Behavior =
  | {
      readonly kind: 'work';
      readonly run: AnyBlock['run'];
      readonly assistScript?: NonNullable<AnyBlock['assistScript']>;
    }
  | { readonly kind: 'timer'; readonly timer: TimerBlock['timer'] }
  | { readonly kind: 'choice'; readonly choose: ChoiceBlock['choose'] }
  | { readonly kind: 'program'; readonly program: ProgramBlock['program'] }
  | { readonly kind: 'pause'; readonly pause: PauseBlock['pause'] }
  | { readonly kind: 'child'; readonly child: ChildBlock['child'] }
  | { readonly kind: 'loop'; readonly source: LoopSource };

/** A block type that definitions may use. */
export type RegisteredBlock = Behavior &
  DefinitionBlock & {
    readonly onWorkerLost: NonNullable<AnyBlock['onWorkerLost']>;
    readonly services: readonly string[];
    readonly hostServers: readonly string[];
    readonly usesBrowser: (node: UncheckedNode) => boolean;
    readonly modelRequirement: NonNullable<AnyBlock['modelRequirement']>;
  };

/** The block types of an engine. */
export interface Registry extends BlockTypes {
  get(type: string): RegisteredBlock | undefined;
}

/** Makes the registry; a block of a type that was there before takes its place. */
export function createRegistry(blocks: readonly CoreBlock[]): Registry {
  const byType = new Map(blocks.map((block) => [block.type, register(block)]));
  return { types: [...byType.keys()], get: (type) => byType.get(type) };
}

function register(block: CoreBlock): RegisteredBlock {
  const behavior = behaviorOf(block);
  const { usesBrowser = behavior.kind === 'work' || behavior.kind === 'program' } = block;
  return {
    ...definitionBlock(block),
    ...behavior,
    onWorkerLost: block.onWorkerLost ?? 'guard',
    services: block.services ?? [],
    hostServers: [...(block.hostServers ?? [])],
    usesBrowser: typeof usesBrowser === 'function' ? usesBrowser : () => usesBrowser,
    modelRequirement: (node) => block.modelRequirement?.(node) ?? null,
  };
}

function behaviorOf(block: CoreBlock): Behavior {
  if ('timer' in block) return { kind: 'timer', timer: (config) => block.timer(config) };
  if ('pause' in block) return { kind: 'pause', pause: (config, asked) => block.pause(config, asked) };
  if ('child' in block) return { kind: 'child', child: (config, parent) => block.child(config, parent) };
  if ('loop' in block) return { kind: 'loop', source: block.loop };
  if ('program' in block)
    return { kind: 'program', program: (config, context) => block.program(config, context) };
  if ('choose' in block)
    return { kind: 'choice', choose: (config, context) => block.choose(config, context) };
  return {
    kind: 'work',
    run: (config, context) => block.run(config, context),
    ...(block.assistScript ? { assistScript: block.assistScript.bind(block) } : {}),
  };
}
