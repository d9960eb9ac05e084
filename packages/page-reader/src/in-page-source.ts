import { makeList } from './in-page/controls/control-list.ts';
import { makeDescribe } from './in-page/controls/control-state.ts';
import { makeOwnText } from './in-page/controls/control-text.ts';
import { makeHover } from './in-page/controls/hover-content.ts';
import { makeStandIns } from './in-page/controls/label-proxies.ts';
import { makeEvidence } from './in-page/controls/listing-reasons.ts';
import { makeWrappers } from './in-page/controls/wrappers.ts';
import { takeBuiltIns } from './in-page/dom/built-ins.ts';
import { makeColours } from './in-page/dom/colours.ts';
import { makeDom } from './in-page/dom/dom.ts';
import { makeTreeOrder } from './in-page/dom/tree-order.ts';
import { makeIds } from './in-page/identity/element-ids.ts';
import { makeLikeness } from './in-page/identity/element-matching.ts';
import { makeDestinations } from './in-page/identity/form-destinations.ts';
import { makeSelectors } from './in-page/identity/selectors.ts';
import { makeReader } from './in-page/in-page-reader.ts';
import { makeFrameworks } from './in-page/main-world/framework-handlers.ts';
import { makeMainWorldProbe } from './in-page/main-world/main-world-probe.ts';
import { makeMainWorldReport } from './in-page/main-world/main-world-report.ts';
import { noteStart } from './in-page/main-world/start-script.ts';
import { makeNames } from './in-page/names/element-names.ts';
import { makeFacades } from './in-page/names/field-containers.ts';
import { makeIcons } from './in-page/names/icon-names.ts';
import { makeLabels } from './in-page/names/nearby-labels.ts';
import { makeTexts } from './in-page/names/shown-text.ts';
import { makeLayers } from './in-page/occlusion/layers.ts';
import { makeCovering } from './in-page/occlusion/occlusion.ts';
import { makeFloating } from './in-page/occlusion/overlap-index.ts';
import { makePack } from './in-page/pack-frame.ts';
import { makeSecretFields } from './in-page/secrets/secret-fields.ts';
import { makeCover } from './in-page/secrets/secret-redaction.ts';
import { makeSlots } from './in-page/traversal/frame-slots.ts';
import { makeContexts } from './in-page/traversal/inner-context.ts';
import { makeReadPlan } from './in-page/traversal/read-plan.ts';
import { makeWalk } from './in-page/traversal/traversal.ts';
import { makeGroups } from './in-page/tree/groups.ts';
import { makeTables } from './in-page/tree/tables.ts';
import { makeSheet } from './in-page/tree/tree-builder.ts';
import { makeUnseen } from './in-page/visibility/hidden-text.ts';
import { makeKinship } from './in-page/visibility/style-cache.ts';
import { makeNature } from './in-page/visibility/tag-traits.ts';
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
const ids = (${makeIds})();
const texts = (${makeTexts})(dom);
const colours = (${makeColours})(dom);
const facades = (${makeFacades})(dom, texts, colours);
const labels = (${makeLabels})(dom, texts, facades);
const icons = (${makeIcons})(dom, texts, colours);
const names = (${makeNames})(dom, texts, labels, icons);
const evidence = (${makeEvidence})(dom, mainWorld.listenersOf, mainWorld.isHandled);
const secretFields = (${makeSecretFields})(dom);
const describe = (${makeDescribe})(dom, names, evidence, facades, secretFields);
const tables = (${makeTables})(dom, evidence);
const groups = (${makeGroups})(dom, names, evidence, tables);
const layers = (${makeLayers})(dom, ids);
const standIns = (${makeStandIns})(dom, visibility);
const hover = (${makeHover})(dom);
const wrappers = (${makeWrappers})(dom, texts, facades, ids);
const ownText = (${makeOwnText})({ dom, names, evidence, describe, visibility, wrappers });
const list = (${makeList})({ dom, names, evidence, describe, ids, visibility, standIns, hover, wrappers, ownText });
const nature = (${makeNature})(dom, mainWorld);
const kinship = (${makeKinship})(dom);
const covering = (${makeCovering})(list, layers);
const slots = (${makeSlots})(dom, ids, visibility);
const planRead = (${makeReadPlan})(dom, layers.hit, treeOrder, (name) => nature.closed.has(name) || nature.skipped.has(name));
const contexts = (${makeContexts})(dom, list, groups, nature);
const unseen = (${makeUnseen})(dom);
const parts = { unseen, contexts, dom, names, list, groups, ids, layers, visibility, mainWorld, planRead, nature, kinship, covering, slots };
const { settleNumbers, ...likeness } = (${makeLikeness})(dom, ids);
const destinations = (${makeDestinations})(dom);
const selectorOf = (${makeSelectors})(dom);
const walk = (${makeWalk})({ ...parts, settleNumbers, blankSheet: (${makeSheet})(dom), blankFloating: (${makeFloating})(dom) });
const cover = (${makeCover})(dom, describe);
return (${makeReader})({ likeness, destinations, secretFields, dom, ids, describe, selectorOf, mainWorld, planRead, cover, covering, pack: (${makePack})() }, walk);
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
export function startSource(key: string): string {
  return `((take) => (${noteStart})(${JSON.stringify(key)}, take()))(${takeBuiltIns})`;
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
const frameworks = (${makeFrameworks})(listenersOf);
return (${makeMainWorldProbe})(builtIns, start, ${JSON.stringify(eventName)}, listenersOf, frameworks, (${makeTreeOrder})(builtIns));
})()`;
}
