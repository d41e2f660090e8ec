import { canDeploy, canDo, getNextVersion } from '../../../../machines/pipeline-lifecycle/index.ts';
import { REQUESTED_PIPELINES_MAX } from '../../../contract/entities/changeset.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { takesRequests } from '../../../contract/managed-site.ts';
import { findDeleteRefusal } from '../../commands/change-access.ts';
import type { CommandContext } from '../../commands/context.ts';
import { getRequestWay, reviewRequest } from '../../commands/request-way.ts';
import type { Command } from '../../commands/types.ts';
import { formatExact } from '../../lib/format.ts';
import {
  BULK_WORDS,
  type BulkIntent,
  findBulkRefusal,
  formatPipelineCount,
  requestBulk,
  stopBulk,
  stopRefusal,
} from '../../state/bulk-pipelines.ts';
import { requestDeletion } from '../../state/request-deletion.ts';
import './scope.ts';

const listSelected = (ctx: CommandContext): readonly Pipeline[] =>
  ctx.scopes['pipelines.list']?.selected ?? [];

/** Result of the lifecycle rules for one pipeline. */
const checkIntent = (pipeline: Pipeline, intent: BulkIntent): true | string =>
  intent === 'DEPLOY' ? canDeploy(pipeline, getNextVersion(pipeline)) : canDo(pipeline, intent);

/** Splits the selection into pipelines that allow the action, and the others with reasons. */
export function sortOut(selected: readonly Pipeline[], intent: BulkIntent) {
  const able: Pipeline[] = [];
  const refused: { pipeline: Pipeline; reason: string }[] = [];
  for (const pipeline of selected) {
    const may = checkIntent(pipeline, intent);
    if (may === true) able.push(pipeline);
    else refused.push({ pipeline, reason: may });
  }
  return { able, refused };
}

function checkSelected(ctx: CommandContext, intent: BulkIntent): true | string {
  const selected = listSelected(ctx);
  if (selected.length === 0) return 'Select pipelines first, with x';
  const { able, refused } = sortOut(selected, intent);
  const [first] = refused;
  if (able.length === 0 && first)
    return selected.length === 1
      ? first.reason
      : `None of the ${formatExact(selected.length)} can be ${BULK_WORDS[intent].done}; ${first.pipeline.name}: ${first.reason}`;
  return findBulkRefusal() ?? true;
}

const NAMED = 3;

/** `a, b and 4 more`. */
function formatNames(pipelines: readonly Pipeline[]): string {
  const named = pipelines.slice(0, NAMED).map(({ name }) => name);
  const more = pipelines.length - named.length;
  if (more > 0) return `${named.join(', ')} and ${formatExact(more)} more`;
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : named.join('');
}

/** One sentence: effect, pipelines affected, pipelines skipped. */
function describeReview(selected: readonly Pipeline[], intent: BulkIntent, outcome: string): string {
  const { able, refused } = sortOut(selected, intent);
  const [first] = refused;
  const verb = able.length === 1 ? 'is' : 'are';
  const left = first
    ? ` ${formatPipelineCount(refused.length)} of the selected cannot, for instance ${first.pipeline.name}: ${first.reason}.`
    : '';
  return `${formatNames(able)} ${verb} ${BULK_WORDS[intent].done}${outcome}.${left}`;
}

const getVersionToRun = (pipeline: Pipeline, intent: BulkIntent) => {
  if (intent === 'DEPLOY') return { graphVersion: getNextVersion(pipeline) };
  return intent === 'RESUME' ? { graphVersion: pipeline.deployedGraphVersion } : {};
};

const findSizeRefusal = ({ site }: CommandContext, deleted: readonly Pipeline[]): string | undefined =>
  takesRequests(site) && deleted.length > REQUESTED_PIPELINES_MAX
    ? `A pull request deletes at most ${REQUESTED_PIPELINES_MAX} pipelines; select fewer`
    : undefined;

const ON_MERGE = ' once a pull request for it is merged; until then nothing changes';

type Face = Pick<Command, 'icon' | 'keys' | 'keywords'> & { verb: string; outcome?: string };

function createBulkCommand(intent: BulkIntent, { verb, outcome = '', ...face }: Face): Command {
  const able = (ctx: CommandContext) => sortOut(listSelected(ctx), intent).able;
  const asksForIt = (ctx: CommandContext) => intent === 'DELETE' && takesRequests(ctx.site);
  const title = (ctx: CommandContext) => {
    const count = able(ctx).length;
    return count === 0 ? `${verb} selected pipelines` : `${verb} ${formatPipelineCount(count)}`;
  };
  return {
    ...face,
    id: `pipelines.${verb.toLowerCase()}Selected`,
    title,
    listTitle: `${verb} selected pipelines`,
    group: 'Pipeline',
    scope: 'pipelines.list',
    bar: false,
    enabled: (ctx) =>
      (intent === 'DELETE' ? (findDeleteRefusal(ctx.site) ?? findSizeRefusal(ctx, able(ctx))) : undefined) ??
      checkSelected(ctx, intent),
    review: (ctx) => ({
      title: title(ctx),
      ...(asksForIt(ctx)
        ? reviewRequest(describeReview(listSelected(ctx), intent, ON_MERGE))
        : {
            body: describeReview(listSelected(ctx), intent, outcome),
            action: title(ctx),
            destructive: intent === 'DELETE',
          }),
    }),
    run: (ctx, args) => {
      if (asksForIt(ctx)) {
        requestDeletion(able(ctx), getRequestWay(args));
        return;
      }
      requestBulk(
        intent,
        able(ctx).map((pipeline) => ({
          id: pipeline.id,
          name: pipeline.name,
          ...getVersionToRun(pipeline, intent),
        })),
      );
    },
    ...(intent !== 'DELETE' && { calls: ['runPipelineAction'] as const }),
  };
}

export const bulkCommands: readonly Command[] = [
  createBulkCommand('PAUSE', {
    verb: 'Pause',
    icon: 'pause',
    keys: 'a p',
    keywords: ['stop', 'hold', 'bulk', 'all'],
  }),
  createBulkCommand('RESUME', {
    verb: 'Resume',
    icon: 'resume',
    keys: 'a u',
    keywords: ['continue', 'start', 'bulk', 'all'],
  }),
  createBulkCommand('BYPASS', {
    verb: 'Bypass',
    icon: 'bypass',
    keys: 'a b',
    keywords: ['raw', 'bulk', 'all'],
  }),
  createBulkCommand('DEPLOY', {
    verb: 'Deploy',
    icon: 'deploy',
    keys: 'a d',
    keywords: ['run', 'release', 'bulk', 'all'],
  }),
  createBulkCommand('DELETE', {
    verb: 'Delete',
    icon: 'delete',
    keys: 'a Delete',
    keywords: ['remove', 'bulk', 'all'],
    outcome: '; sources and destinations stay',
  }),
  {
    id: 'pipelines.stopBulk',
    title: 'Stop the bulk action',
    group: 'Pipeline',
    icon: 'ban',
    keywords: ['abort', 'bulk'],
    keys: 'a c',
    scope: 'pipelines.list',
    bar: false,
    enabled: () => stopRefusal() ?? true,
    run: stopBulk,
  },
];
