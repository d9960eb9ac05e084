import type { Dom } from '../dom/dom.ts';
import type { ElementNames } from '../names/element-names.ts';
import type { FieldContainers } from '../names/field-containers.ts';
import type { RawItem } from '../raw-frame.ts';
import type { SecretFields } from '../secrets/secret-fields.ts';
import type { Interactivity } from './interactivity.ts';

/** Reads kind, value, state and hints of a control. */
export function makeControlState(
  dom: Dom,
  names: ElementNames,
  interactivity: Interactivity,
  fieldContainers: FieldContainers,
  { isSecret }: SecretFields,
) {
  const { tag, attribute, has, squeeze, property: get } = dom;
  /** Of a longer text that is written in an element the end is not shown. */
  const longestWritten = 20_000;
  const { origin } = location;
  const typeOf = (element: Element): string => attribute(element, 'type').toLowerCase() || 'text';

  const inputKind = (type: string): string => {
    if (/^(submit|reset|button|image)$/.test(type)) return 'button';
    if (/^(checkbox|radio|file)$/.test(type)) return type;
    if (type === 'range') return 'slider';
    if (type === 'color') return type;
    if (/^(date|time|month|week|datetime-local)$/.test(type)) return 'date';
    return 'textbox';
  };

  /** The box with the role of a combobox in which a field is the only thing to type in. */
  const comboboxAround = (field: Element): Element | null => {
    if (!/^(text|search)$/.test(typeOf(field)) || !/^(|textbox|searchbox)$/.test(interactivity.roleOf(field)))
      return null;
    const box = field.closest('[role=combobox]');
    return box && box.querySelectorAll('input,textarea,select').length === 1 ? box : null;
  };

  const kindOf = (element: Element): string => {
    const role = interactivity.roleOf(element);
    const name = tag(element);
    if (name === 'input' && comboboxAround(element)) return 'combobox';
    if (interactivity.isWidgetRole(role)) return role;
    switch (name) {
      case 'input':
        return inputKind(typeOf(element));
      case 'textarea':
        return 'textbox';
      case 'select':
      case 'canvas':
        return name;
      case 'button':
      case 'summary':
        return 'button';
      case 'img':
        return 'image';
      case 'td':
      case 'th':
        return 'cell';
      case 'a':
      case 'area':
        return has(element, 'href') || has(element, 'xlink:href') ? 'link' : 'item';
      default:
        if (role === 'gridcell') return 'cell';
        return interactivity.isEditable(element) ? 'textbox' : 'item';
    }
  };

  const shown = (text: string): string => names.cut(squeeze(text)) || 'empty';

  const shownValue = (element: Element, kind: string): string | null => {
    const name = tag(element);
    if (name === 'input' || name === 'textarea') {
      if (/^(button|checkbox|radio|switch)$/.test(kind)) return null;
      const value = get(element, 'value');
      const text = typeof value === 'string' ? value : '';
      if (isSecret(element)) return text === '' ? 'empty' : 'set';
      if (kind === 'file') return shown(text.split('\\').pop() ?? '');
      // What is chosen may stand beside the place to type in.
      return text === '' && kind === 'combobox'
        ? shown(fieldContainers.containerOf(element).choice)
        : names.cut(dom.squeezeValue(text)) || 'empty';
    }
    if (name === 'select') return element instanceof HTMLSelectElement ? chosen(element) : null;
    if (interactivity.isEditable(element)) {
      return isSecret(element)
        ? element.textContent
          ? 'set'
          : 'empty'
        : shown(names.textOf(element, longestWritten));
    }
    if (/^(slider|spinbutton)$/.test(kind)) {
      return shown(attribute(element, 'aria-valuetext') || attribute(element, 'aria-valuenow'));
    }
    if (kind === 'combobox') return shown(fieldContainers.chosenTextIn(element));
    return null;
  };

  const chosen = (select: HTMLSelectElement): string =>
    shown([...select.selectedOptions].map((option) => squeeze(option.label || option.text)).join(', '));

  const optionsOf = (element: Element): RawItem['options'] => {
    if (!(element instanceof HTMLSelectElement)) return null;
    return [...element.options].slice(0, 1000).map((option) => ({
      label: names.cut(squeeze(option.label || option.text), 200),
      value: names.cut(option.value, 200),
      selected: option.selected,
    }));
  };

  const isDisabled = (element: Element): boolean =>
    attribute(element, 'aria-disabled') === 'true' ||
    dom.cursorOf(element) === 'not-allowed' ||
    (/^(button|input|select|textarea|option)$/.test(tag(element)) && element.matches(':disabled'));

  const invalid = (element: Element): string | null => {
    const marked = attribute(element, 'aria-invalid');
    if (marked !== 'true' && marked !== 'grammar' && marked !== 'spelling') return null;
    const message = names.referenced(
      element,
      attribute(element, 'aria-errormessage') || attribute(element, 'aria-describedby'),
    );
    return names.cut(message, 120);
  };

  const { matches } = Element.prototype;
  const isFocused = (element: Element): boolean =>
    Reflect.apply(matches, element, [':focus']) && !dom.rootIn(element)?.activeElement;

  const checkedFlag = (element: Element, kind: string): string => {
    if (!/^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(kind)) return '';
    if (get(element, 'indeterminate') === true || attribute(element, 'aria-checked') === 'mixed')
      return 'mixed';
    const checked =
      tag(element) === 'input' && !(kind === 'switch' && has(element, 'aria-checked'))
        ? get(element, 'checked') === true
        : attribute(element, 'aria-checked') === 'true';
    return checked ? 'checked' : 'unchecked';
  };

  const expandedFlag = (element: Element): string => {
    const parent = tag(element) === 'summary' ? dom.parentOf(element) : null;
    if (parent && tag(parent) === 'details') return has(parent, 'open') ? 'expanded' : 'collapsed';
    const box = tag(element) === 'input' && !has(element, 'aria-expanded') ? comboboxAround(element) : null;
    const stated = attribute(box ?? element, 'aria-expanded');
    return stated === 'true' ? 'expanded' : stated === 'false' ? 'collapsed' : '';
  };

  const selectedFlag = (element: Element): string => {
    if (attribute(element, 'aria-selected') === 'true' || attribute(element, 'aria-pressed') === 'true')
      return 'selected';
    if (element instanceof HTMLOptionElement) return element.selected ? 'selected' : '';
    const current = attribute(element, 'aria-current');
    if (current) return current === 'false' ? '' : 'selected';
    const isStated = has(element, 'aria-selected') || has(element, 'aria-pressed') || has(element, 'role');
    return !isStated && isMarkedByClass(element) ? 'selected' : '';
  };

  /** Tests whether the class of one among several alike marks it, such as the page of a pagination that is shown. */
  /** Siblings that are compared. */
  const mostSiblings = 60;
  const isMarkedByClass = (element: Element): boolean => {
    const type = attribute(element, 'class');
    if (!/^(li|a|div|span)$/.test(tag(element)) || !mark.test(type)) return false;
    const alike: Element[] = [];
    let looked = 0;
    for (const other of element.parentElement?.children ?? []) {
      looked += 1;
      if (looked > mostSiblings) break;
      if (other !== element && tag(other) === tag(element) && firstClass(other) === firstClass(element))
        alike.push(other);
    }
    const marked = alike.filter((other) => mark.test(attribute(other, 'class')));
    if (alike.length === 0 || marked.length * 2 > alike.length + 1) return false;
    // The one that the keyboard is at is often called active too.
    return /(selected|current)(\s|$)/i.test(type) || marked.length === 0;
  };
  const mark = /(^|[\s_-])(is-)?(selected|current|active)(\s|$)/i;
  const firstClass = (element: Element): string => attribute(element, 'class').trim().split(/\s+/)[0] ?? '';

  const flagsOf = (element: Element, kind: string): string[] => {
    const wrong = invalid(element);
    const isField = /^(input|select|textarea)$/.test(tag(element));
    return [
      isDisabled(element) && 'disabled',
      checkedFlag(element, kind),
      selectedFlag(element),
      expandedFlag(element),
      (attribute(element, 'aria-required') === 'true' || (isField && has(element, 'required'))) && 'required',
      // A list to choose from takes no text, and can be changed all the same.
      (attribute(element, 'aria-readonly') === 'true' ||
        (isField && has(element, 'readonly') && kind !== 'combobox')) &&
        'readonly',
      wrong !== null && (wrong ? `invalid:"${wrong.replaceAll('"', "'")}"` : 'invalid'),
      isFocused(element) && 'focused',
      isDraggable(element) && 'draggable',
    ].filter((flag): flag is string => typeof flag === 'string' && flag !== '');
  };

  const isDraggable = (element: Element): boolean =>
    attribute(element, 'draggable') === 'true' ||
    /sortable|draggable/i.test(attribute(element, 'aria-roledescription')) ||
    hasGrip(element);

  /** The pointer turns into a hand that moves things where this element begins. */
  const hasGrip = (element: Element): boolean => {
    const cursor = dom.cursorOf(element);
    return /^(move|grab|all-scroll)$/.test(cursor) && dom.cursorAround(element) !== cursor;
  };

  const formats: Readonly<Record<string, string>> = {
    date: 'yyyy-mm-dd',
    time: 'hh:mm',
    month: 'yyyy-mm',
    week: 'yyyy-Www',
    'datetime-local': 'yyyy-mm-ddThh:mm',
    email: 'e-mail',
    url: 'URL',
    tel: 'phone',
    number: 'number',
    color: '#rrggbb',
  };

  /** A number, a date or a time; anything else limits nothing and might pass for words of ours. */
  const limitOf = (element: Element, name: 'min' | 'max' | 'aria-valuemin' | 'aria-valuemax'): string => {
    const limit = attribute(element, name).trim();
    return /^[\d.:TWe+-]{1,20}$/.test(limit) ? limit : '';
  };

  const hintsOf = (element: Element, name: string): string[] => {
    const isSlider = /^(slider|spinbutton)$/.test(interactivity.roleOf(element));
    const range = isSlider
      ? rangeOf(limitOf(element, 'aria-valuemin'), limitOf(element, 'aria-valuemax'))
      : [];
    if (!/^(input|textarea)$/.test(tag(element))) return range;
    const type = typeOf(element);
    const hints: string[] = [];
    const placeholder = squeeze(attribute(element, 'placeholder'));
    const format =
      formats[type] ||
      names.cut(attribute(element, 'pattern'), 40) ||
      (placeholder === name ? '' : names.cut(placeholder, 60));
    if (format) hints.push(`format:"${format.replaceAll('"', "'")}"`);
    if (has(element, 'maxlength')) hints.push(`max:${Number(attribute(element, 'maxlength')) || 0}`);
    const [low, high] = [limitOf(element, 'min'), limitOf(element, 'max')];
    hints.push(...(low || high ? rangeOf(low, high) : range));
    return hints;
  };

  const rangeOf = (low: string, high: string): string[] => (low || high ? [`${low}..${high}`] : []);

  /** Returns the reading of a `progress` or `meter` in words: `30%`, or `6 of 10` as its author counts. */
  const meterText = (element: Element): string => {
    const stated = squeeze(attribute(element, 'aria-valuetext'));
    if (stated) return stated;
    if (tag(element) === 'progress' && !has(element, 'value')) return 'in progress';
    const [value, max] = [Number(get(element, 'value')), Number(get(element, 'max'))];
    const isShare = tag(element) === 'progress' || max === 1;
    return isShare ? `${Math.round((100 * value) / (max || 1))}%` : `${value} of ${max}`;
  };

  const hrefOf = (element: Element): string | null => {
    const name = tag(element);
    if (name !== 'a' && name !== 'area') return null;
    const written = attribute(element, 'href') || attribute(element, 'xlink:href');
    if (!(element instanceof HTMLElement))
      return URL.canParse(written, document.baseURI)
        ? new URL(written, document.baseURI).href.slice(0, 4096)
        : null;
    // Resolving an address costs more than everything else about a link.
    if (/^\/[\w~%-][\w~%/-]*([?#][\w~%=&-]*)?$/.test(written) && document.baseURI.startsWith(`${origin}/`))
      return `${origin}${written}`.slice(0, 4096);
    const href = get(element, 'href');
    return typeof href === 'string' && href !== '' ? href.slice(0, 4096) : null;
  };

  return {
    meterText,
    kindOf,
    shownValue,
    flagsOf,
    hintsOf,
    optionsOf,
    hrefOf,
    isDisabled,
    isDraggable,
    isSecret,
  };
}

export type ControlState = ReturnType<typeof makeControlState>;
