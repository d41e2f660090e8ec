import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import {
  type Command,
  type CommandArgs,
  defineCommands,
  type Option,
  type OptionArgument,
} from '../../commands/types.ts';
import { formatExact } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { formatLetters } from './letter-words.ts';
import type { DeadLettersScope, ReplayTo } from './scope.ts';

const NOT_SHOWN = 'Open Dead letters first';
const NONE = 'There is no dead letter in the list';
const GONE = 'There is no such dead letter on screen';
const SEPARATOR = ',';

const parseIds = ({ letter }: CommandArgs): string[] =>
  letter === undefined || letter === '' ? [] : letter.split(SEPARATOR);

const toOption = (scope: DeadLettersScope, ids: readonly string[]): Option | undefined => {
  if (ids.length === 0) return undefined;
  const letter = scope.letters.find(({ id }) => id === ids[0]);
  const one = letter ? `${letter.errorName}: ${letter.event}` : `Dead letter ${ids[0]}`;
  const label = ids.length > 1 ? formatLetters(ids.length) : one;
  return { id: ids.join(SEPARATOR), label };
};

/** Defaults to the selected rows, else the opened letter or the cursor row. */
const letterArgument: OptionArgument = {
  name: 'letter',
  title: 'Dead letter',
  kind: 'option',
  given: ({ scopes: { deadLetters: scope } }) => scope && toOption(scope, scope.chosenIds),
  load: ({ scopes: { deadLetters: scope } }) =>
    scope ? scope.letters.flatMap(({ id }) => toOption(scope, [id]) ?? []) : [],
  empty: NONE,
};

/** Without a chosen letter the command is allowed, and the palette asks. */
function checkMayChange(ctx: CommandContext, args: CommandArgs): true | string {
  const scope = ctx.scopes.deadLetters;
  if (!scope) return NOT_SHOWN;
  if (scope.busy !== undefined) return scope.busy;
  if (args.letter === undefined) return scope.letters.length === 0 ? NONE : true;
  const known = new Set([...scope.letters.map(({ id }) => id), scope.openId]);
  return parseIds(args).every((id) => known.has(id)) ? true : GONE;
}

function checkMayChangeAll(ctx: CommandContext): true | string {
  const scope = ctx.scopes.deadLetters;
  if (!scope) return NOT_SHOWN;
  return scope.busy ?? (scope.total === 0 ? 'No dead letter matches the filters' : true);
}

const TO_WORDS: Record<ReplayTo, string> = {
  node: 'to the node',
  start: 'to the start of the pipeline',
};

const shared = {
  group: 'Pipeline',
  scope: 'deadLetters',
} as const satisfies Partial<Command>;

const REPLAY = { icon: 'undo', keywords: ['retry', 'resend', 'again', 'dlq'] } as const;

const createReplay = (to: ReplayTo, own: Pick<Command, 'id' | 'keys' | 'bar'>): Command => ({
  ...shared,
  ...REPLAY,
  ...own,
  title: (_, args) => {
    const { length } = parseIds(args);
    return `Replay ${length > 1 ? `${formatExact(length)} ` : ''}${TO_WORDS[to]}`;
  },
  listTitle: `Replay a dead letter ${TO_WORDS[to]}`,
  args: [letterArgument],
  calls: ['replayDeadLetters'],
  enabled: checkMayChange,
  run: (ctx, args) => ctx.scopes.deadLetters?.replay(parseIds(args), to),
});

const createReplayAll = (to: ReplayTo, own: Pick<Command, 'id' | 'keys' | 'bar'>): Command => ({
  ...shared,
  ...REPLAY,
  ...own,
  title: `Replay all that match ${TO_WORDS[to]}`,
  listTitle: `Replay all dead letters that match the filters ${TO_WORDS[to]}`,
  calls: ['replayDeadLetters'],
  enabled: checkMayChangeAll,
  review: ({ scopes: { deadLetters } }) => {
    const letters = formatLetters(deadLetters?.total ?? 0);
    return {
      title: `Replay ${letters} ${TO_WORDS[to]}`,
      body: `All that match the filters enter their pipelines again ${to === 'node' ? 'at the node that gave them up' : 'behind their source'}, the oldest first.`,
      action: `Replay ${letters}`,
      destructive: false,
    };
  },
  run: (ctx) => ctx.scopes.deadLetters?.replay('all', to),
});

const createDiscardReview = (count: number, which: string) => ({
  title: `Discard ${formatLetters(count)}`,
  body: `${count === 1 ? '1 event' : `${formatExact(count)} events`} ${which}${count === 1 ? 'is' : 'are'} permanently deleted; export ${count === 1 ? 'it' : 'them'} first to keep ${count === 1 ? 'it' : 'them'}.`,
  action: `Discard ${formatLetters(count)}`,
  destructive: true,
});

