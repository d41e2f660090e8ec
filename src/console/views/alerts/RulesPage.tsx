import { useCallback, useMemo } from 'react';
import type { AlertRule } from '../../../contract/entities/alert.ts';
import { PAGE_LIMIT_MAX, POLL_ALERTS_MS } from '../../../contract/limits.ts';
import { callApi } from '../../api/call-api.ts';
import { useCall } from '../../api/use-call.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { createLateForm } from '../../components/entity-form/late-form.tsx';
import { Exchange } from '../../components/exchange/Exchange.tsx';
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
import type { HandedSearch } from './new-rule.ts';
import { describeRule, ruleColumns } from './rule-columns.tsx';
import type { AlertRuleAction } from './scope.ts';
import './scope.ts';

const RuleForm = createLateForm(async () => ({
  default: (await import('./RuleForm.tsx')).RuleForm,
}));

const NONE: readonly AlertRule[] = [];
const getRowId = ({ id }: AlertRule) => id;
const getRowName = ({ name }: AlertRule) => name;
const getRowText = (rule: AlertRule) => `${rule.name} ${describeRule(rule)}`;
const getRowState = ({ enabled }: AlertRule) => ({ dim: !enabled });
const createRowMenu = ({ id, enabled }: AlertRule): readonly CommandMenuItem[] => [
  { id: 'alertRule.open', args: { id } },
  { id: 'alertRule.clone', args: { id } },
  { id: 'alertRule.test', args: { id } },
  { id: 'alertRule.silence', args: { id } },
  { id: 'alertRule.export', args: { id } },
  { id: enabled ? 'alertRule.pause' : 'alertRule.resume', args: { id } },
  { id: 'alertRule.delete', args: { id }, danger: true, startsGroup: true },
];

/** From Log Search. */
function readHandedSearch(parameters: URLSearchParams): HandedSearch | undefined {
  const query = parameters.get('query');
  return query === null ? undefined : { query, sourceId: parameters.get('source') ?? undefined };
}

type Write = { action: AlertRuleAction; rule: AlertRule };

type Outcome = { message: string; status: 'success' | 'error' };

async function sendTest(id: string, name: string): Promise<Outcome> {
  const { results } = (await callApi('testAlertRule', { path: { alertRuleId: id } })).data;
  if (results.length === 0)
    return { message: `'${name}' notifies no channel: its alerts ring the bell.`, status: 'success' };
  const sent = results.filter(({ isAccepted }) => isAccepted).map(({ channelName }) => channelName);
  const parts = results.flatMap(({ channelName, isAccepted, problem, advice }) =>
    isAccepted ? [] : [`'${channelName}' did not take it. ${problem}. ${advice}.`],
  );
  if (sent.length > 0) parts.unshift(`A test message was sent to ${sent.join(', ')}.`);
  return { message: parts.join(' '), status: sent.length === results.length ? 'success' : 'error' };
}

async function carryOut({ action, rule: { id, revision, name } }: Write): Promise<Outcome> {
  if (action === 'test') return sendTest(id, name);
  const done = (message: string): Outcome => ({ message, status: 'success' });
  const options = { ifMatch: revision };
  if (action === 'delete') {
    await callApi('deleteAlertRule', { path: { alertRuleId: id } }, options);
    return done(`The rule '${name}' was deleted.`);
  }
  const enabled = action === 'resume';
  await callApi('updateAlertRule', { body: { alertRule: { id, enabled } } }, options);
  return done(enabled ? `The rule '${name}' is evaluated again.` : `The rule '${name}' is paused.`);
}

export default function RulesPage() {
  const site = useSite();
  const parameters = new URLSearchParams(useShownLocation().search);
  const { data, isPending, error, refetch } = useCall(
    'listAlertRules',
    { query: { siteIds: [site.id], 'pagination.limit': PAGE_LIMIT_MAX } },
    { poll: POLL_ALERTS_MS, keepPrevious: true, isSuppressed: true },
  );
  const rules = data?.alertRules ?? NONE;
  const openId = parameters.get('rule') ?? undefined;
  const opened = useMemo(() => rules.find(({ id }) => id === openId), [rules, openId]);
  const isNew = parameters.has('create') && data !== undefined;
  const fromId = parameters.get('from');
  const handed = isNew ? readHandedSearch(parameters) : undefined;
  const from = isNew ? rules.find(({ id }) => id === fromId) : undefined;
  const [cursorId, setCursorId] = useListCursor('alert-rules', openId);
  const list = useListPage<AlertRule>({
    name: 'alert-rules',
    rows: rules,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const close = (id: string | undefined) => {
    // A new rule stays open, so that its effect is visible.
    goTo(paths.alertRules(isNew && id !== undefined ? { rule: id } : {}), { replace: true });
    list.table.current?.focus();
  };
  const { start } = useSingleWrite({
    call: 'updateAlertRule',
    write: carryOut,
    succeed: ({ message, status }) => notify({ message, status }),
    follow: (_, { action, rule }) => {
      if (action === 'delete' && rule.id === openId) goTo(paths.alertRules(), { replace: true });
    },
  });
  const write = useCallback((action: AlertRuleAction, rule: AlertRule) => start({ action, rule }), [start]);
  usePublishScope('alertRules.list', { current: opened ?? list.cursor, rules, write });
  const isOpen = opened !== undefined || isNew;
  return (
    <>
      <Exchange />
      <ListPage<AlertRule>
        list={list}
        title="Manage alerts"
        things="rules"
        count={data?.alertRules.length}
        tabs={{ bar: <AlertTabs selected="rules" />, selected: 'rules' }}
        actions={
          <CommandButton id="alertRule.create" variant={isOpen ? 'default' : 'primary'} label="New rule" />
        }
        searchLabel="Search rules"
        columns={ruleColumns}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        empty={
          rules.length === 0 ? (
            <EmptyState title="No rules yet" icon="bellRing" action={<CommandButton id="alertRule.create" />}>
              A rule watches a metric and fires when it crosses a threshold.
            </EmptyState>
          ) : (
            <NothingFound />
          )
        }
        cursorId={cursorId}
        onCursorChange={setCursorId}
        onOpen={({ id }) => goTo(paths.alertRules({ rule: id }))}
        rowState={getRowState}
        panel={
          isOpen
            ? {
                label: opened?.name ?? 'New rule',
                content: (
                  <RuleForm
                    key={`${opened?.id ?? 'new'} ${fromId ?? ''} ${handed?.query ?? ''} ${handed?.sourceId ?? ''}`}
                    rule={opened}
                    from={from}
                    search={handed}
                    onClose={close}
                  />
                ),
                isWide: true,
              }
            : undefined
        }
      />
    </>
  );
}
