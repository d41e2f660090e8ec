import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import type { ConnectionKind } from '../../components/connection-form/kinds.ts';

export const createRowMenu = (kind: ConnectionKind, id: string): CommandMenuItem[] => [
  { id: `${kind}.open`, args: { id } },
  { id: `${kind}.test`, args: { id } },
  ...(kind === 'source'
    ? [
        { id: 'source.enableArchival', args: { id } },
        { id: 'source.disableArchival', args: { id } },
      ]
    : []),
  { id: `${kind}.delete`, args: { id }, danger: true, startsGroup: true },
];
