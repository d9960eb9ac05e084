import {
  type BlockDefinition,
  type blockFields,
  type RetryPolicy,
  RunwrightError,
  type Static,
  type TSchema,
  type Type,
} from '@runwright/contract';
import type { Written } from './value.ts';

/** Key of the member that carries the type of an output; there is no such member at run time. */
declare const outputType: unique symbol;

/** One block of a workflow without its label: its type, its members, and for the compiler the type of its output. */
export interface BlockUse<Output> {
  readonly [outputType]?: Output;
  readonly type: string;
  readonly members: object;
}

type BlockFields = Static<Type.TObject<typeof blockFields>>;

/** Members that every block has; label and next block are written by the builder. */
export interface CommonMembers
  extends Readonly<Omit<BlockFields, 'label' | 'next_block_label' | 'retry' | 'model'>> {
  readonly retry?: Partial<RetryPolicy> | null;
  readonly model?: { readonly model_name?: string; readonly [setting: string]: unknown } | null;
}

/**
 * Members of a block that was made by `defineBlock`. The compiler knows no defaults of its schema, so each member may be
 * absent; {@link use} tells which one is missing.
 */
export type MembersOfConfig<Config> = CommonMembers & {
  readonly [Member in Exclude<keyof Config, 'parameters'>]?: Written<Config[Member]>;
};

/**
 * Uses a block type of your own, made by `defineBlock`. Leave `members` out when the block needs none.
 *
 * @throws RunwrightError `invalid_input` when a member is missing that has no default.
 */
export function use<Type extends string, Config extends TSchema, Output extends TSchema>(
  block: BlockDefinition<Type, Config, Output>,
  members?: MembersOfConfig<Static<Config>>,
): BlockUse<Static<Output>> {
  const given = members ?? {};
  const missing = requiredMembers(block.config).filter((name) => !Object.hasOwn(given, name));
  if (missing.length > 0) {
    throw new RunwrightError(
      'invalid_input',
      `A block \`${block.type}\` has no \`${missing.join('`, `')}\`, and its schema has no default. Give it a value.`,
    );
  }
  return { type: block.type, members: given };
}

/** Returns a function that uses a built-in block type. */
export function builtIn<Members extends object, Output>(type: string) {
  return (members: Members): BlockUse<Output> => ({ type, members });
}

/** Returns a block whose output has the type that you say. */
export function withOutput<Output>(type: string, members: object): BlockUse<Output> {
  return { type, members };
}

function requiredMembers(config: {
  readonly required?: unknown;
  readonly properties?: unknown;
}): readonly string[] {
  const properties = new Map<string, unknown>(Object.entries(config.properties ?? {}));
  const names: readonly unknown[] = Array.isArray(config.required) ? config.required : [];
  return names
    .filter((name) => {
      const schema = typeof name === 'string' ? properties.get(name) : undefined;
      return typeof schema === 'object' && schema !== null && !('default' in schema);
    })
    .map(String);
}
