import { readLabelText } from '../../../contract/entities/fleet-labels.ts';
import { counted } from '../../../contract/values.ts';
import { defineCommands, type TextArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { agentArgument, checkAgent, NOT_SELECTED } from './agent-choice.ts';

const labelsArgument: TextArgument = {
  kind: 'text',
  name: 'labels',
  title: 'Labels, such as environment=staging, or -environment to take it away',
  action: 'Label the agents',
  validate: (value) => {
    if (value.trim() === '') return 'Write labels as key=value';
    const read = readLabelText(value);
    return typeof read === 'string' ? read : true;
  },
};

export const agentLabelCommands = defineCommands([
  {
    id: 'agent.editLabels',
    title: 'Edit labels of agent',
    group: 'Site',
    icon: 'tag',
    keywords: ['label', 'tag', 'environment', 'stage'],
    keys: 'e',
    scope: 'agents.list',
    bar: 'Labels',
    args: [agentArgument],
    enabled: (ctx, args) => checkAgent(ctx, args, () => true),
    run: (ctx, args) => ctx.navigate(paths.agent(args.agent ?? '', { form: 'labels' })),
    leadsTo: ['labelAgents'],
  },
  {
    id: 'agents.labelSelected',
    title: (ctx) => {
      const count = ctx.scopes['agents.list']?.selected.length ?? 0;
      return count === 0 ? 'Label selected agents' : `Label ${counted(count, 'agent')}`;
    },
    listTitle: 'Label selected agents',
    group: 'Site',
    icon: 'tag',
    keywords: ['label', 'tag', 'environment', 'stage', 'bulk', 'all'],
    keys: 'a l',
    scope: 'agents.list',
    bar: false,
    args: [labelsArgument],
    enabled: (ctx) => ((ctx.scopes['agents.list']?.selected.length ?? 0) > 0 ? true : NOT_SELECTED),
    run: (ctx, { labels = '' }) => {
      const scope = ctx.scopes['agents.list'];
      const change = readLabelText(labels);
      if (scope && typeof change !== 'string')
        scope.write({ action: 'label', agents: scope.selected, change });
    },
    calls: ['labelAgents'],
  },
]);
