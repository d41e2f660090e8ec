import { useCallback, useMemo } from 'react';
import type { AlertChannel, AlertChannelType } from '../../../contract/entities/alert-channel.ts';
import { PAGE_LIMIT_MAX, POLL_ALERTS_MS } from '../../../contract/limits.ts';
import { callApi } from '../../api/call-api.ts';
import { useCall } from '../../api/use-call.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import * as entityForm from '../../components/entity-form/entity-form.css.ts';
import { createLateForm } from '../../components/entity-form/late-form.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { NothingFound } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import { AlertTabs } from './AlertTabs.tsx';
import { channelColumns } from './channel-columns.tsx';
import { CHANNEL_NAMES } from './channel-look.ts';
import * as css from './rule.css.ts';
import { describeTest, testChannel } from './save-channel.ts';
import type { AlertChannelAction } from './scope.ts';
import './scope.ts';

const ChannelForm = createLateForm(async () => ({
  default: (await import('./ChannelForm.tsx')).ChannelForm,
}));

const NONE: readonly AlertChannel[] = [];
const NO_TYPES: readonly AlertChannelType[] = [];
const HOUR_MS = 3_600_000;
const getRowId = ({ id }: AlertChannel) => id;
const getRowName = ({ name }: AlertChannel) => name;
const getRowText = ({ name, type, address }: AlertChannel) =>
  `${name} ${CHANNEL_NAMES[type]} ${address ?? ''}`;
const getRowState = ({ enabled }: AlertChannel) => ({ dim: !enabled });
const createRowMenu = ({ id, enabled }: AlertChannel): readonly CommandMenuItem[] => [
  { id: 'alertChannel.open', args: { id } },
  { id: 'alertChannel.test', args: { id } },
  { id: enabled ? 'alertChannel.pause' : 'alertChannel.resume', args: { id } },
  { id: 'alertChannel.delete', args: { id }, danger: true, startsGroup: true },
];

type Write = { action: AlertChannelAction; channel: AlertChannel };
type Written = { message: string; status: 'success' | 'error' };

async function carryOut({ action, channel }: Write): Promise<Written> {
  const { id, revision, name, type, config = {} } = channel;
  const options = { ifMatch: revision };
  if (action === 'test') {
    const result = await testChannel({ id, name, type, config });
    return { message: describeTest(result), status: result.isAccepted ? 'success' : 'error' };
  }
  if (action === 'delete') {
    await callApi('deleteAlertChannel', { path: { alertChannelId: id } }, options);
    return { message: `The channel '${name}' was deleted.`, status: 'success' };
  }
  const enabled = action === 'resume';
  await callApi('updateAlertChannel', { body: { alertChannel: { id, enabled } } }, options);
  const message = enabled ? `The channel '${name}' gets messages again.` : `The channel '${name}' is paused.`;
  return { message, status: 'success' };
}

export default function ChannelsPage() {
  const site = useSite();
  const parameters = new URLSearchParams(useShownLocation().search);
  const { data, isPending, error, refetch } = useCall(
    'listAlertChannels',
    { query: { siteIds: [site.id], 'pagination.limit': PAGE_LIMIT_MAX } },
    { poll: POLL_ALERTS_MS, keepPrevious: true, isSuppressed: true },
  );
  const channels = data?.alertChannels ?? NONE;
  const openId = parameters.get('channel') ?? undefined;
  const opened = useMemo(() => channels.find(({ id }) => id === openId), [channels, openId]);
  const isAsked = parameters.has('create');
  const known = useCall(
    'listAlertChannelTypes',
    {},
    { enabled: isAsked || opened !== undefined, staleTime: HOUR_MS, isSuppressed: true },
  );
  const types = known.data?.types ?? NO_TYPES;
  const isNew = isAsked && data !== undefined;
  const [cursorId, setCursorId] = useListCursor('alert-channels', openId);
  const list = useListPage<AlertChannel>({
    name: 'alert-channels',
    rows: channels,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const close = (id: string | undefined) => {
    goTo(paths.alertChannels(isNew && id !== undefined ? { channel: id } : {}), { replace: true });
    list.table.current?.focus();
  };
  const { start } = useSingleWrite({
    call: 'updateAlertChannel',
    write: carryOut,
    succeed: ({ message, status }) => notify({ message, status }),
    follow: (_, { action, channel }) => {
      if (action === 'delete' && channel.id === openId) goTo(paths.alertChannels(), { replace: true });
    },
  });
  const write = useCallback(
    (action: AlertChannelAction, channel: AlertChannel) => start({ action, channel }),
    [start],
  );
  usePublishScope('alertChannels.list', { current: opened ?? list.cursor, channels, write });
  const isOpen = (opened !== undefined || isNew) && types.length > 0;
  const panel = () => {
    if (opened && !opened.config)
      return (
        <div className={entityForm.form}>
          <PanelHead title={opened.name} note={CHANNEL_NAMES[opened.type]} onClose={() => close(undefined)} />
          <p className={css.note}>Where a channel leads is shown to administrators, who can change it.</p>
        </div>
      );
    return <ChannelForm key={opened?.id ?? 'new'} channel={opened} types={types} onClose={close} />;
  };
  return (
    <ListPage<AlertChannel>
      list={list}
      title="Manage channels"
      things="channels"
      count={data?.alertChannels.length}
      tabs={{ bar: <AlertTabs selected="channels" />, selected: 'channels' }}
      actions={
        <CommandButton
          id="alertChannel.create"
          variant={isOpen ? 'default' : 'primary'}
          label="New channel"
        />
      }
      searchLabel="Search channels"
      columns={channelColumns}
      isLoading={isPending}
      error={error}
      onRetry={() => void refetch()}
      empty={
        channels.length === 0 ? (
          <EmptyState title="No channel" icon="send" action={<CommandButton id="alertChannel.create" />}>
            Alerts show here and at the bell. A channel brings them to people who look at neither: by mail,
            Slack, Teams, Opsgenie, PagerDuty or any web address.
          </EmptyState>
        ) : (
          <NothingFound />
        )
      }
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={({ id }) => goTo(paths.alertChannels({ channel: id }))}
      rowState={getRowState}
      panel={isOpen ? { label: opened?.name ?? 'New channel', content: panel() } : undefined}
    />
  );
}
