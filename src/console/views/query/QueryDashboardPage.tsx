import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useParams } from 'wouter';
import { wrap } from '../../../../styles/layout.css.ts';
import { SHIPPED_DASHBOARDS } from '../../../contract/dashboards/shipped.ts';
import type { Dashboard, DashboardContent } from '../../../contract/entities/dashboard.ts';
import type { SavedQuery } from '../../../contract/entities/query.ts';
import { callApi } from '../../api/call-api.ts';
import { useCall } from '../../api/use-call.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { NotRead } from '../../components/not-read/NotRead.tsx';
import { buildFileName, saveFile } from '../../components/widgets/charts/save-file.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { changeQuery, paths } from '../../lib/paths.ts';
import { announce } from '../../state/announcement.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { usePage } from '../../state/page.ts';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import { useSiteOf } from '../../state/use-site-of-screen.ts';
import * as css from './dashboard/dashboard.css.ts';
import { writeDashboardFile } from './dashboard/dashboard-file.ts';
import { movePanel, resizePanel } from './dashboard/layout.ts';
import { Panel } from './dashboard/Panel.tsx';
import { runPanelQuery } from './dashboard/panel-run.ts';
import { formatRefresh } from './dashboard/query-dashboard.commands.ts';
import { useDashboardDraft } from './dashboard/use-dashboard-draft.ts';
import { useFullScreen } from './dashboard/use-full-screen.ts';
import * as queryCss from './query.css.ts';
import { formatQueryRange, useRangeOfAddress } from './query-texts.ts';
import { useVersionedSave } from './use-versioned-save.tsx';
import './dashboard/scope.ts';

const NO_QUERIES: readonly SavedQuery[] = [];
/** Prefix of variables in the address. */
const VALUE = 'var-';

const changeAddress = (changes: Parameters<typeof changeQuery>[1]): void =>
  goTo(`${window.location.pathname}${changeQuery(window.location.search, changes)}`, { replace: true });

/** From the address, else from the dashboard. */
function useShown({ time, refreshSeconds, variables }: DashboardContent) {
  const { search } = useShownLocation();
  const range = useRangeOfAddress(new URLSearchParams(search).get('range'), time);
  return useMemo(() => {
    const parameters = new URLSearchParams(search);
    const values = Object.fromEntries(
      variables.map(({ name, value }) => [name, parameters.get(`${VALUE}${name}`) ?? value]),
    );
    const refresh = Number(parameters.get('refresh') ?? refreshSeconds);
    return {
      values,
      range,
      refreshSeconds: Number.isFinite(refresh) && (refresh === 0 || refresh >= 10) ? refresh : 0,
      isFull: parameters.has('full'),
    };
  }, [search, range, refreshSeconds, variables]);
}

type ViewProps = {
  id: string;
  stored: Dashboard | undefined;
  shipped: DashboardContent;
  queries: readonly SavedQuery[];
};

const tell = (message: string) => notify({ message, status: 'success', shouldTimeout: true });

