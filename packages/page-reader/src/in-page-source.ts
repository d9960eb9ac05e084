import { makeControlList } from './in-page/controls/control-list.ts';
import { makeControlState } from './in-page/controls/control-state.ts';
import { makeControlText } from './in-page/controls/control-text.ts';
import { makeControlWrappers } from './in-page/controls/control-wrappers.ts';
import { makeHiddenControlProxies } from './in-page/controls/hidden-control-proxies.ts';
import { makeHoverContent } from './in-page/controls/hover-content.ts';
import { makeInteractivity } from './in-page/controls/interactivity.ts';
import { takeBuiltIns } from './in-page/dom/built-ins.ts';
import { makeColours } from './in-page/dom/colours.ts';
import { makeDom } from './in-page/dom/dom.ts';
import { makeTreeOrder } from './in-page/dom/tree-order.ts';
import { makeElementIds } from './in-page/identity/element-ids.ts';
import { makeElementMatching } from './in-page/identity/element-matching.ts';
import { makeFormDestinations } from './in-page/identity/form-destinations.ts';
import { makeSelectors } from './in-page/identity/selectors.ts';
import { makeTargetSearch } from './in-page/identity/target-search.ts';
import { makeInPageReader } from './in-page/in-page-reader.ts';
import { makeFrameworkHandlers } from './in-page/main-world/framework-handlers.ts';
import { makeMainWorldProbe } from './in-page/main-world/main-world-probe.ts';
import { makeMainWorldReport } from './in-page/main-world/main-world-report.ts';
import { recordStart } from './in-page/main-world/start-script.ts';
import { makeElementNames } from './in-page/names/element-names.ts';
import { makeFieldContainers } from './in-page/names/field-containers.ts';
import { makeIconNames } from './in-page/names/icon-names.ts';
import { makeNearbyLabels } from './in-page/names/nearby-labels.ts';
import { makeShownText } from './in-page/names/shown-text.ts';
import { makeLayers } from './in-page/occlusion/layers.ts';
import { makeOcclusion } from './in-page/occlusion/occlusion.ts';
import { makeOverlapIndex } from './in-page/occlusion/overlap-index.ts';
import { makePackFrame } from './in-page/pack-frame.ts';
import { makeSecretFields } from './in-page/secrets/secret-fields.ts';
import { makeSecretRedaction } from './in-page/secrets/secret-redaction.ts';
import { makeFrameSlots } from './in-page/traversal/frame-slots.ts';
import { makeInnerContexts } from './in-page/traversal/inner-context.ts';
import { makeReadPlan } from './in-page/traversal/read-plan.ts';
import { makeTraversal } from './in-page/traversal/traversal.ts';
import { makeGroups } from './in-page/tree/groups.ts';
import { makeTables } from './in-page/tree/tables.ts';
import { makeTreeBuilder } from './in-page/tree/tree-builder.ts';
import { makeHiddenText } from './in-page/visibility/hidden-text.ts';
import { makeStyleCache } from './in-page/visibility/style-cache.ts';
import { makeTagTraits } from './in-page/visibility/tag-traits.ts';
import { makeVisibility } from './in-page/visibility/visibility.ts';

/**
 * The program that runs in the page. Each `make…` function is inserted as text, by its `toString`, and gets the parts that
 * it needs as parameters: inside of it no import and no constant of its module exists. The template below names the parts
 * as the parameters are named, which TypeScript does not check; the tests of the driver do, in a browser.
 */
