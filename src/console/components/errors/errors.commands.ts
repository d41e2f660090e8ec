import {
  type AcknowledgeChoice,
  countOpenEntries,
  findReason,
  findReopenReason,
} from '../../../../machines/acknowledge/index.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { areErrorsIgnored, ERROR_CALLS, ignoreErrors } from '../../api/ignored-errors.ts';
import { queryClient } from '../../api/query-client.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type Command, type CommandArgs, defineCommands } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import {
  acknowledgedArgument,
  componentArgument,
  errorArgument,
  oneErrorArgument,
  parseErrorIds,
} from './error-arguments.ts';
import type { ErrorsScope } from './scope.ts';

const NOT_SHOWN = 'Open the tab Pipeline Errors first';
const GONE = 'There is no such error on screen';
const NO_ERRORS = 'There is no error in the time range';

type ChoiceOf = (args: CommandArgs, scope?: ErrorsScope) => AcknowledgeChoice | undefined;

const chooseErrors: ChoiceOf = ({ error }) =>
  error === undefined ? undefined : { kind: 'errors', ids: parseErrorIds(error) };
const chooseComponent: ChoiceOf = ({ component: componentId }) =>
  componentId === undefined ? undefined : { kind: 'component', componentId };

/** The machine's guard; without a choice the command is allowed, and the palette asks. */
function checkAcknowledge(ctx: CommandContext, choice: AcknowledgeChoice | undefined): true | string {
  const scope = ctx.scopes.errors;
  if (!scope) return NOT_SHOWN;
  if (!choice) return scope.errors.length === 0 ? NO_ERRORS : true;
  return findReason(scope.snapshot, choice) ?? true;
}

type Own = Pick<Command, 'id' | 'title' | 'listTitle' | 'keys' | 'bar' | 'review' | 'args' | 'calls'>;

const createAcknowledgeCommand = (command: Own, choiceOf: ChoiceOf): Command => ({
  group: 'Pipeline',
  icon: 'check',
  keywords: ['errors', 'ack', 'seen', 'dismiss', 'warnings'],
  scope: 'errors',
  ...command,
  enabled: (ctx, args) => checkAcknowledge(ctx, choiceOf(args, ctx.scopes.errors)),
  run: (ctx, args) => {
    const choice = choiceOf(args, ctx.scopes.errors);
    if (choice) ctx.scopes.errors?.acknowledge(choice);
  },
});

const findNodeName = (ctx: CommandContext, { component: id }: CommandArgs): string | undefined =>
  ctx.scopes.errors?.errors.find((error) => error.componentId === id)?.nodeName;

/** Asks first: it also acknowledges unlisted errors. */
const createSiteReview = (ctx: CommandContext) => ({
  title: 'Acknowledge all errors of the site',
  body: `Errors of every pipeline of ${ctx.site?.name ?? 'the site'} count as seen, also those outside the time range.`,
  action: 'Acknowledge all',
  destructive: false,
});

const findErrorOfArgs = (scope: ErrorsScope, { error: id }: CommandArgs) =>
  scope.errors.find((one) => one.id === parseErrorIds(id)[0]);

const createLeadingCommand = (
  command: Own,
  reasonOf: (scope: ErrorsScope, error: ErrorEntry) => string | undefined,
  run: (ctx: CommandContext, scope: ErrorsScope, error: ErrorEntry) => void,
): Command => ({
  group: 'Node',
  icon: 'pipeline',
  keywords: ['show', 'component', 'error', 'transform', 'source', 'destination'],
  scope: 'errors',
  args: [oneErrorArgument],
  ...command,
  enabled: (ctx, args) => {
    const scope = ctx.scopes.errors;
    if (!scope) return NOT_SHOWN;
    if (args.error === undefined) return scope.errors.length === 0 ? NO_ERRORS : true;
    const error = findErrorOfArgs(scope, args);
    return error ? (reasonOf(scope, error) ?? true) : GONE;
  },
  run: (ctx, args) => {
    const scope = ctx.scopes.errors;
    const error = scope && findErrorOfArgs(scope, args);
    if (error) run(ctx, scope, error);
  },
});

