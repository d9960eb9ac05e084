import { Link, Outlet, useLocation, useMatchRoute, useRouter } from '@tanstack/react-router';
import { BookOpen, LogOut, Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { signOut } from '../api/session.ts';
import { serviceUrl } from '../lib/base-url.ts';
import { Button } from './button.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Logo } from './logo.tsx';
import { sections } from './sections.ts';
import { SignedIn } from './signed-in.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Navigation beside the page that is open. */
export function AppShell() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    setOpen(false);
    // Screen readers and the keyboard go on at the new page.
    if (!isFirst.current && pathname) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [pathname]);
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button of it opened. */}
      <div
        className="side"
        data-open={isOpen}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setOpen(false);
        }}
      >
        <Link to="/" className="brand" aria-label="Runwright">
          <Logo />
          <span>Runwright</span>
        </Link>
        <Button
          className="side-toggle"
          icon={isOpen ? <X size={18} aria-hidden /> : <Menu size={18} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls="sections"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </Button>
        <Navigation />
        <footer>
          <SignedIn />
          <a className="button quiet small" href={`${serviceUrl}/docs/`} target="_blank" rel="noreferrer">
            <BookOpen size={16} aria-hidden />
            API reference
          </a>
          <ThemeSwitch />
          <Button tone="quiet" small icon={<LogOut size={16} aria-hidden />} onClick={() => signOut()}>
            Sign out
          </Button>
        </footer>
      </div>
      <main id="main" ref={main} tabIndex={-1}>
        <DemoNotice />
        {/* A failed page does not stay when another one is opened. */}
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
    </div>
  );
}

function Navigation() {
  const { routesByPath } = useRouter();
  const matchRoute = useMatchRoute();
  const shown = sections.filter(({ to }) => Object.hasOwn(routesByPath, to));
  return (
    <nav id="sections" aria-label="Sections">
      <ul>
        {shown.map(({ to, also, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeProps={{ 'aria-current': 'page' }}
              {...(also !== undefined && matchRoute({ to: also }) ? { 'aria-current': 'page' } : {})}
            >
              <Icon size={18} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
