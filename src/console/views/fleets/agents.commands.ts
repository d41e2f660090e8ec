import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { explainNoRetry, formatAgentName } from '../../../contract/fleet-words.ts';
import { counted } from '../../../contract/values.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type Review } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { agentArgument, checkAgent, findAgent, NOT_SELECTED, nameSome } from './agent-choice.ts';
import { explainNoRestart } from './looks.ts';

const listErrors = ({ scopes }: CommandContext): readonly Agent[] =>
  scopes['agents.list']?.shown.filter(({ status }) => status === 'ERROR') ?? [];
/** Selected agents that can be deleted. */
const listGone = ({ scopes }: CommandContext): readonly Agent[] =>
  scopes['agents.list']?.selected.filter(({ isConnected }) => !isConnected) ?? [];
/** Selected agents that can be restarted. */
const listRestartable = ({ scopes }: CommandContext): readonly Agent[] =>
  scopes['agents.list']?.selected.filter((agent) => explainNoRestart(agent) === undefined) ?? [];

function writeAgent(
  ctx: CommandContext,
  args: CommandArgs,
  action: 'restart' | 'retry' | 'rotate' | 'delete',
): void {
  const agent = findAgent(ctx, args);
  if (agent) ctx.scopes['agents.list']?.write({ action, agents: [agent] });
}

const reviewRestart = (agents: readonly Agent[], kept = 0): Review => ({
  title: agents.length === 1 ? 'Restart agent' : `Restart ${counted(agents.length, 'agent')}`,
  body: `The supervisor of ${nameSome(agents)} ends ${
    agents.length === 1 ? 'its Collector and starts it' : 'the Collector there and starts it'
  } again with the configuration it has. Meanwhile it takes nothing in, and what is not on its disk is lost.${
    kept === 0 ? '' : ` ${counted(kept, 'agent')} of the selected cannot be told to restart.`
  }`,
  action: agents.length === 1 ? 'Restart agent' : `Restart ${counted(agents.length, 'agent')}`,
  destructive: false,
});