function DashboardView({ id, stored, shipped, queries }: ViewProps) {
  const site = useSite();
  const client = useQueryClient();
  const draft = useDashboardDraft(id, stored, shipped);
  const { content, isChanged, revision, added } = draft;
  const { values, range, refreshSeconds, isFull } = useShown(content);
  const [current, setCurrent] = useState<number>();
  const [wanted, setWanted] = useState<{ at: number }>();
  const [round, setRound] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const known = useMemo(() => [...queries, ...added], [queries, added]);
  const isEditable = stored !== undefined;
  const latest = useRef({ content, change: draft.change, isEditable });
  useLayoutEffect(() => {
    latest.current = { content, change: draft.change, isEditable };
  });
  useLayoutEffect(() => {
    if (!wanted) return;
    grid.current?.querySelector<HTMLElement>(`[data-panel="${wanted.at}"]`)?.focus();
  }, [wanted]);
  const setFull = useFullScreen(isFull, () => changeAddress({ full: undefined }));
  const onMove = useCallback((from: number, to: number) => {
    const { content: now, change, isEditable: can } = latest.current;
    if (can) change(movePanel(now, from, to));
  }, []);
  const onResize = useCallback((at: number, size: { width: number; height: number }) => {
    const { content: now, change, isEditable: can } = latest.current;
    if (can) change(resizePanel(now, at, size));
  }, []);
  const { save, dialog: staleDialog } = useVersionedSave({
    call: 'updateDashboard',
    noun: 'Dashboard',
    write: async (next: DashboardContent, ifMatch) => {
      await callApi('updateDashboard', { path: { dashboardId: id }, body: { dashboard: next } }, { ifMatch });
      await client.invalidateQueries({ queryKey: ['getDashboard'] });
    },
    succeed: () => {
      draft.discard();
      tell('The dashboard was saved.');
    },
  });
  const { start: copy } = useSingleWrite({
    call: 'createDashboard',
    write: async (next: DashboardContent) => {
      const body = { dashboard: { ...next, siteId: site.id } };
      return (await callApi('createDashboard', { body })).data.id;
    },
    succeed: () => tell('The dashboard was copied.'),
    follow: (made) => goTo(paths.queryDashboard(made)),
  });
  const { start: remove } = useSingleWrite({
    call: 'deleteDashboard',
    write: async ({ revision: ifMatch }: Dashboard) => {
      await callApi('deleteDashboard', { path: { dashboardId: id } }, { ifMatch });
    },
    succeed: () => {
      draft.discard();
      tell('The dashboard was deleted.');
    },
    follow: () => goTo(paths.queryDashboards(), { replace: true }),
  });
  usePublishScope('queryDashboard', {
    content,
    stored,
    isChanged,
    current: current !== undefined && current < content.panels.length ? current : undefined,
    focusPanel: (at) => setWanted({ at }),
    range,
    setRange: (next) => changeAddress({ range: next }),
    refreshSeconds,
    setRefresh: (seconds) => changeAddress({ refresh: seconds }),
    refresh: () => {
      setRound((count) => count + 1);
      announce('Panels are refreshed');
    },
    values,
    setValue: (name, value) => changeAddress({ [`${VALUE}${name}`]: value }),
    listChoices: async (name) => {
      const variable = content.variables.find((one) => one.name === name);
      if (!variable) return [];
      if (variable.choicesSql === '') return variable.choices;
      const { signal } = new AbortController();
      const { rows } = await runPanelQuery(site.id, variable.choicesSql, range, {}, signal);
      return [...new Set([...variable.choices, ...rows.map(([value]) => String(value ?? ''))])];
    },
    isFull,
    setFull,
    queries: known,
    change: (next) => draft.change(next),
    addQuery: (query) => {
      const panel = {
        title: query.name,
        queryId: query.id,
        sql: '',
        chart: query.chart,
        width: 6,
        height: 4,
      };
      draft.change({ ...content, panels: [...content.panels, panel] }, query);
      setWanted({ at: content.panels.length });
    },
    save: () => save(content, revision),
    discard: draft.discard,
    copy: (name) => copy({ ...content, name }),
    remove: () => stored && remove(stored),
    exportJson: () => {
      const text = writeDashboardFile(content, known);
      saveFile(buildFileName(content.name, 'json'), new Blob([text], { type: 'application/json' }));
    },
  });
  return (
    <div className={css.page}>
      {staleDialog}
      <div className={css.head}>
        <h1 tabIndex={-1} className={queryCss.title}>
          {content.name}
          {isChanged && <span className={queryCss.changed}>changed</span>}
        </h1>
        <div className={wrap}>
          <CommandButton id="queryDashboard.time" label={formatQueryRange(range)} />
          <CommandButton id="queryDashboard.interval" label={`Refresh: ${formatRefresh(refreshSeconds)}`} />
          <CommandButton id="queryDashboard.refresh" label="Refresh" />
          <CommandButton id="queryDashboard.full" label={isFull ? 'Leave full screen' : 'Full screen'} />
          {isEditable && <CommandButton id="queryDashboard.addPanel" label="Add panel" />}
          {isEditable ? (
            <CommandButton id="queryDashboard.save" label="Save" variant="primary" />
          ) : (
            <CommandButton id="queryDashboard.copy" label="Copy" />
          )}
        </div>
      </div>
      {content.description !== '' && <p className={queryCss.note}>{content.description}</p>}
      {content.variables.length > 0 && (
        <div className={css.variables} role="group" aria-label="Variables">
          {content.variables.map(({ name, label }) => (
            <CommandButton
              key={name}
              id="queryDashboard.value"
              args={{ variable: name }}
              label={`${label || name}: ${values[name] || 'all'}`}
              size="small"
              hideKeys
            />
          ))}
        </div>
      )}
      {content.panels.length === 0 ? (
        <div className={css.nothing}>
          <EmptyState
            title="No panel"
            icon="chart"
            action={<CommandButton id="queryDashboard.addPanel" label="Add panel" />}
          >
            A panel shows the answer of a saved query. Write queries under Query and save them, then add them
            here.
          </EmptyState>
        </div>
      ) : (
        <div ref={grid} className={css.grid} data-main-content="">
          {content.panels.map((panel, at) => (
            <Panel
              // biome-ignore lint/suspicious/noArrayIndexKey: panels have no other name, and their answers are kept by query
              key={at}
              at={at}
              panel={panel}
              query={known.find((one) => one.id === panel.queryId)}
              siteId={site.id}
              range={range}
              variables={content.variables}
              values={values}
              round={round}
              refreshSeconds={refreshSeconds}
              isEditable={isEditable}
              onFocus={setCurrent}
              onMove={onMove}
              onResize={onResize}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** As content, without what only their list needs. */
const SHIPPED = new Map(SHIPPED_DASHBOARDS.map(({ id, ...content }) => [id, content]));
const NOTHING: DashboardContent = {
  name: '',
  description: '',
  time: '1d',
  refreshSeconds: 0,
  variables: [],
  panels: [],
};

export default function QueryDashboardPage() {
  const { dashboardId = '' } = useParams<{ dashboardId: string }>();
  const site = useSite();
  const found = SHIPPED.get(dashboardId);
  const asked = useCall(
    'getDashboard',
    { path: { dashboardId } },
    { enabled: found === undefined, isSuppressed: true },
  );
  const stored = found ? undefined : asked.data?.dashboard;
  const isOfOtherSite = useSiteOf(stored?.siteId);
  usePage(found?.name ?? stored?.name);
  const { refetch } = asked;
  useEffect(() => {
    // Other people's changes appear when the screen is reopened.
    if (!found) void refetch();
  }, [found, refetch]);
  if (!found && asked.error && !asked.data)
    return (
      <NotRead
        what="dashboard"
        listId="go.queryDashboards"
        error={asked.error}
        onRetry={() => void asked.refetch()}
      />
    );
  if (!found && (!stored || isOfOtherSite)) return null;
  return (
    <DashboardView
      key={`${site.id} ${dashboardId}`}
      id={found ? `${site.id} ${dashboardId}` : dashboardId}
      stored={stored}
      shipped={found ?? NOTHING}
      queries={asked.data?.queries ?? NO_QUERIES}
    />
  );
}
