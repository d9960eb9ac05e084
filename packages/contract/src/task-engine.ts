import { type Static, Type } from 'typebox';

/** Agent engine that executes a task. */
export const TaskEngine = Type.Enum(['service-1.0', 'service-2.0', 'cua-a', 'cua-b', 'ui-agent']);
export type TaskEngine = Static<typeof TaskEngine>;