export const agentCommands = defineCommands([
  {
    id: 'agent.open',
    title: 'Open agent',
    group: 'Site',
    icon: 'monitor',
    keywords: ['collector', 'host', 'health', 'effective'],
    scope: 'agents.list',
    everywhere: true,
    bar: false,
    args: [agentArgument],
    enabled: () => true,
    run: (ctx, args) => ctx.navigate(paths.agent(args.agent ?? '')),
  },
  {
    id: 'agents.nextError',
    title: 'Next agent in error',
    group: 'Site',
    icon: 'arrowRight',
    keywords: ['error', 'problem', 'failed', 'map'],
    keys: 'n',
    scope: 'agents.list',
    bar: (ctx) => (listErrors(ctx).length > 0 ? 'Next error' : false),
    enabled: (ctx) => (listErrors(ctx).length > 0 ? true : 'No agent that is shown is in error'),
    run: (ctx) => {
      const errors = listErrors(ctx);
      const at = errors.findIndex(({ id }) => id === ctx.scopes['agents.list']?.current?.id);
      const next = errors[(at + 1) % errors.length];
      if (next) ctx.scopes['agents.list']?.moveTo(next.id);
    },
  },
  {
    id: 'agent.restart',
    title: 'Restart agent',
    group: 'Site',
    icon: 'refresh',
    keywords: ['collector', 'reboot', 'stop', 'start', 'supervisor'],
    scope: 'agents.list',
    bar: false,
    args: [agentArgument],
    enabled: (ctx, args) => checkAgent(ctx, args, explainNoRestart),
    review: (ctx, args) => {
      const agent = findAgent(ctx, args);
      return reviewRestart(agent ? [agent] : []);
    },
    run: (ctx, args) => writeAgent(ctx, args, 'restart'),
    calls: ['restartAgent'],
  },
  {
    id: 'agent.retry',
    title: 'Offer configuration again',
    group: 'Site',
    icon: 'refresh',
    keywords: ['retry', 'failed', 'error', 'apply', 'repeat'],
    keys: 'v',
    scope: 'agents.list',
    bar: (ctx) => {
      const agent = ctx.scopes['agents.list']?.current;
      return agent?.canRetry && agent.status === 'ERROR' ? 'Retry' : false;
    },
    args: [agentArgument],
    enabled: (ctx, args) => checkAgent(ctx, args, explainNoRetry),
    run: (ctx, args) => writeAgent(ctx, args, 'retry'),
    calls: ['retryAgent'],
  },
  {
    id: 'agent.rotateCredential',
    title: 'Rotate credential',
    group: 'Site',
    icon: 'key',
    keywords: ['secret', 'token', 'renew', 'stolen', 'agent'],
    scope: 'agents.list',
    bar: false,
    args: [agentArgument],
    enabled: (ctx, args) =>
      checkAgent(ctx, args, ({ acceptsCredential }) =>
        acceptsCredential
          ? undefined
          : 'This agent accepts no credential of its own: it connects by its enrollment token',
      ),
    run: (ctx, args) => writeAgent(ctx, args, 'rotate'),
    calls: ['rotateAgentCredential'],
  },
  {
    id: 'agents.restartSelected',
    title: (ctx) => {
      const { length } = listRestartable(ctx);
      return length === 0 ? 'Restart selected agents' : `Restart ${counted(length, 'agent')}`;
    },
    listTitle: 'Restart selected agents',
    group: 'Site',
    icon: 'refresh',
    keywords: ['collector', 'reboot', 'bulk', 'all'],
    keys: 'a r',
    scope: 'agents.list',
    bar: false,
    enabled: (ctx) => {
      const [first] = ctx.scopes['agents.list']?.selected ?? [];
      if (!first) return NOT_SELECTED;
      return listRestartable(ctx).length > 0
        ? true
        : `No selected agent can restart: ${explainNoRestart(first)}`;
    },
    review: (ctx) => {
      const agents = listRestartable(ctx);
      return reviewRestart(agents, (ctx.scopes['agents.list']?.selected.length ?? 0) - agents.length);
    },
    run: (ctx) => ctx.scopes['agents.list']?.write({ action: 'restart', agents: listRestartable(ctx) }),
    calls: ['restartAgent'],
  },
  {
    id: 'agent.delete',
    title: 'Delete agent',
    group: 'Site',
    icon: 'delete',
    keywords: ['remove', 'forget', 'collector'],
    keys: 'Delete',
    scope: 'agents.list',
    bar: 'Delete',
    args: [agentArgument],
    enabled: (ctx, args) =>
      checkAgent(ctx, args, ({ isConnected }) =>
        isConnected ? 'This agent is connected; stop it first' : undefined,
      ),
    review: (ctx, args) => {
      const agent = findAgent(ctx, args);
      return {
        title: 'Delete Agent',
        body: `What is known of ${agent ? formatAgentName(agent) : 'it'} is deleted, with its history. It enrolls again when it connects.`,
        action: 'Delete agent',
        destructive: true,
      };
    },
    run: (ctx, args) => writeAgent(ctx, args, 'delete'),
    calls: ['deleteAgent'],
  },
  {
    id: 'agents.deleteSelected',
    title: (ctx) => {
      const { length } = listGone(ctx);
      return length === 0 ? 'Delete selected agents' : `Delete ${counted(length, 'agent')}`;
    },
    listTitle: 'Delete selected agents',
    group: 'Site',
    icon: 'delete',
    keywords: ['remove', 'forget', 'disconnected', 'bulk', 'all'],
    keys: 'a Delete',
    scope: 'agents.list',
    bar: false,
    enabled: (ctx) => {
      if ((ctx.scopes['agents.list']?.selected.length ?? 0) === 0) return NOT_SELECTED;
      return listGone(ctx).length > 0 ? true : 'The selected agents are connected; stop them first';
    },
    review: (ctx) => {
      const gone = listGone(ctx);
      const kept = (ctx.scopes['agents.list']?.selected.length ?? 0) - gone.length;
      const stay = kept === 0 ? '' : ` Kept, since connected: ${counted(kept, 'agent')}.`;
      return {
        title: `Delete ${counted(gone.length, 'agent')}`,
        body: `What is known of ${nameSome(gone)} is deleted, with the history. Agents enroll again when they connect.${stay}`,
        action: `Delete ${counted(gone.length, 'agent')}`,
        destructive: true,
      };
    },
    run: (ctx) => ctx.scopes['agents.list']?.write({ action: 'delete', agents: listGone(ctx) }),
    calls: ['deleteAgent'],
  },
]);

export const agentScopes: readonly ScopeDefinition[] = [
  { id: 'agents.list', mode: 'LIST', alongside: ['list'] },
];