export const deadLettersCommands = defineCommands([
  createReplay('node', { id: 'deadLetters.replay', keys: 'p', bar: 'Replay' }),
  createReplay('start', { id: 'deadLetters.replayToStart', keys: 'Shift+p', bar: 'To start' }),
  {
    ...shared,
    id: 'deadLetters.edit',
    title: 'Edit event',
    listTitle: 'Edit the event of a dead letter',
    icon: 'edit',
    keywords: ['change', 'correct', 'json', 'repair'],
    keys: 'e',
    bar: 'Edit',
    args: [letterArgument],
    calls: ['editDeadLetter'],
    enabled: (ctx, args) => {
      const may = checkMayChange(ctx, args);
      const [id, another] = parseIds(args);
      if (may !== true || id === undefined) return may;
      if (another !== undefined) return 'Only one dead letter can be edited at a time';
      const letter = ctx.scopes.deadLetters?.letters.find((one) => one.id === id);
      return letter?.isReplaying ? 'The dead letter is being replayed' : true;
    },
    run: (ctx, args) => ctx.scopes.deadLetters?.edit(args.letter ?? ''),
  },
  {
    ...shared,
    id: 'deadLetters.export',
    title: ({ scopes: { deadLetters } }) => {
      const count = deadLetters?.selectedCount ?? 0;
      return count === 0 ? 'Export' : `Export ${formatExact(count)}`;
    },
    listTitle: 'Export dead letters as NDJSON',
    icon: 'download',
    keywords: ['download', 'save', 'file', 'ndjson', 'json'],
    keys: 'd',
    bar: 'Export',
    enabled: (ctx) => {
      const scope = ctx.scopes.deadLetters;
      if (!scope) return NOT_SHOWN;
      return scope.total === 0 ? 'No dead letter matches the filters' : true;
    },
    calls: ['exportDeadLetters'],
    run: ({ scopes: { deadLetters } }) =>
      deadLetters?.save(deadLetters.selectedCount > 0 ? deadLetters.chosenIds : 'all'),
  },
  createReplayAll('node', { id: 'deadLetters.replayAll', keys: 'a', bar: 'Replay all' }),
  createReplayAll('start', { id: 'deadLetters.replayAllToStart', keys: 'Shift+a', bar: false }),
  {
    ...shared,
    id: 'deadLetters.discard',
    title: (_, args) => {
      const { length } = parseIds(args);
      return length > 1 ? `Discard ${formatExact(length)}` : 'Discard';
    },
    listTitle: 'Discard a dead letter',
    icon: 'delete',
    keywords: ['delete', 'remove'],
    keys: 'Delete',
    bar: 'Discard',
    args: [letterArgument],
    calls: ['discardDeadLetters'],
    enabled: checkMayChange,
    review: (_, args) => createDiscardReview(parseIds(args).length, ''),
    run: (ctx, args) => ctx.scopes.deadLetters?.discard(parseIds(args)),
  },
  {
    ...shared,
    id: 'deadLetters.discardAll',
    title: 'Discard all that match',
    listTitle: 'Discard all dead letters that match the filters',
    icon: 'delete',
    keywords: ['delete', 'remove', 'clear'],
    keys: 'Shift+Delete',
    bar: false,
    calls: ['discardDeadLetters'],
    enabled: checkMayChangeAll,
    review: (ctx) => {
      const count = ctx.scopes.deadLetters?.total ?? 0;
      return createDiscardReview(
        count,
        count === 1 ? 'that matches the filters ' : 'that match the filters ',
      );
    },
    run: (ctx) => ctx.scopes.deadLetters?.discard('all'),
  },
  {
    id: 'deadLetters.ofPipeline',
    title: 'Show dead letters',
    listTitle: 'Show the dead letters of the pipeline',
    group: 'Pipeline',
    icon: 'deadLetter',
    keywords: ['failed', 'refused', 'given up', 'dlq', 'too long'],
    keys: 'Shift+f',
    scope: 'pipeline',
    bar: false,
    calls: ['listDeadLetters'],
    enabled: (ctx) => (ctx.scopes.pipeline?.pipeline ? true : 'Open a saved pipeline first'),
    run: (ctx) =>
      ctx.navigate(paths.deadLetters({ pipelineIds: ctx.scopes.pipeline?.pipeline?.id, period: 'any' })),
  },
  {
    id: 'deadLetters.ofNode',
    title: 'Show dead letters',
    listTitle: 'Show the dead letters of a node',
    group: 'Pipeline',
    icon: 'deadLetter',
    scope: 'global',
    // It needs the node of the pressed button.
    palette: false,
    bar: false,
    calls: ['listDeadLetters'],
    enabled: () => true,
    run: (ctx, { node, pipeline }) =>
      ctx.navigate(paths.deadLetters({ pipelineIds: pipeline, node, period: 'any' })),
  },
]);

export const deadLettersScopes: readonly ScopeDefinition[] = [
  { id: 'deadLetters', mode: 'LETTERS', alongside: ['list', 'filters'] },
];