export const errorsCommands = defineCommands([
  createAcknowledgeCommand(
    {
      id: 'errors.acknowledge',
      title: (ctx, args) => {
        const [choice, scope] = [chooseErrors(args), ctx.scopes.errors];
        const count = choice && scope ? countOpenEntries(scope.snapshot, choice) : 0;
        return count > 1 ? `Acknowledge ${count} errors` : 'Acknowledge';
      },
      listTitle: 'Acknowledge',
      keys: 'a',
      bar: 'Acknowledge',
      args: [errorArgument],
      calls: ['acknowledgeComponentErrors'],
    },
    chooseErrors,
  ),
  createAcknowledgeCommand(
    {
      id: 'errors.acknowledgeComponent',
      title: (ctx, args) => `Acknowledge all of ${findNodeName(ctx, args) ?? 'a component'}`,
      listTitle: 'Acknowledge all errors of a component',
      keys: 'c',
      bar: 'Component',
      args: [componentArgument],
      calls: ['acknowledgeComponentErrors'],
    },
    chooseComponent,
  ),
  createAcknowledgeCommand(
    {
      id: 'errors.acknowledgeAll',
      title: 'Acknowledge all',
      listTitle: 'Acknowledge all errors on screen',
      keys: 'Shift+a',
      bar: 'All',
      review: (ctx) => (ctx.scopes.errors?.pipelineId === undefined ? createSiteReview(ctx) : undefined),
      calls: ['acknowledgePipelineErrors'],
    },
    (_args, scope) => ({ kind: scope && scope.pipelineId === undefined ? 'site' : 'pipeline' }),
  ),
  createAcknowledgeCommand(
    {
      id: 'errors.acknowledgeSite',
      title: 'Acknowledge all errors of the site',
      review: createSiteReview,
      calls: ['acknowledgePipelineErrors'],
    },
    () => ({ kind: 'site' }),
  ),
  {
    id: 'errors.unacknowledge',
    title: (_ctx, args) => {
      const { length } = parseErrorIds(args.error);
      return length > 1 ? `Open ${length} errors again` : 'Open again';
    },
    listTitle: 'Undo an acknowledgement',
    group: 'Pipeline',
    icon: 'undo',
    keywords: ['unacknowledge', 'reopen', 'errors', 'undo'],
    keys: 'Shift+u',
    scope: 'errors',
    bar: 'Open again',
    args: [acknowledgedArgument],
    calls: ['unacknowledgeErrors'],
    enabled: (ctx, args) => {
      const scope = ctx.scopes.errors;
      if (!scope) return NOT_SHOWN;
      if (args.error === undefined) return scope.errors.length === 0 ? NO_ERRORS : true;
      return findReopenReason(scope.snapshot, parseErrorIds(args.error)) ?? true;
    },
    run: (ctx, args) => ctx.scopes.errors?.unacknowledge(parseErrorIds(args.error)),
  },
  {
    id: 'errors.ignore',
    title: () =>
      areErrorsIgnored.get() ? 'Show pipeline errors again' : 'Ignore pipeline errors in this browser',
    listTitle: 'Ignore or show pipeline errors in this browser',
    group: 'View',
    icon: 'ban',
    keywords: ['hide', 'errors', 'setting', 'warnings'],
    scope: ['errors', 'monitoring'],
    everywhere: true,
    bar: false,
    enabled: () => true,
    run: () => {
      ignoreErrors(!areErrorsIgnored.get());
      for (const id of ERROR_CALLS) void queryClient.invalidateQueries({ queryKey: [id] });
    },
  },
  createLeadingCommand(
    {
      id: 'errors.openNode',
      title: 'Open node',
      listTitle: 'Open the node of an error',
      keys: 'n',
      bar: 'Open node',
    },
    (scope, error) => scope.nodeReason(error),
    (_ctx, scope, error) => scope.openNode(error),
  ),
  createLeadingCommand(
    {
      id: 'errors.openPipeline',
      title: 'Open pipeline',
      listTitle: 'Open the pipeline of an error',
      keys: 'Shift+p',
    },
    (scope) => (scope.pipelineId === undefined ? undefined : 'Its pipeline is on screen'),
    (ctx, _scope, error) => ctx.navigate(paths.pipelineErrors(error.pipelineId, ctx.site?.id ?? '')),
  ),
]);

export const errorsScopes: readonly ScopeDefinition[] = [
  { id: 'errors', mode: 'ERRORS', alongside: ['list', 'filters', 'pipeline', 'monitoring'] },
];
