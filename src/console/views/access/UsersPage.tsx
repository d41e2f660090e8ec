import { useCallback, useRef, useState } from 'react';
import type { Member } from '../../../contract/entities/access.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { createLateForm, FormAwaited } from '../../components/entity-form/late-form.tsx';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import type { TableHandle } from '../../components/widgets/table/types.ts';
import { paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { AccessList } from './AccessList.tsx';
import { USER_COLUMNS } from './columns.tsx';
import { useAccessWrite } from './use-access-write.ts';
import './scope.ts';

const UserForm = createLateForm(async () => ({
  default: (await import('./UserForm.tsx')).UserForm,
}));

const NONE: readonly Member[] = [];
const BY_NAME = { query: { 'pagination.limit': PAGE_LIMIT_MAX, 'pagination.ordering.descending': false } };

const createRowMenu = ({ id, status }: Member) => [
  { id: 'user.open', args: { id } },
  { id: status === 'DISABLED' ? 'user.enable' : 'user.disable', args: { id } },
  { id: 'user.delete', args: { id }, danger: true, startsGroup: true },
];
const getRowText = (user: Member) =>
  `${user.name} ${user.email} ${user.roles.map(({ name }) => name).join(' ')}`;

export default function UsersPage() {
  const parameters = new URLSearchParams(useShownLocation().search);
  const users = useCall('listMembers', BY_NAME, { isSuppressed: true });
  const roles = useCall('listRoles', BY_NAME, { isSuppressed: true }).data?.roles;
  const items = users.data?.members;
  const openId = parameters.get('user') ?? undefined;
  const opened = items?.find(({ id }) => id === openId);
  const isNew = parameters.has('create');
  const [cursorId, setCursorId] = useListCursor('users', openId);
  const [shownId, setShownId] = useState<string>();
  const table = useRef<TableHandle>(null);
  const close = () => {
    goTo(paths.users(), { replace: true });
    table.current?.focus();
  };
  const write = useAccessWrite({
    kind: 'user',
    onGone: useCallback((id: string) => {
      if (new URLSearchParams(window.location.search).get('user') === id)
        goTo(paths.users(), { replace: true });
    }, []),
  });
  const current = opened ?? items?.find(({ id }) => id === shownId);
  usePublishScope('users.list', { current, items: items ?? NONE, write });
  return (
    <AccessList
      title="Users"
      things="users"
      tab="users"
      create={<CommandButton id="user.invite" variant={opened || isNew ? 'default' : 'primary'} />}
      query={{ data: items, isPending: users.isPending, error: users.error, refetch: users.refetch }}
      columns={USER_COLUMNS}
      menuOf={createRowMenu}
      textOf={getRowText}
      table={table}
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onShownCursorChange={setShownId}
      onOpen={({ id }) => goTo(paths.users({ user: id }))}
      panel={
        opened || isNew
          ? {
              label: opened?.name ?? 'Invite user',
              content: roles ? (
                <UserForm key={opened?.id ?? ''} member={opened} roles={roles} onClose={close} />
              ) : (
                <FormAwaited />
              ),
            }
          : undefined
      }
    />
  );
}
