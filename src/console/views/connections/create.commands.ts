import type { CommandContext } from '../../commands/context.ts';
import { type Command, defineCommands } from '../../commands/types.ts';
import type { ConnectionKind } from '../../components/connection-form/kinds.ts';
import { paths } from '../../lib/paths.ts';

/** Address value while no type is chosen. */
export const CHOOSE_TYPE = 'choose';

export const hasSite = (ctx: CommandContext): true | string => (ctx.site ? true : 'Choose a site first');

export const getListScope = (kind: ConnectionKind) =>
  kind === 'source' ? 'sources.list' : 'destinations.list';

export const createPath = (kind: ConnectionKind, templateId: string): string =>
  kind === 'source' ? paths.sources({ create: templateId }) : paths.destinations({ create: templateId });

const createCommand = (kind: ConnectionKind): Command => ({
  id: `${kind}.create`,
  title: kind === 'source' ? 'Add Source' : 'Add Destination',
  group: 'Create',
  icon: 'plus',
  keywords: ['new', 'create', 'connect'],
  keys: 'c',
  scope: getListScope(kind),
  everywhere: true,
  bar: 'New',
  enabled: hasSite,
  run: (ctx) => ctx.navigate(createPath(kind, CHOOSE_TYPE)),
  calls: [kind === 'source' ? 'createSource' : 'createSink'],
});

export const createConnectionCommands = defineCommands([
  createCommand('source'),
  createCommand('destination'),
]);