const makeWholeReader = `(eventName) => {
const builtIns = (${takeBuiltIns})();
const treeOrder = (${makeTreeOrder})(builtIns);
const mainWorld = (${makeMainWorldReport})(eventName, treeOrder);
const dom = (${makeDom})(mainWorld.closedRoot);
const visibility = (${makeVisibility})();
const ids = (${makeElementIds})();
const texts = (${makeShownText})(dom);
const colours = (${makeColours})(dom);
const fieldContainers = (${makeFieldContainers})(dom, texts, colours);
const labels = (${makeNearbyLabels})(dom, texts, fieldContainers);
const icons = (${makeIconNames})(dom, texts, colours);
const names = (${makeElementNames})(dom, texts, labels, icons);
const interactivity = (${makeInteractivity})(dom, mainWorld.listenersOf, mainWorld.isHandled);
const secretFields = (${makeSecretFields})(dom);
const controlState = (${makeControlState})(dom, names, interactivity, fieldContainers, secretFields);
const tables = (${makeTables})(dom, interactivity);
const groups = (${makeGroups})(dom, names, interactivity, tables);
const layers = (${makeLayers})(dom, ids);
const hiddenControlProxies = (${makeHiddenControlProxies})(dom, visibility);
const hoverContent = (${makeHoverContent})(dom);
const wrappers = (${makeControlWrappers})(dom, texts, fieldContainers, ids);
const controlText = (${makeControlText})({ dom, names, interactivity, controlState, visibility, wrappers });
const controls = (${makeControlList})({ dom, names, interactivity, controlState, ids, visibility, hiddenControlProxies, hoverContent, wrappers, controlText });
const tagTraits = (${makeTagTraits})(dom, mainWorld);
const styleCache = (${makeStyleCache})(dom);
const occlusion = (${makeOcclusion})(controls, layers);
const slots = (${makeFrameSlots})(dom, ids, visibility);
const planRead = (${makeReadPlan})(dom, layers.elementAt, treeOrder, (name) => tagTraits.atomicTags.has(name) || tagTraits.skippedTags.has(name));
const innerContexts = (${makeInnerContexts})(dom, controls, groups, tagTraits);
const hiddenText = (${makeHiddenText})(dom);
const parts = { hiddenText, innerContexts, dom, names, controls, groups, ids, layers, visibility, mainWorld, planRead, tagTraits, styleCache, occlusion, slots };
const { reassignNumbers, ...elementMatching } = (${makeElementMatching})(dom, ids);
const targetSearch = (${makeTargetSearch})(dom, elementMatching);
const destinations = (${makeFormDestinations})(dom);
const selectorOf = (${makeSelectors})(dom);
const traverse = (${makeTraversal})({ ...parts, reassignNumbers, createTreeBuilder: (${makeTreeBuilder})(dom), createOverlapIndex: (${makeOverlapIndex})(dom) });
const secretRedaction = (${makeSecretRedaction})(dom, controlState);
return (${makeInPageReader})({ elementMatching, destinations, targetSearch, secretFields, dom, ids, controlState, selectorOf, mainWorld, planRead, secretRedaction, occlusion, pack: (${makePackFrame})() }, traverse);
}`;

/**
 * One expression that makes the in-page reader, once for each document, and yields it. To be evaluated in a world of its
 * own: there the document is the page's, and every built-in is the browser's.
 *
 * @param eventName a name that no page can guess, the `eventName` of channels
 */
export function readerSource(eventName: string): string {
  const name = JSON.stringify(eventName);
  return `(globalThis[${name}] ??= (${makeWholeReader})(${name}))`;
}

/**
 * A script that a driver runs in the page's own world at the start of every document, frames included. What it notes
 * waits under the property `key` of the document until the first read.
 *
 * @param key a name that no page can guess, the `startKey` of channels
 */
export function startScriptSource(key: string): string {
  return `((take) => (${recordStart})(${JSON.stringify(key)}, take()))(${takeBuiltIns})`;
}

/**
 * One expression that yields the probe, which reports listeners and handlers of frameworks. To be evaluated in the page's
 * own world with the command-line API: only there `getEventListeners` sees the page's own.
 */
export function probeSource(startKey: string | null, eventName: string): string {
  const key = JSON.stringify(startKey ?? '');
  return `(() => {
const start = document[${key}] ?? null;
delete document[${key}];
const builtIns = start ? start.builtIns : (${takeBuiltIns})();
const listenersOf = typeof getEventListeners === 'function' ? getEventListeners : () => ({});
const frameworks = (${makeFrameworkHandlers})(listenersOf);
return (${makeMainWorldProbe})(builtIns, start, ${JSON.stringify(eventName)}, listenersOf, frameworks, (${makeTreeOrder})(builtIns));
})()`;
}
