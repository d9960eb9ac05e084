import {
  AppWindow,
  Building2,
  CalendarClock,
  Coins,
  FileCode2,
  HeartPulse,
  KeyRound,
  ListChecks,
  type LucideIcon,
  UserRoundCog,
  Vault,
  Workflow,
} from 'lucide-react';

/** Section of the navigation. It is shown when the router has a page at its path. */
export interface Section {
  readonly to: string;
  /** Path of a page of this section that is at another place. */
  readonly also?: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** Sections in the order of the navigation. */
export const sections: readonly Section[] = [
  { to: '/runs', also: '/live/run/$runId', label: 'Runs', icon: ListChecks },
  { to: '/workflows', label: 'Workflows', icon: Workflow },
  { to: '/schedules', label: 'Schedules', icon: CalendarClock },
  { to: '/scripts', label: 'Scripts', icon: FileCode2 },
  {
    to: '/browser-sessions',
    also: '/live/session/$sessionId',
    label: 'Browser sessions',
    icon: AppWindow,
  },
  { to: '/browser-profiles', label: 'Browser profiles', icon: UserRoundCog },
  { to: '/credentials', label: 'Credentials', icon: Vault },
  { to: '/spending', label: 'Spending', icon: Coins },
  { to: '/keys', label: 'API keys', icon: KeyRound },
  { to: '/organizations', label: 'Organizations', icon: Building2 },
  { to: '/health', label: 'Health', icon: HeartPulse },
];
