import { expect, it } from 'vitest';
import { html } from './html.ts';

it('text is escaped in elements and in attributes', () => {
  const hostile = `"><script>alert('1 & 2')</script>`;
  expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;</p>',
  );
});

it('markup is kept, lists are joined and nothing prints as nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${null}${undefined}${false}${0}`.markup).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>0',
  );
});
