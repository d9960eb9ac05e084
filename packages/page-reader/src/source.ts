import { makeCover } from './in-page/cover.ts';
import { makeDescribe } from './in-page/describe.ts';
import { makeDom } from './in-page/dom.ts';
import { makeEvidence } from './in-page/evidence.ts';
import { makeFrameworks } from './in-page/frameworks.ts';
import { makeGroups } from './in-page/groups.ts';
import { makeIds } from './in-page/ids.ts';
import { makeLayers } from './in-page/layers.ts';
import { makeLikeness } from './in-page/likeness.ts';
import { makeList } from './in-page/list.ts';
import { makeNames } from './in-page/names.ts';
import { makeReader } from './in-page/reader.ts';
import { makeSelectors } from './in-page/selectors.ts';
import { makeSheet } from './in-page/sheet.ts';
import { makeVisibility } from './in-page/visibility.ts';
import { makeWalk } from './in-page/walk.ts';

/**
 * One expression that makes the in-page reader and leaves nothing behind on the page. To be evaluated in the main
 * world with the command-line API: only there `getEventListeners` sees the page's own listeners.
 */
export const readerSource: string = `(() => {
const listenersOf = typeof getEventListeners === 'function' ? getEventListeners : () => ({});
const dom = (${makeDom})();
const visibility = (${makeVisibility})();
const ids = (${makeIds})();
const names = (${makeNames})(dom);
const evidence = (${makeEvidence})(dom, listenersOf, (${makeFrameworks})());
const describe = (${makeDescribe})(dom, names, evidence);
const groups = (${makeGroups})(dom, names, evidence);
const layers = (${makeLayers})(dom, ids);
const list = (${makeList})({ dom, names, evidence, describe, ids, visibility });
const parts = { dom, names, list, groups, ids, layers, visibility };
const settleNumbers = (${makeLikeness})(dom, ids);
const selectorOf = (${makeSelectors})(dom);
const walk = (${makeWalk})({ ...parts, settleNumbers, selectorOf, blankSheet: (${makeSheet})(dom) });
return (${makeReader})({ dom, ids, describe, selectorOf, cover: (${makeCover})(dom, describe) }, walk);
})()`;
