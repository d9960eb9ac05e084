import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { applyTheme, storedTheme, type Theme } from '../lib/theme.ts';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';

const themes = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const;

/** Button with a menu that selects light or dark colours, or those of the system. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const { label, Icon } = themes.find((one) => one.theme === theme) ?? themes[0];
  return (
    <Menu
      trigger={
        <Button tone="quiet" small icon={<Icon size={16} aria-hidden />}>
          Theme: {label.toLowerCase()}
        </Button>
      }
      entries={themes.map((one) => ({
        label: one.label,
        icon: <one.Icon size={16} aria-hidden />,
        checked: one.theme === theme,
        onSelect: () => {
          applyTheme(one.theme);
          setTheme(one.theme);
        },
      }))}
    />
  );
}
