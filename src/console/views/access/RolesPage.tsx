import { useCallback, useMemo, useRef, useState } from 'react';
import type { Role } from '../../../contract/entities/access.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { useShell } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { createLateForm } from '../../components/entity-form/late-form.tsx';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import type { TableHandle } from '../../components/widgets/table/types.ts';
import { paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { AccessList } from './AccessList.tsx';
import { createRoleColumns } from './columns.tsx';
import { formatGrants } from './grants.ts';
import { useAccessWrite } from './use-access-write.ts';
import './scope.ts';

const RoleForm = createLateForm(async () => ({
  default: (await import('./RoleForm.tsx')).RoleForm,
}));

const NONE: readonly Role[] = [];
const BY_NAME = { query: { 'pagination.limit': PAGE_LIMIT_MAX, 'pagination.ordering.descending': false } };

const createRowMenu = ({ id }: Role) => [
  { id: 'role.open', args: { id } },
  { id: 'role.delete', args: { id }, danger: true, startsGroup: true },
];
const getRowText = (role: Role) => `${role.name} ${role.description} ${formatGrants(role.grants)}`;

export default function RolesPage() {
  const { sites } = useShell();
  const { path, search } = useShownLocation();
  const roles = useCall('listRoles', BY_NAME, { isSuppressed: true });
  const items = roles.data?.roles;
  const openId = /\/roles\/([^/]+)$/.exec(path)?.[1];
  const opened = items?.find(({ id }) => id === openId);
  const isNew = new URLSearchParams(search).has('create');
  const [cursorId, setCursorId] = useListCursor('roles', openId);
  const [shownId, setShownId] = useState<string>();
  const table = useRef<TableHandle>(null);
  const columns = useMemo(
    () => createRoleColumns((id) => sites.find((site) => site.id === id)?.name ?? id),
    [sites],
  );
  const close = () => {
    goTo(paths.roles(), { replace: true });
    table.current?.focus();
  };
  const write = useAccessWrite({
    kind: 'role',
    onGone: useCallback((id: string) => {
      if (window.location.pathname.endsWith(`/${id}`)) goTo(paths.roles(), { replace: true });
    }, []),
  });
  const current = opened ?? items?.find(({ id }) => id === shownId);
  usePublishScope('roles.list', { current, items: items ?? NONE, write });
  return (
    <AccessList
      title="Roles"
      things="roles"
      tab="roles"
      create={<CommandButton id="role.create" variant={opened || isNew ? 'default' : 'primary'} />}
      query={{ data: items, isPending: roles.isPending, error: roles.error, refetch: roles.refetch }}
      columns={columns}
      menuOf={createRowMenu}
      textOf={getRowText}
      table={table}
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onShownCursorChange={setShownId}
      onOpen={({ id }) => goTo(paths.role(id))}
      panel={
        opened || isNew
          ? {
              label: opened?.name ?? 'New role',
              content: <RoleForm key={opened?.id ?? ''} role={opened} onClose={close} />,
            }
          : undefined
      }
    />
  );
}
