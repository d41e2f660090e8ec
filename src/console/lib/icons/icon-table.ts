import {
  Activity,
  ArrowBigUp,
  ArrowDown,
  ArrowRightToLine,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  ChevronsUpDown,
  Clock,
  Command,
  CornerDownLeft,
  LayoutDashboard,
  type LucideIcon,
  Play,
  Plus,
  RadioTower,
  Search,
  Server,
  User,
  Warehouse,
  Workflow,
  X,
} from 'lucide-react';
import type { MORE_ICONS } from './more-icons.ts';
import type { SCREEN_ICONS } from './screen-icons.ts';

/** Icons bundled with the first screen; the others are in `screen-icons.ts` and `more-icons.ts`. */
export const FIRST_ICONS = {
  activity: Activity,
  arrowDown: ArrowDown,
  arrowUp: ArrowUp,
  chevronDown: ChevronDown,
  chevronRight: ChevronRight,
  chevronsUpDown: ChevronsUpDown,
  clock: Clock,
  close: X,
  command: Command,
  dashboard: LayoutDashboard,
  destination: Warehouse,
  enter: CornerDownLeft,
  pipeline: Workflow,
  play: Play,
  plus: Plus,
  search: Search,
  server: Server,
  shift: ArrowBigUp,
  source: RadioTower,
  tab: ArrowRightToLine,
  user: User,
} satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof FIRST_ICONS | keyof typeof SCREEN_ICONS | keyof typeof MORE_ICONS;
