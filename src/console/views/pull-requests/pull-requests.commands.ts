import {
  approveRefusal,
  mergeRefusal,
  rebaseRefusal,
  revertRefusal,
  unapproveRefusal,
  withdrawRefusal,
} from '../../../../machines/change-request/index.ts';
import type { Changeset, RequestedChangeKind } from '../../../contract/entities/changeset.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type Option, type OptionArgument } from '../../commands/types.ts';
import { formatChanged, getRequestLook, getRequestTitle } from './request-look.ts';
import './scope.ts';

const NOT_SHOWN = 'Open Pull requests first';

const toOption = (request: Changeset): Option => ({
  id: request.id,
  label: getRequestTitle(request),
  detail: getRequestLook(request).label,
});

const findRequest = (ctx: CommandContext, { request }: CommandArgs): Changeset | undefined =>
  ctx.scopes.pullRequests?.requests.find(({ id }) => id === request);

type Refusal = (request: Changeset, ctx: CommandContext) => string | undefined;

const createRequestArgument = (refusal: Refusal): OptionArgument => ({
  name: 'request',
  title: 'Pull request',
  kind: 'option',
  given: (ctx) => {
    const current = ctx.scopes.pullRequests?.current;
    return current && toOption(current);
  },
  load: (ctx) =>
    (ctx.scopes.pullRequests?.requests ?? []).map((request) => {
      const disabledReason = refusal(request, ctx);
      return { ...toOption(request), ...(disabledReason === undefined ? {} : { disabledReason }) };
    }),
  empty: 'There is no pull request',
});

const check = (ctx: CommandContext, args: CommandArgs, refusal: Refusal): true | string => {
  const scope = ctx.scopes.pullRequests;
  if (!scope) return NOT_SHOWN;
  if (scope.busyId !== undefined) return 'A pull request is under way; wait until it is done';
  if (args.request === undefined) return scope.requests.length > 0 ? true : 'There is no pull request';
  const request = findRequest(ctx, args);
  return request ? (refusal(request, ctx) ?? true) : 'Choose a pull request first';
};

const describe = (ctx: CommandContext, args: CommandArgs): string => {
  const request = findRequest(ctx, args);
  return request ? `'${formatChanged(request)}'` : '';
};

const EFFECTS: Record<RequestedChangeKind, string> = {
  create: 'is created and deployed at once.',
  update: 'gets a new version, which is deployed at once unless the pipeline is paused or bypassed.',
  delete: 'stops and is deleted. Its sources and destinations stay.',
};

const CONNECTION_EFFECTS: Record<RequestedChangeKind, string> = {
  create: 'is added.',
  update: 'is changed, and with it the pipelines that run with it.',
  delete: 'is deleted.',
};

function describeMerge(request: Changeset | undefined): string {
  if (!request) return '';
  return [
    ...request.pipelines.map(({ name, change }) => `'${name}' ${EFFECTS[change]}`),
    ...request.connections.map(({ name, change }) => `'${name}' ${CONNECTION_EFFECTS[change]}`),
  ].join(' ');
}

/** A failed check stands until it has run again. */
const checkedMergeRefusal: Refusal = (request, ctx) => {
  const found = ctx.scopes.pullRequests?.checked[request.id];
  return mergeRefusal(request) ?? (found?.commit === request.commit ? found.refusal : undefined);
};

const checkRefusal: Refusal = (request) => {
  if (request.hasConflict) return 'Rebase it first: checks run on top of what is stored now';
  return request.status === 'OPEN' ? undefined : 'Only an open pull request is checked';
};

const SQUASH = 'squash';
const KEPT_COMMITS =
  'Merge keeps its commits in the history of the branch; Squash and merge makes one of them. What runs is the same.';

