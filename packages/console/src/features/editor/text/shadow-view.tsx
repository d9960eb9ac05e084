import { useEffect, useRef } from 'react';

/**
 * Element with a shadow tree, into which `mount` puts a view; it returns what removes it. In a shadow tree the code editor adopts style
 * sheets; in the page it would add `<style>` elements, which the policy forbids.
 */
export function ShadowView({
  className,
  mount,
}: {
  readonly className?: string;
  readonly mount: (parent: HTMLElement, root: ShadowRoot) => () => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    if (!root) return;
    const parent = document.createElement('div');
    parent.style.height = '100%';
    root.replaceChildren(parent);
    return mount(parent, root);
  }, [mount]);
  return <div ref={host} className={className} />;
}
