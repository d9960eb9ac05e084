import type { Dom } from '../dom/dom.ts';

/** Selectors of a hover rule: the hovered element, and the content that shows then. */
interface HoverRule {
  readonly host: string;
  readonly content: string;
}

/** Finds content that style sheets show only on `:hover`. */
export function makeHoverContent(dom: Dom) {
  const maximumRules = 4_000;
  const maximumPairs = 100;
  const showing = ['display', 'visibility', 'opacity', 'height', 'max-height', 'transform', 'clip-path'];
  const read = new WeakMap<
    CSSStyleSheet,
    { readonly length: number; readonly pairs: readonly HoverRule[] }
  >();
  const maximumContents = 300;
  const maximumDepth = 12;
  let hosts = new Set<Element>();

  const pairsOf = (selector: string): readonly HoverRule[] =>
    selector.split(/,(?![^(]*\))/).flatMap((part) => {
      const [, before = '', hop = '', after = ''] =
        /^(.*):hover\s*([\s>+~])\s*([^:]*.*)$/.exec(part.trim()) ?? [];
      if (!after || /::|:(hover|focus|active)/.test(after)) return [];
      const host = before || '*';
      return host === '*' ? [] : [{ host, content: `${host} ${hop} ${after}` }];
    });

  const pairsIn = (sheet: CSSStyleSheet): readonly HoverRule[] => {
    const pairs: HoverRule[] = [];
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

  const sheets = (): readonly HoverRule[] => {
    const pairs: HoverRule[] = [];
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
    return pairs;
  };

  const hostOf = (content: Element, selector: string): Element | null => {
    const around = content.parentElement?.closest(selector);
    if (around) return around;
    const before = content.previousElementSibling;
    return before?.matches(selector) ? before : null;
  };

  return {
    /** Finds hidden content that would show on hover; style sheets are parsed once. */
    begin(): void {
      hosts = new Set();
      const pairs = sheets();
      if (pairs.length === 0) return;
      const selector = pairs.map(({ host }) => host).join(',');
      let visited = 0;
      try {
        for (const content of document.querySelectorAll(pairs.map((pair) => pair.content).join(','))) {
          visited += 1;
          if (visited > maximumContents) return;
          const host = isHidden(content) ? hostOf(content, selector) : null;
          if (host) hosts.add(host);
        }
      } catch {
        // One of the selectors is beyond what can be asked for.
      }
    },

    /** Tests whether more shows while the pointer is over the element, or over what it is the first control of. */
    hasContent(element: Element): boolean {
      if (hosts.size === 0) return false;
      let around: Element | null = element;
      for (let depth = 0; around && depth < maximumDepth; depth += 1, around = dom.parentOf(around))
        if (hosts.delete(around)) return true;
      return false;
    },
  };
}

export type HoverContent = ReturnType<typeof makeHoverContent>;