export const pullRequestsCommands = defineCommands([
  {
    id: 'pullRequest.approve',
    title: 'Approve',
    listTitle: 'Approve a pull request',
    group: 'Site',
    icon: 'check',
    keywords: ['accept', 'review', 'git', 'change request'],
    keys: 'a',
    scope: 'pullRequests',
    bar: 'Approve',
    args: [createRequestArgument(approveRefusal)],
    enabled: (ctx, args) => check(ctx, args, approveRefusal),
    run: (ctx, args) => {
      const request = findRequest(ctx, args);
      if (request) ctx.scopes.pullRequests?.approve(request);
    },
    calls: ['approveChangeset'],
  },
  {
    id: 'pullRequest.unapprove',
    title: 'Take approval back',
    group: 'Site',
    icon: 'close',
    keywords: ['unapprove', 'dismiss', 'review', 'git', 'change request'],
    keys: 'Shift+a',
    scope: 'pullRequests',
    bar: false,
    args: [createRequestArgument(unapproveRefusal)],
    enabled: (ctx, args) => check(ctx, args, unapproveRefusal),
    run: (ctx, args) => ctx.scopes.pullRequests?.unapprove(args.request ?? ''),
    calls: ['withdrawApproval'],
  },
  {
    id: 'pullRequest.merge',
    title: 'Merge',
    listTitle: 'Merge a pull request',
    group: 'Site',
    icon: 'merge',
    keywords: ['accept', 'deploy', 'git', 'change request'],
    keys: 'm',
    scope: 'pullRequests',
    bar: 'Merge',
    args: [createRequestArgument(checkedMergeRefusal)],
    enabled: (ctx, args) => check(ctx, args, checkedMergeRefusal),
    review: (ctx, args) => {
      const request = findRequest(ctx, args);
      return {
        title: 'Merge Pull Request',
        body: `${describeMerge(request)} ${KEPT_COMMITS}`,
        action: 'Merge',
        destructive: request
          ? [...request.pipelines, ...request.connections].some(({ change }) => change === 'delete')
          : false,
        other: { action: 'Squash and merge', args: { method: SQUASH } },
      };
    },
    run: (ctx, args) => ctx.scopes.pullRequests?.merge(args.request ?? '', args.method === SQUASH),
    calls: ['mergeChangeset'],
  },
  {
    id: 'pullRequest.check',
    title: 'Run checks',
    listTitle: 'Run the checks of a pull request',
    group: 'Site',
    icon: 'refresh',
    keywords: ['validate', 'samples', 'preview', 'git', 'change request'],
    keys: 'c',
    scope: 'pullRequests',
    bar: 'Run checks',
    args: [createRequestArgument(checkRefusal)],
    enabled: (ctx, args) => check(ctx, args, checkRefusal),
    run: (ctx) => ctx.scopes.pullRequests?.check(),
    calls: ['getPullRequestChecks'],
  },
  {
    id: 'pullRequest.rebase',
    title: 'Rebase',
    listTitle: 'Rebase a pull request',
    group: 'Site',
    icon: 'refresh',
    keywords: ['conflict', 'base has moved', 'git', 'change request'],
    keys: 'b',
    scope: 'pullRequests',
    bar: 'Rebase',
    args: [createRequestArgument(rebaseRefusal)],
    enabled: (ctx, args) => check(ctx, args, rebaseRefusal),
    run: (ctx, args) => ctx.scopes.pullRequests?.rebase(args.request ?? ''),
    calls: ['rebaseChangeset'],
  },
  {
    id: 'pullRequest.withdraw',
    title: 'Withdraw',
    listTitle: 'Withdraw a pull request',
    group: 'Site',
    icon: 'close',
    keywords: ['reject', 'git', 'change request'],
    keys: 'Delete',
    scope: 'pullRequests',
    bar: 'Withdraw',
    args: [createRequestArgument(withdrawRefusal)],
    enabled: (ctx, args) => check(ctx, args, withdrawRefusal),
    review: (ctx, args) => ({
      title: 'Withdraw Pull Request',
      body: `The pull request for ${describe(ctx, args)} is closed and its branch removed. Nothing that runs changes.`,
      action: 'Withdraw',
      destructive: true,
    }),
    run: (ctx, args) => ctx.scopes.pullRequests?.withdraw(args.request ?? ''),
    calls: ['deleteChangeset'],
  },
  {
    id: 'pullRequest.revert',
    title: 'Revert',
    listTitle: 'Put back what a pull request changed',
    group: 'Site',
    icon: 'history',
    keywords: ['revert', 'back out', 'merged', 'git', 'change request'],
    keys: 'v',
    scope: 'pullRequests',
    bar: 'Revert',
    args: [createRequestArgument(revertRefusal)],
    enabled: (ctx, args) => check(ctx, args, revertRefusal),
    review: (ctx, args) => ({
      title: 'Revert Pull Request',
      body: `A new pull request asks to undo what ${describe(ctx, args)} changed. Nothing that runs changes until it is merged.`,
      action: 'Raise PR',
      destructive: false,
    }),
    run: (ctx, args) => ctx.scopes.pullRequests?.revert(args.request ?? ''),
    calls: ['revertChangeset'],
  },
]);

export const pullRequestsScopes: readonly ScopeDefinition[] = [
  { id: 'pullRequests', mode: 'PULL REQUESTS', alongside: ['list', 'filters'] },
];
