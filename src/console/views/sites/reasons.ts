import type { Site } from '../../../contract/entities/site.ts';
import { followsRepository } from '../../../contract/managed-site.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { CommandArgs } from '../../commands/types.ts';
import { formatExact } from '../../lib/format.ts';
import { formatWaiting, toFingerprint } from './looks.ts';
import './scope.ts';

export const getSitesScope = (ctx: CommandContext) => ctx.scopes['sites.list'];

/** The site of the arguments, else the screen's current one. */
export const findSite = (ctx: CommandContext, args: CommandArgs): Site | undefined =>
  args.id === undefined ? getSitesScope(ctx)?.current : ctx.sites.find(({ id }) => id === args.id);

const CHOOSE = 'Choose a site first';
export const getSiteName = (ctx: CommandContext, args: CommandArgs): string =>
  findSite(ctx, args)?.name ?? '';

/** Running pipelines prevent the action. */
function findRunsReason(ctx: CommandContext, site: Site): true | string {
  const scope = getSitesScope(ctx);
  const [first, ...more] = scope?.current?.id === site.id ? scope.running : [];
  if (first === undefined) return true;
  const names = more.length === 0 ? `'${first}' runs` : `'${first}' and ${more.length} more run`;
  return `${names} on '${site.name}'; pause or delete first`;
}

export const findDeactivateReason = (ctx: CommandContext, args: CommandArgs): true | string => {
  const site = findSite(ctx, args);
  if (!site) return CHOOSE;
  return site.status === 'ACTIVE' ? findRunsReason(ctx, site) : `'${site.name}' is inactive already`;
};

export const findActivateReason = (ctx: CommandContext, args: CommandArgs): true | string => {
  const site = findSite(ctx, args);
  if (!site) return CHOOSE;
  return site.status === 'ACTIVE' ? `'${site.name}' is active already` : true;
};

export const findFollowReason = (ctx: CommandContext, args: CommandArgs): true | string => {
  const site = findSite(ctx, args);
  if (!site) return CHOOSE;
  if (!followsRepository(site)) return `'${site.name}' follows no repository; choose one in its form`;
  return site.status === 'ACTIVE'
    ? true
    : `'${site.name}' is inactive and follows nothing; activate it first`;
};

export const findHostKeyReason = (ctx: CommandContext, args: CommandArgs): true | string => {
  const reason = findFollowReason(ctx, args);
  const site = findSite(ctx, args);
  if (reason !== true || !site) return reason;
  return (site.git?.publicKey ?? '') !== ''
    ? true
    : `'${site.name}' follows its repository over HTTPS, which has no host key`;
};

/** With the fingerprint to compare. */
export const describeHostKey = (ctx: CommandContext, args: CommandArgs): string => {
  const { repo = '', hostKey = '' } = findSite(ctx, args)?.git ?? {};
  const former = hostKey === '' ? '' : ` Confirmed before was ${hostKey}.`;
  return `The server of ${repo} shows the host key ${toFingerprint(args.hostKey ?? '')}.${former} Compare it with the fingerprint that its owner publishes: only a server that shows this key is used from now on.`;
};

/** The service also checks sites that are not on screen. */
export const createEngineGuard =
  (wantsJoined: boolean) =>
  (ctx: CommandContext, args: CommandArgs): true | string => {
    const site = findSite(ctx, args);
    if (!site) return CHOOSE;
    if (site.engine !== 'remote')
      return site.engine === 'collectors'
        ? `'${site.name}' runs on Collectors; enroll agents of its fleet`
        : `The engine of '${site.name}' runs on this machine; engines join remote sites only`;
    const scope = getSitesScope(ctx);
    const isJoined = scope?.current?.id === site.id ? scope.isJoined : undefined;
    if (isJoined === undefined || isJoined === wantsJoined) return true;
    return isJoined
      ? `An engine has joined '${site.name}'; disconnect it first`
      : `No engine has joined '${site.name}'`;
  };

/** Buffered events; null when they cannot be known. */
const countWaiting = (ctx: CommandContext, { id }: Site): number | null => {
  const scope = getSitesScope(ctx);
  return scope?.current?.id === id && scope.waitingEvents !== undefined ? scope.waitingEvents : 0;
};

const findGoneReason = (ctx: CommandContext, args: CommandArgs): true | string => {
  const site = findSite(ctx, args);
  if (!site) return CHOOSE;
  return ctx.sites.length > 1 ? findRunsReason(ctx, site) : `'${site.name}' is the only site`;
};

export const findDeleteReason = (ctx: CommandContext, args: CommandArgs): true | string => {
  const reason = findGoneReason(ctx, args);
  const site = findSite(ctx, args);
  if (reason !== true || !site) return reason;
  const waiting = countWaiting(ctx, site);
  if (waiting === 0) return true;
  return waiting === null
    ? `What waits in buffers of '${site.name}' is unknown${site.engine === 'collectors' ? ' on Collectors; pause its pipelines and wait' : ' while its engine is disconnected; connect it'}, or discard what waits`
    : `${formatWaiting(waiting)} in buffers of '${site.name}'; let destinations take them, or discard them`;
};

export const findDiscardReason = (ctx: CommandContext, args: CommandArgs): true | string => {
  const reason = findGoneReason(ctx, args);
  const site = findSite(ctx, args);
  if (reason !== true || !site) return reason;
  return countWaiting(ctx, site) === 0 ? `Nothing is known to wait in buffers of '${site.name}'` : true;
};

const describeWhatGoes = ({ engine }: Site): string =>
  ({
    embedded: 'The folder of its engine is deleted too, with its dead letters.',
    remote: 'Its engine stops at once, or when it next connects; its folder stays on its machine.',
    collectors: 'Its fleet goes with it; the Collectors keep running what they have.',
  })[engine];

export const describeLossOfSite = (ctx: CommandContext, args: CommandArgs): string => {
  const site = findSite(ctx, args);
  return site ? describeWhatGoes(site) : '';
};

export const describeLoss = (ctx: CommandContext, args: CommandArgs): string => {
  const site = findSite(ctx, args);
  const waiting = site ? countWaiting(ctx, site) : 0;
  if (waiting === null) return 'All events waiting in its buffers are lost.';
  return waiting === 1
    ? 'The waiting event was acknowledged to its sender and is lost.'
    : `The ${formatExact(waiting)} waiting events were acknowledged to their senders and are lost.`;
};
