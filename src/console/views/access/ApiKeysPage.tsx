import { useCallback, useMemo, useRef, useState } from 'react';
import type { ApiKey } from '../../../contract/entities/access.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { useShell } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { createLateForm, FormAwaited } from '../../components/entity-form/late-form.tsx';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { LateShownOnce, useShownOnceAhead } from '../../components/shown-once/late-shown-once.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';
import type { TableHandle } from '../../components/widgets/table/types.ts';
import { paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { AccessList } from './AccessList.tsx';
import { createKeyColumns } from './columns.tsx';
import { useAccessWrite } from './use-access-write.ts';
import './scope.ts';

const KeyForm = createLateForm(async () => ({
  default: (await import('./KeyForm.tsx')).KeyForm,
}));

const KeyShown = (props: { name: string; apiKey: string; onClose: () => void }) => (
  <LateShownOnce
    title={`API key '${props.name}'`}
    icon="key"
    message="Copy it now: it is not stored and cannot be shown again."
    text={props.apiKey}
    copyLabel="Copy key"
    note={
      <>
        Send it as <code>Authorization: Bearer …</code> with each request to this service.
      </>
    }
    onClose={props.onClose}
  />
);

const ALL = { query: { 'pagination.limit': PAGE_LIMIT_MAX } };
const NONE: readonly ApiKey[] = [];
const BY_NAME = { query: { 'pagination.limit': PAGE_LIMIT_MAX, 'pagination.ordering.descending': false } };

const createRowMenu = ({ id }: ApiKey) => [
  { id: 'apiKey.rotate', args: { id } },
  { id: 'apiKey.revoke', args: { id }, danger: true, startsGroup: true },
];
const getRowText = (key: ApiKey) => `${key.name} ${key.description} ${key.prefix} ${key.role.name}`;

export default function ApiKeysPage() {
  useShownOnceAhead();
  const { sites } = useShell();
  const keys = useCall('listApiKeys', ALL, { isSuppressed: true });
  const roles = useCall('listRoles', BY_NAME, { isSuppressed: true }).data?.roles;
  const items = keys.data?.apiKeys;
  const [cursorId, setCursorId] = useListCursor('apiKeys');
  const [shownId, setShownId] = useState<string>();
  const [shown, setShown] = useState<{ name: string; apiKey: string }>();
  const table = useRef<TableHandle>(null);
  const isNew = new URLSearchParams(useShownLocation().search).has('create');
  const columns = useMemo(
    () => createKeyColumns((id) => sites.find((site) => site.id === id)?.name ?? id),
    [sites],
  );
  const show = useCallback((name: string, apiKey: string) => setShown({ name, apiKey }), []);
  const write = useAccessWrite({ kind: 'apiKey', onKey: show });
  const current = items?.find(({ id }) => id === shownId);
  usePublishScope('apiKeys.list', { current, items: items ?? NONE, write });
  const close = () => {
    goTo(paths.apiKeys(), { replace: true });
    table.current?.focus();
  };
  return (
    <>
      <AccessList
        title="API Keys"
        things="API keys"
        create={<CommandButton id="apiKey.create" variant={isNew ? 'default' : 'primary'} />}
        query={{ data: items, isPending: keys.isPending, error: keys.error, refetch: keys.refetch }}
        columns={columns}
        menuOf={createRowMenu}
        textOf={getRowText}
        table={table}
        cursorId={cursorId}
        onCursorChange={setCursorId}
        onShownCursorChange={setShownId}
        onOpen={() => undefined}
        empty={
          <EmptyState icon="key" title="No API keys yet" action={<CommandButton id="apiKey.create" />}>
            A key lets a program do what its role allows: scripts, deployments, other tools.
          </EmptyState>
        }
        panel={
          isNew
            ? {
                label: 'New API key',
                content: roles ? <KeyForm roles={roles} onKey={show} onClose={close} /> : <FormAwaited />,
              }
            : undefined
        }
      />
      <PopupBoundary isOpen={shown !== undefined} onFailed={() => setShown(undefined)}>
        {shown && <KeyShown {...shown} onClose={() => setShown(undefined)} />}
      </PopupBoundary>
    </>
  );
}
