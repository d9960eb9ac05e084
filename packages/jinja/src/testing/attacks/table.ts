import type { Attack } from './attack.ts';
import { growing } from './growing.ts';
import { hostileText } from './hostile-text.ts';
import { nesting } from './nesting.ts';
import { reaching } from './reaching.ts';

/** Every attack. */
export const attacks: readonly Attack[] = [...reaching, ...growing, ...nesting, ...hostileText];
