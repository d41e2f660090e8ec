import type { CommandMenuItem } from '../../commands/CommandMenu.tsx';
import type { ConnectionKind } from '../../parts/connection-form/kinds.ts';

/** What a row of the list can do: with that row, whichever is open beside the list. */
export const rowMenuOf = (kind: ConnectionKind, id: string): CommandMenuItem[] => [
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
