import type { CommandContext } from '../../commands/context.ts';
import { runCommand } from '../../commands/runtime.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type Command, type CommandArgs, defineCommands } from '../../commands/types.ts';
import { openDestinationTest } from '../../components/connection-windows/test-destination.ts';
import type { IconName } from '../../lib/icons/icon-names.ts';
import { paths } from '../../lib/paths.ts';
import type { AttentionRow } from './attention.ts';

export type AttentionScope = { row: AttentionRow; move: (by: 1 | -1) => void };

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'dashboard.attention': AttentionScope;
  }
}

export const attentionScopes: readonly ScopeDefinition[] = [
  { id: 'dashboard.attention', mode: 'ATTENTION', region: true },
];

const readScope = (ctx: CommandContext) => ctx.scopes['dashboard.attention'];

/** From the pressed button, else for the focused row. */
const makeArguments = (ctx: CommandContext, command: string, args: CommandArgs): CommandArgs | undefined =>
  Object.keys(args).length > 0
    ? args
    : readScope(ctx)?.row.fixes.find((fix) => fix.command === command)?.args;

/** A remedy for some troubled pipelines. */
const createFix = (
  command: string,
  face: {
    title: (args: CommandArgs) => string;
    listTitle: string;
    icon: IconName;
    keys: string;
    calls?: Command['calls'];
  },
  run: (ctx: CommandContext, args: CommandArgs) => void,
): Command => ({
  id: command,
  title: (ctx: CommandContext, args: CommandArgs) => face.title(makeArguments(ctx, command, args) ?? {}),
  listTitle: face.listTitle,
  group: 'Pipeline',
  icon: face.icon,
  keys: face.keys,
  scope: 'dashboard.attention',
  palette: false,
  bar: (ctx: CommandContext) => {
    const args = makeArguments(ctx, command, {});
    return args === undefined ? false : face.title(args);
  },
  enabled: (ctx: CommandContext, args: CommandArgs) => {
    if (!ctx.site) return 'Choose a site first';
    return makeArguments(ctx, command, args) ? true : 'This does not help what the row reports';
  },
  run: (ctx: CommandContext, args: CommandArgs) => {
    const known = makeArguments(ctx, command, args);
    if (known) run(ctx, known);
  },
  ...(face.calls ? { calls: face.calls } : {}),
});

/** Commands from a troubled pipeline to the cause; their keys act on the focused row. */
export const attentionCommands = defineCommands([
  createFix(
    'attention.test',
    {
      title: () => 'Test connection',
      listTitle: 'Test connection',
      icon: 'play',
      keys: 'c',
      calls: ['testSink'],
    },
    (ctx, { id = '' }) => void openDestinationTest(ctx, id),
  ),
  createFix(
    'attention.edit',
    {
      title: ({ name }) => (name === undefined ? 'Edit Pipeline' : `Edit ${name}`),
      listTitle: 'Edit what is in trouble',
      icon: 'edit',
      keys: 'e',
    },
    (ctx, { id, pipeline }) => {
      if (id !== undefined) ctx.navigate(paths.destinations({ destination: id }));
      else if (pipeline !== undefined) runCommand('pipeline.edit', { pipeline });
    },
  ),
  createFix(
    'attention.errors',
    { title: () => 'Show errors', listTitle: 'Show errors of the row', icon: 'activity', keys: 'Shift+p' },
    (ctx, { pipeline = '' }) => ctx.navigate(paths.pipelineErrors(pipeline, ctx.site?.id ?? '')),
  ),
  createFix(
    'attention.node',
    { title: () => 'Show node', listTitle: 'Show the node in trouble', icon: 'pipeline', keys: 'n' },
    (ctx, { pipeline = '', node }) => ctx.navigate(paths.pipeline(pipeline, { node })),
  ),
  createFix(
    'attention.deploy',
    { title: () => 'Deploy', listTitle: 'Deploy the pipeline in trouble', icon: 'deploy', keys: 'Shift+d' },
    (_, args) => runCommand('pipeline.deploy', args),
  ),
  {
    id: 'attention.open',
    title: 'Open pipeline',
    listTitle: 'Open the pipeline in trouble',
    group: 'Pipeline',
    icon: 'enter',
    keys: 'Enter',
    scope: 'dashboard.attention',
    palette: false,
    bar: 'Open',
    enabled: (ctx) => (readScope(ctx) ? true : 'Go to what needs attention first'),
    run: (ctx) => ctx.navigate(paths.pipeline(readScope(ctx)?.row.pipelineId ?? '')),
  },
  {
    id: 'attention.next',
    title: 'Next row',
    listTitle: 'Next row of what needs attention',
    group: 'List',
    icon: 'arrowDown',
    keys: ['j', 'ArrowDown'],
    scope: 'dashboard.attention',
    palette: false,
    bar: 'Down',
    enabled: (ctx) => (readScope(ctx) ? true : 'Go to what needs attention first'),
    run: (ctx) => readScope(ctx)?.move(1),
  },
  {
    id: 'attention.previous',
    title: 'Previous row',
    listTitle: 'Previous row of what needs attention',
    group: 'List',
    icon: 'arrowUp',
    keys: ['k', 'ArrowUp'],
    scope: 'dashboard.attention',
    palette: false,
    bar: 'Up',
    enabled: (ctx) => (readScope(ctx) ? true : 'Go to what needs attention first'),
    run: (ctx) => readScope(ctx)?.move(-1),
  },
]);
