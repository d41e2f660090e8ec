import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { chooseParameters, isNumber } from '../../../../contract/dashboards/answers.ts';
import {
  type DashboardPanel,
  type DashboardVariable,
  GRID_COLUMNS,
} from '../../../../contract/entities/dashboard.ts';
import type { QueryResult, SavedQuery } from '../../../../contract/entities/query.ts';
import { CommandMenu } from '../../../components/commands/CommandMenu.tsx';
import { IconButton } from '../../../components/widgets/actions/button.tsx';
import { EmptyState } from '../../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../../components/widgets/feedback/error-panel.tsx';
import type { MenuAnchor } from '../../../components/widgets/table/types.ts';
import { Missing } from '../../../components/widgets/text/missing.tsx';
import { formatExact } from '../../../lib/format.ts';
import { ResultChart } from '../ResultChart.tsx';
import { formatValue } from '../result-rows.tsx';
import * as css from './dashboard.css.ts';
import { usePanelAnswer } from './panel-run.ts';

const TABLE_ROWS = 200;
/** One grid row including its gap. */
export const ROW_PX = 84;

function ResultTable({ title, result }: { title: string; result: QueryResult }) {
  const { columns } = result;
  const rows = result.rows.slice(0, TABLE_ROWS);
  const isCut = result.hasMore || result.rows.length > rows.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={css.tableWrap} aria-label={`${title}, rows`} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may have one name
              <th key={at} scope="col" data-number={isNumber(column) ? '' : undefined}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other name
            <tr key={at}>
              {columns.map((column, cell) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may have one name
                <td key={cell} data-number={isNumber(column) ? '' : undefined}>
                  {row[cell] === null || row[cell] === undefined ? (
                    <Missing />
                  ) : (
                    formatValue(column, row[cell]).slice(0, 300)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && (
        <p className={css.note}>The first {formatExact(rows.length)} rows. Open the query for all.</p>
      )}
    </section>
  );
}

type BodyProps = {
  panel: DashboardPanel;
  isGone: boolean;
  answer: ReturnType<typeof usePanelAnswer>;
};

function Body({ panel, isGone, answer }: BodyProps) {
  const { data, error, isFetching, refetch } = answer;
  if (isGone)
    return (
      <div className={css.message}>
        <EmptyState title="The saved query was deleted" icon="search">
          Remove the panel, or give it another query.
        </EmptyState>
      </div>
    );
  if (error && !isFetching)
    return (
      <div className={css.message}>
        <ErrorPanel title="The query gave no answer" cause={error.message} onRetry={() => void refetch()} />
      </div>
    );
  if (!data)
    return (
      <p className={css.waiting} role="status">
        Running…
      </p>
    );
  if (data.rows.length === 0)
    return (
      <div className={css.message}>
        <EmptyState title="No row" icon="search">
          No row of this time range matches the query.
        </EmptyState>
      </div>
    );
  if (panel.chart === 'TABLE') return <ResultTable title={panel.title} result={data} />;
  const chart = <ResultChart title={panel.title} result={data} chart={panel.chart} />;
  if (panel.chart === 'LINE' || panel.chart === 'AREA')
    return (
      <div className={css.drawn} data-chart={panel.chart}>
        {chart}
      </div>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={css.scrolled} aria-label={`${panel.title}, chart`} tabIndex={0}>
      {chart}
    </section>
  );
}

/** Events of a panel for its dashboard. Stable. */
export type PanelEvents = {
  onFocus: (at: number) => void;
  /** Dropped onto another panel's place. */
  onMove: (from: number, to: number) => void;
  onResize: (at: number, size: { width: number; height: number }) => void;
};

type PanelProps = PanelEvents & {
  at: number;
  panel: DashboardPanel;
  query: SavedQuery | undefined;
  siteId: string;
  range: string;
  variables: readonly DashboardVariable[];
  values: Readonly<Record<string, string>>;
  round: number;
  refreshSeconds: number;
  isEditable: boolean;
};

/** Drags the corner in whole columns and rows; commands do the same by keys. */
function useResize({ at, panel, onResize }: PanelProps) {
  const begun = useRef<{ x: number; y: number; width: number; height: number; columnPx: number }>(undefined);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const box = event.currentTarget.closest('section')?.parentElement;
      if (!box || event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const { width, height } = panel;
      const columnPx = box.clientWidth / GRID_COLUMNS;
      begun.current = { x: event.clientX, y: event.clientY, width, height, columnPx };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = begun;
      if (!current) return;
      onResize(at, {
        width: current.width + Math.round((event.clientX - current.x) / current.columnPx),
        height: current.height + Math.round((event.clientY - current.y) / ROW_PX),
      });
    },
    onLostPointerCapture: () => {
      begun.current = undefined;
    },
  };
}

const MENU = [
  { id: 'queryDashboard.openQuery' },
  { id: 'queryDashboard.panelTitle' },
  { id: 'queryDashboard.panelChart' },
  { id: 'queryDashboard.moveEarlier', startsGroup: true },
  { id: 'queryDashboard.moveLater' },
  { id: 'queryDashboard.wider' },
  { id: 'queryDashboard.narrower' },
  { id: 'queryDashboard.taller' },
  { id: 'queryDashboard.shorter' },
  { id: 'queryDashboard.removePanel', danger: true, startsGroup: true },
];
const DRAGGED = 'application/x-penstock-panel';

export const Panel = memo(function Panel(props: PanelProps) {
  const { at, panel, query, siteId, range, variables, values, round, refreshSeconds, isEditable } = props;
  const sql = panel.queryId === '' ? panel.sql : (query?.sql ?? '');
  const parameters = chooseParameters(sql, variables, values);
  const answer = usePanelAnswer({ siteId, sql, range, parameters, round, refreshSeconds });
  const [menu, setMenu] = useState<{ anchor: MenuAnchor; from: HTMLElement }>();
  const section = useRef<HTMLElement>(null);
  const corner = useResize(props);
  const openBeside = (element: HTMLElement) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const isSmall = element !== section.current;
    setMenu({ anchor: isSmall ? { x, y, width, height } : { x: x + 16, y: y + 40 }, from: element });
  };
  const openMenu = (event: KeyboardEvent) => {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (!isMenuKey || event.target !== event.currentTarget) return;
    event.preventDefault();
    openBeside(event.currentTarget as HTMLElement);
  };
  return (
    <section
      ref={section}
      className={css.panel}
      aria-label={panel.title}
      aria-busy={answer.isFetching || undefined}
      data-panel={at}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move and size the panel that has the focus
      tabIndex={0}
      style={{ gridColumn: `span ${panel.width}`, gridRow: `span ${panel.height}` }}
      onFocus={() => props.onFocus(at)}
      onKeyDown={openMenu}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={(event) => {
        const from = event.dataTransfer.getData(DRAGGED);
        if (from === '') return;
        event.preventDefault();
        props.onMove(Number(from), at);
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys do the same by commands */}
      <div
        className={css.panelHead}
        draggable={isEditable}
        onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(at))}
      >
        <h2 className={css.panelTitle}>{panel.title}</h2>
        {answer.isFetching && answer.data && <span className={css.note}>Running…</span>}
        <IconButton
          icon="more"
          size="small"
          variant="ghost"
          label={`Actions for ${panel.title}`}
          onClick={(event) => openBeside(event.currentTarget)}
        />
      </div>
      <div className={css.panelBody}>
        <Body panel={panel} isGone={sql === ''} answer={answer} />
      </div>
      {isEditable && <span className={css.corner} aria-hidden="true" {...corner} />}
      {menu && (
        <CommandMenu
          label={`Actions for ${panel.title}`}
          anchor={menu.anchor}
          returnFocus={menu.from}
          items={isEditable ? MENU : MENU.slice(0, 1)}
          onClose={() => setMenu(undefined)}
        />
      )}
      <span className={visuallyHidden}>
        {panel.width} of {GRID_COLUMNS} columns, {panel.height} rows
      </span>
    </section>
  );
});
