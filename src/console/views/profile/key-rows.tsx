import {
  getKeysInForce,
  isUsingCharacterKey,
  type KeyMapContext,
} from '../../../../machines/key-map/index.ts';
import { getCommandHost } from '../../commands/runtime.ts';
import { COMMAND_GROUPS } from '../../commands/types.ts';
import { Badge } from '../../components/widgets/status/badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { KeyList } from './key-list.tsx';
import * as css from './profile.css.ts';

export type KeyRow = {
  id: string;
  title: string;
  group: string;
  /** Where its keys are live, as named in the key bar. */
  where: string;
  keys: readonly string[];
  isChanged: boolean;
  /** Keys disabled with the single-character shortcuts. */
  off: readonly string[];
};

const describeScopes = (scopes: readonly string[]): string => {
  const { registry } = getCommandHost();
  const names = scopes.map((scope) => {
    const known = registry.scopes.find(({ id }) => id === scope);
    if (scope === 'global') return 'Everywhere';
    return known ? known.mode.charAt(0) + known.mode.slice(1).toLowerCase() : scope;
  });
  return [...new Set(names)].join(', ');
};

/** All commands that can have keys, by group. */
export function listKeyRows(context: KeyMapContext): KeyRow[] {
  const { registry } = getCommandHost();
  const rows = context.commands.flatMap((command): KeyRow[] => {
    const group = registry.command(command.id)?.group;
    if (command.isFixed || group === undefined) return [];
    const keys = getKeysInForce(command, context.overlay);
    return [
      {
        id: command.id,
        title: command.title,
        group,
        where: describeScopes(command.scopes),
        keys,
        isChanged: context.overlay[command.id] !== undefined,
        off: context.characterKeys ? [] : keys.filter(isUsingCharacterKey),
      },
    ];
  });
  const rank = (row: KeyRow) => (COMMAND_GROUPS as readonly string[]).indexOf(row.group);
  return rows.sort((a, b) => rank(a) - rank(b));
}

export const filterKeyRows = (rows: readonly KeyRow[], words: string, pressed: string): KeyRow[] => {
  const wanted = words.trim().toLowerCase();
  return rows.filter(
    (row) =>
      `${row.title} ${row.group} ${row.id}`.toLowerCase().includes(wanted) &&
      (pressed === '' || row.keys.some((keys) => keys === pressed || keys.startsWith(`${pressed} `))),
  );
};

export const KEY_COLUMNS: readonly Column<KeyRow>[] = [
  {
    id: 'title',
    header: 'Command',
    width: 'minmax(150px, 2fr)',
    value: (row) => row.title,
    cell: (row) => row.title,
  },
  {
    id: 'keys',
    header: 'Keys',
    width: 'minmax(210px, 1.2fr)',
    value: (row) => row.keys[0],
    cell: (row) => (
      <span className={css.keys}>
        <KeyList keys={row.keys} off={row.off} />
        {row.off.length > 0 && <span className={css.quiet}>off</span>}
        {row.isChanged && <Badge tone="accent">changed</Badge>}
      </span>
    ),
  },
  {
    id: 'where',
    header: 'Where',
    width: 'minmax(80px, 1fr)',
    value: (row) => row.where,
    cell: (row) => row.where,
  },
  {
    id: 'group',
    header: 'Group',
    width: 'minmax(70px, 110px)',
    value: (row) => row.group,
    cell: (row) => row.group,
  },
];
