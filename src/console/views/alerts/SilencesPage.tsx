import { useCallback, useMemo } from 'react';
import type { AlertRule, AlertScope } from '../../../contract/entities/alert.ts';
import type { AlertSilence } from '../../../contract/entities/alert-silence.ts';
import { PAGE_LIMIT_MAX, POLL_ALERTS_MS } from '../../../contract/limits.ts';
import { counted } from '../../../contract/values.ts';
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
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { formatMinute } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import { AlertTabs } from './AlertTabs.tsx';
import * as css from './rule.css.ts';
import { formatPeople, type SilenceRow, silenceColumns } from './silence-columns.tsx';
import { describeSilenced, SILENCE_LOOKS, type SilenceTarget } from './silence-config.ts';
import './scope.ts';

const SilenceForm = createLateForm(async () => ({
  default: (await import('./SilenceForm.tsx')).SilenceForm,
}));

const NONE: readonly AlertSilence[] = [];
const NO_RULES: readonly AlertRule[] = [];
const NO_TARGETS: readonly SilenceTarget[] = [];
const getRowId = ({ id }: SilenceRow) => id;
const getRowName = ({ reason }: SilenceRow) => reason;
const getRowText = ({ reason, covers, createdBy }: SilenceRow) => `${reason} ${covers} ${createdBy}`;
const getRowState = ({ state }: SilenceRow) => ({ dim: state === 'ENDED' });
const createRowMenu = ({ id }: SilenceRow): readonly CommandMenuItem[] => [
  { id: 'alertSilence.edit', args: { id } },
  { id: 'alertSilence.end', args: { id } },
];

/** By id or node in the address; everything without one. */
function readScope(target: string | null, targets: readonly SilenceTarget[]): AlertScope {
  if (target === null) return { kind: 'all' };
  const known = targets.find(({ id, nodeId }) => id === target || nodeId === target);
  return { kind: 'selected', ids: [known?.id ?? target] };
}

function SilenceDetails({ row, onClose }: { row: SilenceRow; onClose: () => void }) {
  const { label, shape, tone } = SILENCE_LOOKS[row.state];
  return (
    <div className={entityForm.form}>
      <PanelHead title={row.reason} note={`By ${formatPeople(row)}`} onClose={onClose} />
      <div className={entityForm.body}>
        <p>
          <StatusBadge label={label} shape={shape} tone={tone} />
        </p>
        <p>{row.covers}</p>
        <p className={css.tested}>
          <span>
            From {formatMinute(new Date(row.startsAt))} until {formatMinute(new Date(row.endsAt))}
          </span>
          {row.state === 'ACTIVE' && (
            <span>
              {row.firingCount === 0
                ? 'It silences no alert now.'
                : `${counted(row.firingCount, 'firing alert')} silenced; sent when it ends, if still firing.`}
            </span>
          )}
        </p>
      </div>
      {row.state !== 'ENDED' && (
        <footer className={entityForm.foot}>
          <CommandButton
            id="alertSilence.edit"
            args={{ id: row.id }}
            label="Edit silence"
            variant="primary"
          />
          <CommandButton id="alertSilence.end" args={{ id: row.id }} label="End silence" />
        </footer>
      )}
    </div>
  );
}

/** Silences with names of rules and targets. */
function useSilences(siteId: string) {
  const query = { siteIds: [siteId], 'pagination.limit': PAGE_LIMIT_MAX };
  const list = useCall(
    'listAlertSilences',
    { query },
    { poll: POLL_ALERTS_MS, keepPrevious: true, isSuppressed: true },
  );
  const listed = useCall('listAlertRules', { query }, { keepPrevious: true, isSuppressed: true });
  const known = useCall(
    'listAlertTargets',
    { query: { siteId } },
    { keepPrevious: true, isSuppressed: true },
  );
  const silences = list.data?.alertSilences ?? NONE;
  const rules = listed.data?.alertRules ?? NO_RULES;
  const targets = known.data?.targets ?? NO_TARGETS;
  const areNamesKnown = listed.data !== undefined && known.data !== undefined;
  const rows = useMemo(
    () =>
      silences.map(
        (silence): SilenceRow => ({
          ...silence,
          covers: areNamesKnown ? describeSilenced(silence, { rules, targets }) : '…',
        }),
      ),
    [silences, rules, targets, areNamesKnown],
  );
  return { list, rows, rules, targets, areNamesKnown };
}

export default function SilencesPage() {
  const site = useSite();
  const parameters = new URLSearchParams(useShownLocation().search);
  const { list: asked, rows, rules, targets, areNamesKnown } = useSilences(site.id);
  const openId = parameters.get('silence') ?? undefined;
  const opened = useMemo(() => rows.find(({ id }) => id === openId), [rows, openId]);
  const isNew = parameters.has('create') && areNamesKnown;
  const [rule, target] = [parameters.get('rule'), parameters.get('target')];
  const [cursorId, setCursorId] = useListCursor('alert-silences', openId);
  const list = useListPage<SilenceRow>({
    name: 'alert-silences',
    rows,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const isEdited =
    opened !== undefined && opened.state !== 'ENDED' && parameters.has('edit') && areNamesKnown;
  const close = (id: string | undefined) => {
    const shown = isEdited ? opened.id : isNew ? id : undefined;
    goTo(paths.alertSilences(shown === undefined ? {} : { silence: shown }), { replace: true });
    list.table.current?.focus();
  };
  const { start } = useSingleWrite({
    call: 'endAlertSilence',
    write: async ({ id }: AlertSilence) => {
      await callApi('endAlertSilence', { path: { alertSilenceId: id } });
    },
    succeed: () => notify({ message: 'The silence has ended.', status: 'success' }),
  });
  const end = useCallback((silence: AlertSilence) => start(silence), [start]);
  usePublishScope('alertSilences.list', { current: opened ?? list.cursor, silences: rows, end });
  const isOpen = opened !== undefined || isNew;
  const begin = { ruleIds: rule === null ? [] : [rule], scope: readScope(target, targets) };
  return (
    <ListPage<SilenceRow>
      list={list}
      title="Manage silences"
      things="silences"
      count={asked.data?.alertSilences.length}
      tabs={{ bar: <AlertTabs selected="silences" />, selected: 'silences' }}
      actions={
        <CommandButton
          id="alertSilence.create"
          variant={isOpen ? 'default' : 'primary'}
          label="New silence"
        />
      }
      searchLabel="Search silences"
      columns={silenceColumns}
      isLoading={asked.isPending}
      error={asked.error}
      onRetry={() => void asked.refetch()}
      empty={
        rows.length === 0 ? (
          <EmptyState title="No silence" icon="bellOff" action={<CommandButton id="alertSilence.create" />}>
            While something is silenced its alerts are judged and listed, and nothing is sent: for planned
            work, or for what is known already.
          </EmptyState>
        ) : (
          <NothingFound />
        )
      }
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={({ id }) => goTo(paths.alertSilences({ silence: id }))}
      rowState={getRowState}
      panel={
        isOpen
          ? {
              label: opened?.reason ?? 'New silence',
              content:
                opened && !isEdited ? (
                  <SilenceDetails row={opened} onClose={() => close(undefined)} />
                ) : (
                  <SilenceForm
                    key={`${opened?.id ?? ''} ${rule ?? ''} ${target ?? ''}`}
                    silence={opened}
                    rules={rules}
                    targets={targets}
                    begin={begin}
                    onClose={close}
                  />
                ),
            }
          : undefined
      }
    />
  );
}
