import type { ControlList } from '../controls/control-list.ts';
import type { Dom } from '../dom/dom.ts';
import type { ElementIds } from '../identity/element-ids.ts';
import type { ReassignNumbers } from '../identity/element-matching.ts';
import type { MainWorldReport } from '../main-world/main-world-report.ts';
import type { ElementNames } from '../names/element-names.ts';
import type { Layers } from '../occlusion/layers.ts';
import type { Occlusion } from '../occlusion/occlusion.ts';
import type { CreateOverlapIndex } from '../occlusion/overlap-index.ts';
import type { Groups } from '../tree/groups.ts';
import type { CreateTreeBuilder } from '../tree/tree-builder.ts';
import type { HiddenText } from '../visibility/hidden-text.ts';
import type { StyleCache } from '../visibility/style-cache.ts';
import type { TagTraits } from '../visibility/tag-traits.ts';
import type { Visibility } from '../visibility/visibility.ts';
import type { FrameSlots } from './frame-slots.ts';
import type { InnerContexts } from './inner-context.ts';
import type { PlanRead } from './read-plan.ts';

/** Dependencies of the traversal. */
export interface TraversalDeps {
  readonly dom: Dom;
  readonly names: ElementNames;
  readonly controls: ControlList;
  readonly groups: Groups;
  readonly ids: ElementIds;
  readonly layers: Layers;
  readonly visibility: Visibility;
  readonly mainWorld: MainWorldReport;
  readonly planRead: PlanRead;
  readonly tagTraits: TagTraits;
  readonly styleCache: StyleCache;
  readonly occlusion: Occlusion;
  readonly slots: FrameSlots;
  readonly innerContexts: InnerContexts;
  readonly hiddenText: HiddenText;
  readonly createTreeBuilder: CreateTreeBuilder;
  readonly createOverlapIndex: CreateOverlapIndex;
  readonly reassignNumbers: ReassignNumbers;
}
