import type { Attack } from './attack.ts';
import { hostAccess } from './host-access.ts';
import { hostileText } from './hostile-text.ts';
import { nesting } from './nesting.ts';
import { resourceGrowth } from './resource-growth.ts';

/** Every attack. */
export const attacks: readonly Attack[] = [...hostAccess, ...resourceGrowth, ...nesting, ...hostileText];
