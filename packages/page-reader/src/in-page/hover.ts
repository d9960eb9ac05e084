import type { Dom } from './dom.ts';

/** A pair of selectors: what the pointer must be over, and what shows then. */
interface Pair {
  readonly host: string;
  readonly content: string;
}

/** Finds what a style sheet shows only while the pointer is over it. Runs inside the page: no name from outside. */
export function makeHover(dom: Dom) {
  const maximumRules = 4_000;
  const maximumPairs = 100;
  const showing = ['display', 'visibility', 'opacity', 'height', 'max-height', 'transform', 'clip-path'];
  const read = new WeakMap<CSSStyleSheet, { readonly length: number; readonly pairs: readonly Pair[] }>();
  const { closest } = Element.prototype;
  let hosts = '';
  let contents = '';
  let used = new WeakSet<Element>();

  const pairsOf = (selector: string): readonly Pair[] =>
    selector.split(/,(?![^(]*\))/).flatMap((part) => {
      const [, before = '', hop = '', after = ''] =
        /^(.*):hover\s*([\s>+~])\s*([^:]*.*)$/.exec(part.trim()) ?? [];
      if (!after || /::|:(hover|focus|active)/.test(after)) return [];
      const host = before || '*';
      return host === '*' ? [] : [{ host, content: `${host} ${hop} ${after}` }];
    });

  const pairsIn = (sheet: CSSStyleSheet): readonly Pair[] => {
    const pairs: Pair[] = [];
    let left = maximumRules;
    const visit = (rules: CSSRuleList): void => {
      for (const rule of rules) {
        left -= 1;
        if (left < 0 || pairs.length >= maximumPairs) return;
        if (rule instanceof CSSStyleRule && rule.selectorText.includes(':hover')) {
          const { style } = rule;
          if (style.display !== 'none' && showing.some((name) => style.getPropertyValue(name) !== ''))
            pairs.push(...pairsOf(rule.selectorText));
        } else if (rule instanceof CSSGroupingRule) visit(rule.cssRules);
      }
    };
    try {
      visit(sheet.cssRules);
    } catch {
      // A sheet of another origin keeps its rules to itself.
    }
    return pairs;
  };

  const isHidden = (element: Element): boolean => {
    const { display, visibility, opacity } = dom.style(element);
    const [, , width, height] = dom.box(element);
    return display === 'none' || visibility === 'hidden' || Number(opacity) < 0.02 || width * height < 2;
  };

  return {
    /** Looks at the sheets of the document, those that are new since the last time. */
    begin(): void {
      const pairs: Pair[] = [];
      for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
        let length = 0;
        try {
          length = sheet.cssRules.length;
        } catch {
          continue;
        }
        let known = read.get(sheet);
        if (known?.length !== length) {
          known = { length, pairs: pairsIn(sheet) };
          read.set(sheet, known);
        }
        if (pairs.length < maximumPairs) pairs.push(...known.pairs);
      }
      used = new WeakSet();
      hosts = pairs.map(({ host }) => host).join(',');
      contents = pairs.map(({ content }) => content).join(',');
    },

    /** Whether more shows while the pointer is over the element, or over what it is the first control of. */
    hasContent(element: Element): boolean {
      if (hosts === '') return false;
      try {
        const host: Element | null = Reflect.apply(closest, element, [hosts]);
        if (!host || used.has(host)) return false;
        const around = host.parentElement ?? host;
        let looked = 0;
        for (const content of around.querySelectorAll(contents)) {
          looked += 1;
          if (looked > 20) return false;
          const isOf = host.contains(content) || content.parentElement === host.parentElement;
          if (content === element || content.contains(element) || !isOf || !isHidden(content)) continue;
          used.add(host);
          return true;
        }
      } catch {
        // One of the selectors is beyond what can be asked for.
        hosts = '';
      }
      return false;
    },
  };
}

export type Hover = ReturnType<typeof makeHover>;
