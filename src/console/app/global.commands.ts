import { DEFAULT_TIME_RANGE, rangeToText } from '../../../machines/time-filter/index.ts';
import type { CommandContext } from '../commands/context.ts';
import { type Command, defineCommands } from '../commands/types.ts';
import { ROUTES, routeOf } from './routes.ts';

/** `go.<route>` for every screen that has an address of its own. */
export const routeCommands: readonly Command[] = ROUTES.flatMap((route): Command[] =>
  route.path === undefined
    ? []
    : [
        {
          id: `go.${route.id}`,
          title: route.title,
          group: 'Go to',
          icon: route.icon,
          keywords: ['go', 'open', 'show'],
          ...(route.goKey ? { keys: `g ${route.goKey}` } : {}),
          scope: 'global',
          bar: false,
          enabled: () => true,
          run: (ctx) => ctx.navigate(route.path ?? '/'),
        },
      ],
);

const hasTimeFilter = (ctx: CommandContext): true | string =>
  routeOf(ctx.path)?.hasTimeFilter ? true : 'This screen has no time range';

const otherTheme = (ctx: CommandContext) => (ctx.actors.theme === 'dark' ? 'light' : 'dark');

/** Commands of the console itself; they are there on every screen. */
export const globalCommands = defineCommands([
  {
    id: 'console.palette',
    title: 'Search or run a command',
    group: 'Console',
    icon: 'search',
    keys: 'mod+k',
    scope: 'global',
    palette: false,
    bar: false,
    enabled: () => true,
    run: (ctx) => ctx.actors.openPalette(),
  },
  {
    id: 'time.select',
    title: 'Time range',
    group: 'View',
    icon: 'clock',
    keywords: ['last', 'hours', 'days', 'custom', 'period', 'yesterday'],
    keys: 't',
    scope: 'global',
    bar: false,
    enabled: hasTimeFilter,
    args: [{ kind: 'time', name: 'range', title: 'Time range' }],
    run: (ctx, args) => ctx.actors.selectTimeRange(args.range ?? ''),
  },
  {
    id: 'time.filter',
    title: 'Time filter',
    group: 'View',
    icon: 'clock',
    keywords: ['presets', 'calendar', 'period'],
    keys: 'Shift+r',
    scope: 'global',
    bar: false,
    enabled: hasTimeFilter,
    run: (ctx) => ctx.actors.openTimePanel('presets'),
  },
  {
    id: 'time.custom',
    title: 'Custom Range…',
    group: 'View',
    icon: 'clock',
    keywords: ['time', 'from', 'to', 'calendar', 'date'],
    scope: 'global',
    bar: false,
    enabled: hasTimeFilter,
    run: (ctx) => ctx.actors.openTimePanel('custom'),
  },
  {
    id: 'time.reset',
    title: 'Reset the time range',
    group: 'View',
    icon: 'clock',
    keywords: ['default', 'last', 'hour', 'clear'],
    scope: 'global',
    bar: false,
    enabled: hasTimeFilter,
    run: (ctx) => ctx.actors.selectTimeRange(rangeToText(DEFAULT_TIME_RANGE)),
  },
  {
    id: 'view.reload',
    title: 'Reload data',
    group: 'View',
    icon: 'refresh',
    keywords: ['refresh', 'fetch'],
    keys: 'r',
    scope: 'global',
    bar: false,
    enabled: () => true,
    run: (ctx) => ctx.actors.reload(),
  },
  {
    id: 'view.copyLink',
    title: 'Copy link to this screen',
    group: 'View',
    icon: 'link',
    keywords: ['share', 'url', 'address'],
    keys: 'y',
    scope: 'global',
    bar: false,
    enabled: () => true,
    run: (ctx) => ctx.actors.copyText(window.location.href),
  },
  {
    id: 'site.select',
    title: 'Switch site',
    group: 'Site',
    icon: 'server',
    keys: 's',
    scope: 'global',
    bar: false,
    enabled: (ctx) => (ctx.sites.length > 1 ? true : 'There is only one site'),
    args: [
      {
        kind: 'option',
        name: 'site',
        title: 'Site',
        load: (ctx) =>
          ctx.sites.map((site) => ({
            id: site.id,
            label: site.name,
            icon: 'server' as const,
            ...(site.id === ctx.site?.id ? { detail: 'current' } : {}),
          })),
      },
    ],
    run: (ctx, args) => ctx.actors.selectSite(args.site ?? ''),
  },
  {
    id: 'console.toggleTheme',
    title: (ctx) => `Use the ${otherTheme(ctx)} theme`,
    group: 'Console',
    icon: 'moon',
    keywords: ['dark', 'light', 'colour', 'color', 'appearance'],
    scope: 'global',
    enabled: () => true,
    run: (ctx) => ctx.actors.setTheme(otherTheme(ctx)),
  },
  {
    id: 'console.errorDetails',
    title: 'Show error details',
    group: 'Console',
    icon: 'help',
    keywords: ['toast', 'notification', 'last'],
    keys: 'Shift+e',
    scope: 'global',
    bar: false,
    enabled: (ctx) => (ctx.actors.hasErrorDetails ? true : 'No notification is shown'),
    run: (ctx) => ctx.actors.openErrorDetails(),
  },
  {
    id: 'console.help',
    title: 'All keys',
    group: 'Console',
    icon: 'keyboard',
    keywords: ['help', 'shortcuts', 'keyboard'],
    keys: '?',
    scope: 'global',
    bar: false,
    enabled: () => true,
    run: (ctx) => ctx.actors.openHelp(),
  },
]);
