import type { MarkdownRenderer } from 'vitepress';
import { type LinkTarget, siteLink } from './site-link.ts';

/** Returns the id of a heading as GitHub makes it, so that links to headings work in both places. */
export function headingId(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Lets links that leave `docs/` lead to the repository, Mermaid blocks become pictures, and braces stay text. */
export function extendMarkdown(markdown: MarkdownRenderer, target: LinkTarget): void {
  markdown.core.ruler.push('repository-links', ({ env, tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const name = token.type === 'link_open' ? 'href' : 'src';
      const href = token.attrGet(name);
      if (href !== null) token.attrSet(name, siteLink(env.relativePath, href, target));
    }
  });
  // Vue would evaluate `{{ … }}`, which is Jinja here.
  const text = markdown.renderer.rules.text;
  markdown.renderer.rules.text = (...all) => withoutInterpolation(text?.(...all) ?? '');
  const code = markdown.renderer.rules.code_inline;
  markdown.renderer.rules.code_inline = (...all) => withoutInterpolation(code?.(...all) ?? '');
  const fence = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    return token?.info.trim() === 'mermaid'
      ? `<MermaidDiagram source="${encodeURIComponent(token.content)}" />\n`
      : (fence?.(tokens, index, ...rest) ?? '');
  };
}

function withoutInterpolation(html: string): string {
  return html.replaceAll('{{', '&#123;&#123;');
}
