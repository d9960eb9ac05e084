import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/overlays.css';
import './styles/content.css';
import './styles/shell.css';
import { restoreSession } from './api/session.ts';
import { App } from './app.tsx';
import { applyTheme, storedTheme } from './lib/theme.ts';

for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
  // Its address is relative to that of the document, which pages change.
  const { href } = icon;
  icon.href = href;
}
applyTheme(storedTheme());
restoreSession();
const root = document.getElementById('root');
if (root === null) throw new Error('Cannot show the console: `#root` is missing in index.html.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
