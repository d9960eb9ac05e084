import type { ControlState } from '../controls/control-state.ts';
import type { Dom } from '../dom/dom.ts';

/** Hides fields with secret values while the page is printed. */
export function makeSecretRedaction(dom: Dom, controlState: ControlState) {
  const styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')?.get;
  const { setProperty, removeProperty, getPropertyValue, getPropertyPriority } =
    CSSStyleDeclaration.prototype;
  const { removeAttribute } = Element.prototype;
  // Important and in the element itself: no rule of the page's sheets is stronger, but a running transition would be.
  const blank: readonly (readonly [string, string])[] = [
    ['transition-property', 'none'],
    ['visibility', 'hidden'],
  ];
  let undo: (() => void)[] = [];

  const hide = (element: Element): void => {
    if (element instanceof HTMLElement && styleOf) {
      const style: CSSStyleDeclaration = Reflect.apply(styleOf, element, []);
      const isStyled = dom.has(element, 'style');
      const before = blank.map(([name]) => ({
        name,
        value: Reflect.apply(getPropertyValue, style, [name]),
        priority: Reflect.apply(getPropertyPriority, style, [name]),
      }));
      undo.push(() => {
        for (const { name, value, priority } of before) {
          if (value === '') Reflect.apply(removeProperty, style, [name]);
          else Reflect.apply(setProperty, style, [name, value, priority]);
        }
        if (!isStyled) Reflect.apply(removeAttribute, element, ['style']);
      });
      for (const [name, value] of blank) Reflect.apply(setProperty, style, [name, value, 'important']);
    }
    dom.eachChild(element, (child) => {
      if (dom.isElement(child)) hide(child);
    });
  };

  return {
    /** Hides the fields; their layout stays. */
    hideSecrets(): void {
      const visit = (node: Node): void => {
        if (!dom.isElement(node)) return;
        if (controlState.isSecret(node)) hide(node);
        else dom.eachChild(node, visit);
      };
      visit(document.documentElement);
    },
    /** Restores the styles of the hidden fields. */
    restoreSecrets(): void {
      for (const restore of undo.reverse()) restore();
      undo = [];
    },
  };
}

export type SecretRedaction = ReturnType<typeof makeSecretRedaction>;
