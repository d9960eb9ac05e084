import type { Colours } from '../dom/colours.ts';
import type { Dom } from '../dom/dom.ts';
import type { ShownText } from './shown-text.ts';

/**
 * Names of controls that say nothing: a sign that is drawn, the words of an icon, a colour.
 */
export function makeIconNames(dom: Dom, texts: ShownText, colours: Colours) {
  const { tag, attribute, squeeze } = dom;
  const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
  /** Prefixes of component and icon libraries. */
  const libraries = setOf(
    'ant anticon antd mui el element bs bi bx fa fas far fab fal fad fontawesome ui jquery chakra mantine mat mdc mdi cdk ng ngx svelte vue react rc rs tw lucide feather tabler heroicon ion ionicon glyphicon glyphicons octicon codicon material materialui symbols symbol ri pi icomoon sprite v q p is has js css jss sc emotion makestyles headlessui radix reach rmwc slds ms fui fluent govuk usa uk w ember wp vc gwt dijit dojo yui ext cls tippy swiper slick',
  );
  /** Words for structure, layout, size, colour and state. */
  const layout = setOf(
    'icon icons svg img image btn button buttons link input field control root wrapper wrap container holder inner outer content body base box block panel item items element group text label span div component widget helper overlay layer layout flex grid row col column cell section area main part base core full half width height size sized sizes small medium large mini tiny huge big xs sm md lg xl xxl font fonts weight bold color colour colors primary secondary tertiary default basic standard danger success warning info inherit light dark white black muted outline outlined filled contained solid ghost round rounded circular square edge corner shadow border raised flat active inactive focus focused focusable visible hover hovered hoverable pressed disabled enabled checked unchecked selected current hidden shown show fade anim animate animated animation transition ripple touch interactive clickable pointer cursor start end center centre middle horizontal vertical inline absolute relative fixed sticky position pos margin padding spacing gap auto none all front back ltr rtl png jpg jpeg webp gif the and for with state tooltip trigger target only corner tree node suffix prefix append prepend affix wave runtime adornment reference',
  );
  /** Words that say what happens; they beat the words of a shape. */
  const actions =
    /^(up|down|left|right|next|prev|previous|first|last|close|clear|remove|delete|trash|add|plus|minus|increase|decrease|edit|search|play|pause|stop|expand|collapse|toggle|open|submit|reset|back|forward|settings|share|like|refresh|download|upload|save|copy|menu|cancel|send|filter|sort)$/;

  /** Tokens of CSS-in-JS and of utility classes. */
  const isGenerated = (token: string): boolean =>
    /^(css|sc|jss|emotion|svelte|_ng\w*|e)-?[a-z0-9]*\d[a-z0-9]*$/i.test(token) ||
    /^[a-z]{1,3}-?(\d|\[|auto|full)/.test(token) ||
    /[a-z]\d[a-z0-9]*\d[a-z]|\d[a-z]+\d/i.test(token);

  /** At most four words of a class, an address or a file name that say something. */
  const words = (text: string): string => {
    const found = text
      .split(/\s+/)
      .filter((token) => !isGenerated(token))
      .flatMap((token) => token.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/))
      .map((word) => word.toLowerCase())
      .filter(
        (word) => (word.length > 2 || /^(up|go|ok)$/.test(word)) && !libraries.has(word) && !layout.has(word),
      );
    return [...new Set(found)].slice(0, 4).join(' ');
  };

  /** Returns the file name of a URL; empty for `data:` and `blob:` URLs. */
  const fileName = (address: string): string =>
    /^\s*(data|blob):/i.test(address)
      ? ''
      : ((address.split(/[?#]/)[0] ?? '').split('/').pop() ?? '').replace(/\.\w+$/, '');

  /** Words of one element that draws an icon; empty for any other. */
  const wordsOfIcon = (element: Element): string => {
    const name = tag(element);
    if (name === 'use') {
      return words((attribute(element, 'href') || attribute(element, 'xlink:href')).split('#').pop() ?? '');
    }
    if (name === 'img') return words(fileName(attribute(element, 'src')));
    const given = ['data-icon', 'data-lucide', 'data-feather', ...(name === 'svg' ? ['data-testid'] : [])]
      .map((one) => (dom.has(element, one) ? words(attribute(element, one)) : ''))
      .find((one) => one !== '');
    if (given) return given;
    const type = attribute(element, 'class');
    const isIcon = name === 'i' || name === 'svg' || (name === 'span' && /icon|fa-|glyph/i.test(type));
    return isIcon ? words(type) : '';
  };

  const wordsInside = (element: Element): string => {
    let found = '';
    let isDone = false;
    const visit = (node: Node): void => {
      if (isDone || !dom.isElement(node)) return;
      if (node !== element && isNotRendered(node)) return;
      const own = wordsOfIcon(node);
      found ||= own;
      if (own && own !== words(attribute(element, 'class'))) isDone = true;
      else dom.eachChild(node, visit);
    };
    visit(element);
    return found;
  };

  const isNotRendered = (element: Element): boolean =>
    tag(element) !== 'use' && dom.style(element).display === 'none';

  const hasAction = (text: string): boolean => text.split(' ').some((word) => actions.test(word));

  /** A sign that a style sheet puts there; signs of private use are pictures of a font. */
  const pseudoElementSign = (element: Element): string => {
    for (const part of ['::before', '::after']) {
      const [, sign = ''] = /^"([^"\\]{1,20})"$/.exec(dom.pseudoStyle(element, part).content) ?? [];
      if (/[^\p{Co}\s]/u.test(sign)) return squeeze(sign);
    }
    return '';
  };

  /** A text or sign that is shown, though assistive software is told to pass over it. */
  const signOf = (element: Element): string => {
    const sign = texts.signsOf(element);
    if (/[^\p{Co}\s]/u.test(sign) && sign.length <= 40) return sign;
    return pseudoElementSign(element) || pseudoElementSignInside(element);
  };

  const pseudoElementSignInside = (element: Element): string => {
    const only = element.childElementCount === 1 ? dom.firstElement(element) : null;
    return only ? pseudoElementSign(only) : '';
  };

  const isAlone = (element: Element): boolean => {
    const [type] = attribute(element, 'class').split(/\s+/);
    return ![element.previousElementSibling, element.nextElementSibling].some(
      (other) => other && attribute(other, 'class').split(/\s+/)[0] === type,
    );
  };

  /** The word for a colour, with its number when another one beside it has the same word. */
  const paletteName = (element: Element, swatch: string): string => {
    const word = colours.colour(swatch);
    const beside = [...(element.parentElement?.children ?? [])].slice(0, 60);
    const isTwice = beside.some((other) => {
      const paint = other === element ? '' : colours.swatchOf(other);
      return paint !== '' && paint !== swatch && colours.colour(paint) === word;
    });
    return isTwice ? `${word} ${colours.hex(swatch)}` : word;
  };

  /** `(trash)` from what an icon is made of, `(red)` from a colour, else `(red 16x16)`. */
  const iconOf = (element: Element): string => {
    const inside = wordsInside(element);
    const own = words(attribute(element, 'class'));
    const said = inside && !(hasAction(own) && !hasAction(inside)) ? inside : '';
    if (said) return `(${said})`;
    const swatch = colours.swatchOf(element);
    // Grey is how most things are drawn, unless there are several to choose from.
    const isGrey = /^(white|grey|black)$/.test(colours.colour(swatch));
    const isNamed = hasAction(own) || (isGrey && own !== '' && isAlone(element));
    if (swatch && !isNamed) return `(${paletteName(element, swatch)})`;
    if (own || inside) return `(${own || inside})`;
    const [, , width, height] = dom.box(element);
    const size = `${Math.round(width)}x${Math.round(height)}`;
    // The colours of its style are not those of the picture.
    if (tag(element) === 'img') return `(${size})`;
    const shape = colours.shapeOf(element);
    const { backgroundColor, color, fill, stroke } = dom.style(element);
    const shown = shape
      ? colours.isClear(fill)
        ? stroke
        : fill
      : colours.isClear(backgroundColor)
        ? color
        : backgroundColor;
    return `(${shape ? `${colours.colour(shown)} ${shape}` : colours.colour(shown)} ${size})`;
  };

  return { iconOf, signOf };
}

export type IconNames = ReturnType<typeof makeIconNames>;
