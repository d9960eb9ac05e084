import type { Dom } from '../dom/dom.ts';
import type { RawRequest } from '../raw-frame.ts';
import type { IconNames } from './icon-names.ts';
import type { NearbyLabels } from './nearby-labels.ts';
import type { ShownText } from './shown-text.ts';

/**
 * Names of elements: label, alternative text, own text, title, placeholder, neighbour, a sign, and at last words from an
 * icon. Shorter than the computation of the W3C (https://www.w3.org/TR/accname-1.2/), in the same order.
 */
export function makeElementNames(dom: Dom, texts: ShownText, labels: NearbyLabels, icons: IconNames) {
  const { tag, attribute, squeeze } = dom;
  const { textOf } = texts;
  const fields = /^(input|select|textarea|meter|progress|output)$/;
  const widgets = /^(button|checkbox|radio|switch|combobox|searchbox|textbox|slider|spinbutton)$/;

  /** Characters of a name. */
  let longest = 100;

  /** Begins a read: a text to take data from has names as a whole. */
  const begin = (mode: RawRequest['mode']): void => {
    longest = mode === 'extract' ? 2_000 : 100;
    texts.begin(mode);
  };

  // Nothing is cut without the mark, by which parts of secrets are found.
  const cut = (text: string, limit = longest): string =>
    text.length <= limit
      ? text
      : `${text.slice(0, Math.ceil(limit * 0.66))}…${text.slice(-Math.floor(limit * 0.33))}`;

  /** Tests whether an element shows nothing but what is behind it. */
  const isBlank = (element: Element): boolean => {
    if (dom.holdsElements(element) || dom.textUnder(element).trim() !== '') return false;
    const { backgroundColor, backgroundImage } = dom.style(element);
    return /^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor) && backgroundImage === 'none';
  };

  const referenced = (element: Element, ids: string): string => {
    const root = dom.rootOf(element);
    if (!root || !ids) return '';
    return squeeze(
      ids
        .split(/\s+/)
        .map((id) => root.getElementById(id))
        .map((target) =>
          target
            ? attribute(target, 'aria-label') || textOf(target) || squeeze(target.textContent ?? '')
            : '',
        )
        .join(' '),
    );
  };

  const labelOf = (element: Element): string => {
    const role = attribute(element, 'role');
    // A button says itself what it does, unless it is drawn as another control.
    const isDrawn = tag(element) === 'button' && /^(radio|checkbox|switch|combobox)$/.test(role);
    if (!isDrawn && !fields.test(tag(element))) return widgets.test(role) ? labelById(element) : '';
    const found = dom.labelsOf(element);
    return found.length > 0 ? squeeze(found.map(labelTextOf).join(' ')) : labelAround(element);
  };

  /** A label that names an element which HTML does not let it name, such as a `div` with the role of a field. */
  const labelById = (element: Element): string => {
    const id = attribute(element, 'id');
    const label = id ? dom.rootOf(element)?.querySelector(`label[for="${CSS.escape(id)}"]`) : null;
    return label ? labelTextOf(label) : '';
  };

  /** A label around a field and the element that shows its value, which by HTML is the one that it names. */
  const labelAround = (element: Element): string => {
    const label = element.closest('label');
    const named = label ? dom.property(label, 'control') : null;
    return label && named instanceof Element && /^(output|meter|progress)$/.test(tag(named))
      ? labelTextOf(label)
      : '';
  };

  const labelTextOf = (label: Element): string =>
    attribute(label, 'aria-label') || texts.labelText(label) || (label.textContent ?? '');

  /** Signs of private use are pictures of a font. */
  const hasWords = (text: string): boolean => text.length > 3 || /[^\p{Co}\s]/u.test(text);

  const fromContent =
    /^(button|link|tab|option|menuitem.*|treeitem|cell|item|summary|switch|checkbox|radio|gridcell|row)$/;

  /** Returns the label or title of a parent that holds nothing but this element, such as the tooltip of a list item. */
  const wrapperName = (element: Element): string => {
    const around = element.parentElement;
    if (around?.childElementCount !== 1 || /^(body|main|form|td|th)$/.test(tag(around))) return '';
    return squeeze(attribute(around, 'aria-label') || attribute(around, 'title'));
  };

  /** One of several icons in a row, such as the stars of a rating. */
  const positionInSet = (element: Element): string => {
    const [at, of] = ['aria-posinset', 'aria-setsize'].map((name) => Number(attribute(element, name)));
    return at && of ? ` ${at} of ${of}` : '';
  };

  const removeName = /^\(?(x|×|✕|✖|✗|⨯|.*(close|clear|remove|delete|cancel).*)\)?$/i;

  /** Returns the text of the chip that a remove button belongs to, after a space. */
  const chipText = (element: Element, name: string): string => {
    if (!removeName.test(name)) return '';
    let chip = element.parentElement;
    for (let hops = 0; chip && hops < 3; hops += 1, chip = chip.parentElement) {
      const [, , width, height] = dom.box(chip);
      if (width > 240 || height > 48) return '';
      const text = textOf(chip);
      if (text && text.length <= 40 && text !== textOf(element)) return ` ${text}`;
    }
    return '';
  };

  /** A name that is taken from the look of an element that says nothing. */
  const nameFromAppearance = (element: Element, kind: string, content: string): string => {
    const said = wrapperName(element) || (content && hasWords(content) ? content : '');
    if (said) return said + positionInSet(element) + chipText(element, said);
    if (/^(checkbox|radio|switch)$/.test(kind)) return positionInSet(element).trim();
    const look = icons.signOf(element) || icons.iconOf(element);
    return look + positionInSet(element) + chipText(element, look);
  };

  const takesNearbyLabel = (native: string, kind: string): boolean =>
    /^(input|select|textarea)$/.test(native) ||
    /^(textbox|combobox|searchbox|slider|spinbutton|checkbox|radio|switch)$/.test(kind);

  /** The name of a control; `kind` decides whether its content, whose text is `content`, may name it. */
  const nameOf = (element: Element, kind: string, content: string): string => {
    const native = tag(element);
    const given =
      referencedBy(element, kind) ||
      squeeze(attribute(element, 'aria-label')) ||
      labelOf(element) ||
      squeeze(attribute(element, 'alt'));
    if (given) return cut(given);
    if (native === 'input') {
      const type = attribute(element, 'type').toLowerCase();
      if (/^(submit|reset|button)$/.test(type)) {
        const value: unknown = dom.property(element, 'value');
        return cut(
          typeof value === 'string' && value ? squeeze(value) : type === 'reset' ? 'Reset' : 'Submit',
        );
      }
    }
    const isNamed = fromContent.test(kind) && native !== 'input';
    const { text, icons: iconFile } = isNamed
      ? texts.textAndIcons(element, content)
      : { text: '', icons: '' };
    const own = hasWords(text) ? text : '';
    const rest = own || squeeze(attribute(element, 'title')) || squeeze(attribute(element, 'placeholder'));
    if (rest) return cut(rest);
    if (takesNearbyLabel(native, kind)) {
      const beside = labels.nearbyLabel(element, kind) || squeeze(attribute(element, 'name'));
      if (beside || fields.test(native) || !isNamed) return cut(beside);
    }
    if (kind === 'scroll' || kind === 'textbox' || (kind === 'cell' && isBlank(element))) return '';
    return cut(nameFromAppearance(element, kind, iconFile));
  };

  /** A drawn list that refers to itself would be called what is chosen in it. */
  const referencedBy = (element: Element, kind: string): string => {
    const ids = attribute(element, 'aria-labelledby');
    if (!ids) return '';
    const own = attribute(element, 'id');
    const others = kind === 'combobox' && own ? ids.split(/\s+/).filter((id) => id !== own) : [ids];
    return referenced(element, others.join(' '));
  };

  /** Text that may name a control: of an entry of a tree not that of the entries below. */
  const contentOf = (element: Element, kind: string): string =>
    kind === 'treeitem' ? texts.entryText(element) : textOf(element);

  /** The name of a landmark, form, list or table: only what its author wrote for it. */
  const groupName = (element: Element): string => {
    const given =
      referenced(element, attribute(element, 'aria-labelledby')) || squeeze(attribute(element, 'aria-label'));
    if (given) return cut(given);
    const native = tag(element);
    const captions = native === 'table' ? 'caption' : native === 'fieldset' ? 'legend' : '';
    const caption = captions ? element.querySelector(`:scope > ${captions}`) : null;
    return caption ? cut(textOf(caption)) : '';
  };

  return { begin, nameOf, contentOf, groupName, textOf, labelOf, referenced, cut };
}

export type ElementNames = ReturnType<typeof makeElementNames>;
