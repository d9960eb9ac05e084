import { takeBuiltIns } from './in-page/built-ins.ts';
import { makeColours } from './in-page/colours.ts';
import { makeContexts } from './in-page/contexts.ts';
import { makeCover } from './in-page/cover.ts';
import { makeCovering } from './in-page/covering.ts';
import { makeDescribe } from './in-page/describe.ts';
import { makeDestinations } from './in-page/destinations.ts';
import { makeDom } from './in-page/dom.ts';
import { makeEvidence } from './in-page/evidence.ts';
import { makeFacades } from './in-page/facades.ts';
import { makeFloating } from './in-page/floating.ts';
import { makeFrameworks } from './in-page/frameworks.ts';
import { makeGroups } from './in-page/groups.ts';
import { makeHover } from './in-page/hover.ts';
import { makeIcons } from './in-page/icons.ts';
import { makeIds } from './in-page/ids.ts';
import { makeKinship } from './in-page/kin.ts';
import { makeLabels } from './in-page/labels.ts';
import { makeLayers } from './in-page/layers.ts';
import { makeLikeness } from './in-page/likeness.ts';
import { makeList } from './in-page/list.ts';
import { makeMainWorldProbe } from './in-page/main-world.ts';
import { makeMainWorldReport } from './in-page/main-world-report.ts';
import { makeNames } from './in-page/names.ts';
import { makeNature } from './in-page/nature.ts';
import { makeOwnText } from './in-page/own-text.ts';
import { makePack } from './in-page/pack.ts';
import { makeReadPlan } from './in-page/read-plan.ts';
import { makeReader } from './in-page/reader.ts';
import { makeSecretFields } from './in-page/secret-fields.ts';
import { makeSelectors } from './in-page/selectors.ts';
import { makeSheet } from './in-page/sheet.ts';
import { makeSlots } from './in-page/slots.ts';
import { makeStandIns } from './in-page/stand-ins.ts';
import { noteStart } from './in-page/start.ts';
import { makeTables } from './in-page/tables.ts';
import { makeTexts } from './in-page/texts.ts';
import { makeTreeOrder } from './in-page/tree-order.ts';
import { makeUnseen } from './in-page/unseen.ts';
import { makeVisibility } from './in-page/visibility.ts';
import { makeWalk } from './in-page/walk.ts';
import { makeWrappers } from './in-page/wrappers.ts';

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
